/** How each checker is told to be quiet about some lines: by which words, and for how much. */
import { anyOf, pattern } from '../../plain/pattern.ts';

export type SuppressionKind = {
  /** Those that can stand in for each other. */
  family: string;
  words: RegExp;
  /** In code, such as an attribute; the others stand in comments. */
  inCode?: true;
  /**
   * Rules follow behind a colon, an equals sign or a bracket (marked), or after a blank (spaced); the words themselves
   * name one (within), or they never do.
   */
  rules: 'marked' | 'spaced' | 'within' | 'none';
  /** It holds for more than a line. */
  wide?: RegExp;
  /** Only in files of these names. */
  files?: RegExp;
};

const scripts: readonly SuppressionKind[] = [
  { family: 'TypeScript', words: /@ts-(?:ignore|expect-error|nocheck)\b/, rules: 'none', wide: /nocheck/ },
  { family: 'TypeScript', words: /@vue-(?:ignore|skip|expect-error)\b/, rules: 'none' },
  {
    family: 'lint',
    words: /\b(?:eslint|tslint|oxlint|jshint|jscs|standard|stylelint)[-:]disable(?:-next-line|-line|:next-line)?/,
    rules: 'spaced',
    wide: /disable$/,
  },
  { family: 'lint', words: /\b(?:biome|rome)-ignore(?:-all|-start)?\b/, rules: 'spaced', wide: /all|start/ },
  { family: 'lint', words: /\bdeno-lint-ignore(?:-file)?\b/, rules: 'spaced', wide: /file/ },
  { family: 'lint', words: /\bjshint\s+ignore:\s*(?:line|start)/, rules: 'none', wide: /start/ },
  { family: 'lint', words: /\bsvelte-ignore\b/, rules: 'spaced' },
  {
    family: 'lint',
    words: /\beslint\s+(?!-)[\w@/-]+["']?\s*:\s*\[?\s*["']?(?:off|warn|0|1)\b/,
    rules: 'within',
    wide: /./,
  },
  { family: 'Flow', words: /\$Flow(?:FixMe|Ignore|Issue|ExpectedError)\b|@noflow\b/, rules: 'marked', wide: /noflow/ },
  { family: 'format', words: /\b(?:prettier|dprint|oxfmt|biome-format)-ignore(?:-start)?\b/, rules: 'none' },
  {
    family: 'lint',
    words: /\bmarkdownlint-disable(?:-next-line|-line|-file)?/,
    rules: 'spaced',
    wide: /disable$|file/,
  },
  { family: 'spelling', words: /\b(?:cspell|spell-checker):\s*disable\b/i, rules: 'none' },
  { family: 'copies', words: /\bjscpd:ignore-start\b/, rules: 'none' },
];

const coverage: readonly SuppressionKind[] = [
  {
    family: 'coverage',
    words: /\b(?:istanbul|c8|v8|node:coverage|codecov)\s+(?:ignore|disable)\b(?:\s+(?:next|file|start|if|else))?/,
    rules: 'none',
    wide: /file|start|disable/,
  },
  { family: 'coverage', words: /\bpragma:?\s*no\s*-?(?:cover|branch)\b/i, rules: 'none' },
  { family: 'coverage', words: /(?:^|[\s#/:])nocov\b|:nocov:/, rules: 'none' },
  { family: 'coverage', words: /\b(?:LCOV|GCOVR?)_EXCL_\w+/, rules: 'none', wide: /START/ },
  { family: 'coverage', words: /@codeCoverageIgnore\w*/, rules: 'none', wide: /Start/ },
  { family: 'coverage', words: /\bcoverage:ignore(?:-\w+)?/, rules: 'none', wide: /file|start/ },
  {
    family: 'coverage',
    words: /#!?\[(?:cfg_attr\([^\]]*)?(?:coverage\(off\)|no_coverage|cfg\(not\(tarpaulin\w*\)\))/,
    inCode: true,
    rules: 'none',
  },
  { family: 'coverage', words: /\[\w*ExcludeFromCodeCoverage|@ExcludeFromJacoco\w*/, inCode: true, rules: 'none' },
];

const python: readonly SuppressionKind[] = [
  { family: 'Python lint', words: /\b(?:flake8|ruff):\s*(?:noqa|ignore|disable)\b/i, rules: 'marked', wide: /./ },
  { family: 'Python lint', words: /#\s*noqa\b/i, rules: 'marked' },
  {
    family: 'Python lint',
    words: /\bpylint:\s*(?:disable(?:-next|-msg)?|skip-file)\b/,
    rules: 'marked',
    wide: /skip-file/,
  },
  { family: 'Python types', words: /#\s*type:\s*ignore\b/, rules: 'marked' },
  { family: 'Python types', words: /\b(?:pyright|ty|pyrefly|basedpyright):\s*ignore\b/, rules: 'marked' },
  {
    family: 'Python types',
    words: /\bpyright:\s*(?:basic|off|report\w+\s*=\s*(?:false|none|warning|information))/i,
    rules: 'none',
    wide: /./,
  },
  { family: 'Python types', words: /#\s*mypy:\s*(?!strict\b)[\w-]+/, rules: 'marked', wide: /./ },
  { family: 'Python types', words: /\bpyre-(?:ignore|fixme|unsafe)\S*/, rules: 'marked', wide: /all|unsafe/ },
  { family: 'Python types', words: /\bpytype:\s*(?:disable|skip-file)\b/, rules: 'marked', wide: /skip/ },
  { family: 'Python types', words: /@(?:typing\.)?no_type_check\b/, inCode: true, rules: 'none' },
  { family: 'security', words: /#\s*nosec\b/i, rules: 'marked' },
  { family: 'format', words: /#\s*fmt:\s*(?:off|skip)\b|\bautopep8:\s*off\b/, rules: 'none', wide: /off/ },
  { family: 'format', words: /\byapf:\s*disable\b|\bisort:\s*(?:skip(?:_file)?|off)\b/, rules: 'none' },
];

const silencing: readonly SuppressionKind[] = [
  { family: 'generated', words: /\bCode generated .{0,80}DO NOT EDIT\b|@generated\b/, rules: 'none', wide: /./ },
  { family: 'generated', words: /@(?:[\w.]+\.)?Generated\b/, inCode: true, rules: 'none', files: /\.(?:java|kt)$/ },
  {
    family: 'warnings',
    words: /\bwarnings\.(?:filterwarnings|simplefilter)\(\s*["']ignore["']|\bnoDeprecation\s*=\s*true/,
    inCode: true,
    rules: 'none',
  },
  {
    family: 'warnings',
    words:
      /\b(?:removeAllListeners|off)\(\s*["']warning["']|\bsetMaxListeners\(\s*(?:0|Infinity)\s*\)|\$VERBOSE\s*=\s*nil/,
    inCode: true,
    rules: 'none',
  },
];

const compiled: readonly SuppressionKind[] = [
  { family: 'Go lint', words: /\/\/\s*nolint\b/, rules: 'marked' },
  { family: 'Go lint', words: /\blint:(?:file-)?ignore\b/, rules: 'spaced', wide: /file/ },
  { family: 'Go lint', words: /\brevive:disable\S*|\bexhaustive:ignore\b/, rules: 'marked' },
  {
    family: 'Rust lint',
    words: /#!?\[\s*(?:cfg_attr\s*\((?:[^\]]{0,200}?,)?\s*)?(?:allow|expect)\s*(?=\()/,
    inCode: true,
    rules: 'marked',
    wide: /^#!/,
  },
  { family: 'format', words: /#!?\[\s*(?:cfg_attr\([^\]]{0,200}?,\s*)?rustfmt::skip/, inCode: true, rules: 'none' },
  {
    family: 'Java lint',
    words: /@(?:\w+:)?(?:java\.lang\.)?Suppress(?:Warnings|FBWarnings|Lint|PMD)?(?=\s*\(|\s*$|\s)/,
    inCode: true,
    rules: 'marked',
    wide: /@file/,
  },
  { family: 'Java lint', words: /\bNOSONAR\b|\bNOPMD\b|\bCPD-OFF\b/, rules: 'marked', wide: /OFF/ },
  { family: 'Java lint', words: /\bCHECKSTYLE[.:\s-]{0,3}(?:OFF|IGNORE|SUPPRESS)\b/i, rules: 'spaced', wide: /off/i },
  { family: 'Java lint', words: /\bSUPPRESS CHECKSTYLE\b/, rules: 'spaced' },
  { family: 'Java lint', words: /\bnoinspection\b/, rules: 'spaced' },
  { family: 'Java lint', words: /\bktlint-disable\b/, rules: 'spaced' },
  { family: 'format', words: /@formatter:off\b|\bspotless:off\b|\bclang-format\s+off\b/, rules: 'none', wide: /./ },
  { family: 'Scala lint', words: /@(?:annotation\.|scala\.annotation\.)?nowarn\b/, inCode: true, rules: 'marked' },
  { family: 'Scala lint', words: /\bscala(?:fix|style):off\b/, rules: 'spaced', wide: /./ },
  { family: 'C lint', words: /\bNOLINT(?:NEXTLINE|BEGIN)?\b/, rules: 'marked', wide: /BEGIN/ },
  { family: 'C lint', words: /\bcppcheck-suppress\b/, rules: 'spaced' },
  { family: 'C lint', words: /\bcoverity\[|\/\/-V(?:::)?\d+/, rules: 'none' },
  {
    family: 'C lint',
    words: /#\s*pragma\s+(?:(?:GCC|clang)\s+diagnostic\s+ignored|warning\s*\(\s*disable|warning\s+disable)\b/,
    inCode: true,
    rules: 'spaced',
    wide: /./,
  },
  { family: 'C# lint', words: /#\s*nullable\s+disable\b/, inCode: true, rules: 'none', wide: /./ },
  {
    family: 'C# lint',
    words: /\[\s*(?:\w+:\s*)?(?:[\w.]+\.)?(?:Unconditional)?SuppressMessage\b/,
    inCode: true,
    rules: 'none',
  },
  { family: 'C# lint', words: /\bReSharper disable\b/, rules: 'spaced', wide: /./ },
  { family: 'Swift lint', words: /\bswift(?:lint|format):disable(?::\w+)?/, rules: 'spaced', wide: /disable$/ },
  { family: 'Dart lint', words: /\/\/\s*ignore(?:_for_file)?:/, rules: 'spaced', wide: /file/, files: /\.dart$/ },
  { family: 'Haskell lint', words: /\{-#\s*OPTIONS_GHC\s+-Wno-\S+/, rules: 'none', wide: /./ },
];

const others: readonly SuppressionKind[] = [
  { family: 'Ruby lint', words: /\b(?:rubocop|standard):(?:disable|todo)\b/, rules: 'spaced' },
  { family: 'Ruby lint', words: /\bbrakeman:ignore\b|\bsteep:ignore\b|:reek:\w+/, rules: 'spaced' },
  { family: 'Ruby types', words: /#\s*typed:\s*(?:false|ignore)\b/, rules: 'none', wide: /./ },
  { family: 'PHP lint', words: /\bphpcs:(?:ignore(?:File)?|disable)\b/, rules: 'spaced', wide: /File|disable/ },
  { family: 'PHP lint', words: /@codingStandardsIgnore\w+|@phan-suppress\S*/, rules: 'spaced' },
  { family: 'PHP types', words: /@phpstan-ignore\S*/, rules: 'spaced' },
  { family: 'PHP types', words: /@psalm-suppress\b/, rules: 'spaced' },
  { family: 'PHP lint', words: /@SuppressWarnings\b/, rules: 'marked', files: /\.php$/ },
  { family: 'shell lint', words: /\bshellcheck\s+disable\b/, rules: 'marked' },
  { family: 'Docker lint', words: /\bhadolint\s+(?:global\s+)?ignore\b/, rules: 'marked', wide: /global/ },
  { family: 'YAML lint', words: /\byamllint\s+disable(?:-line|-file)?/, rules: 'spaced', wide: /disable$|file/ },
  { family: 'Elixir lint', words: /\bcredo:disable\S*/, rules: 'spaced', wide: /file/ },
  { family: 'Elixir lint', words: /@dialyzer\b/, inCode: true, rules: 'none' },
  { family: 'Lua lint', words: /\bluacheck:\s*(?:ignore|push|no)\b/, rules: 'spaced' },
  { family: 'SQL lint', words: /--\s*noqa\b/i, rules: 'marked' },
  { family: 'security', words: /\bnosem(?:grep)?\b/, rules: 'marked' },
  { family: 'security', words: /\b(?:lgtm|codeql)\s*\[/, rules: 'none' },
  { family: 'security', words: /\b(?:snyk|deepcode)[:\s-]\s*ignore\b/i, rules: 'spaced' },
  { family: 'security', words: /\b(?:tfsec|trivy|kics-scan|zizmor|kube-linter)[:\s]\s*ignore\b/, rules: 'marked' },
  { family: 'security', words: /\bcheckov:skip\b/, rules: 'marked' },
  {
    family: 'security',
    words: /\bgitleaks:allow\b|\bpragma:\s*allowlist\s+secret\b|\btrufflehog:ignore\b/,
    rules: 'none',
  },
  { family: 'lint', words: /\bskipcq\b|\bsourcery skip\b/, rules: 'marked' },
  { family: 'lint', words: /\b\w{1,30}(?:lint|check|sniff)\w{0,10}[:-]\s?(?:ignore|disable|off)\b/i, rules: 'spaced' },
];

export const suppressionKinds: readonly SuppressionKind[] = [
  ...scripts,
  ...coverage,
  ...python,
  ...silencing,
  ...compiled,
  ...others,
];

/** A line without one of these words holds none of them. */
export const mayHoldSuppression = pattern(
  'i',
  anyOf(
    /@ts-|ignore|disable|suppress|noqa|nolint|nosec|nosonar|nopmd|nosem|nocov|nowarn|noflow|no_type_check/,
    /pragma|coverage|_excl_|allow|expect|mypy:|pyright:|pylint:|pytype|pyre-|fmt:|isort:|yapf|rustfmt/,
    /noinspection|checkstyle|cpd-off|formatter:off|spotless:|clang-format|:reek|typed:|dialyzer|options_ghc/,
    /generated|warning|maxlisteners|deprecation|verbose/,
    /luacheck|lgtm|codeql|skipcq|sourcery|scalafix|scalastyle|coverity|-v\d|skip|flow|eslint|todo|off\b/,
  ),
);
