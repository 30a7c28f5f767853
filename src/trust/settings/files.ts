/** Which files hold settings of checks, commands that run them, or dependencies: by their names. */
import { anyOf, pattern } from '../../plain/pattern.ts';
import type { Format } from './leaves/read-leaves.ts';

/**
 * check: nothing but settings of checks; ci: a pipeline; manifest: dependencies, and sections for checks beside others;
 * commands: what runs checks, line by line; lock: what exactly is installed; environment: variables.
 */
export type SettingsKind = 'check' | 'ci' | 'manifest' | 'commands' | 'lock' | 'environment';
export type SettingsFile = { kind: SettingsKind; format: Format };

type Entry = readonly [name: RegExp, kind: SettingsKind, format: Format];

const byExtension: Readonly<Record<string, Format>> = {
  json: 'json',
  jsonc: 'json',
  json5: 'json',
  yml: 'yaml',
  yaml: 'yaml',
  toml: 'toml',
  xml: 'xml',
  dist: 'xml',
  js: 'code',
  cjs: 'code',
  mjs: 'code',
  ts: 'code',
  cts: 'code',
  mts: 'code',
  py: 'code',
  ini: 'ini',
  cfg: 'ini',
  properties: 'ini',
  neon: 'yaml',
  gradle: 'blocks',
  kts: 'blocks',
};

const tools = anyOf(
  /eslint|jest|vitest|mocha|ava|nyc|c8|karma|babel|playwright|cypress|wdio|stylelint|prettier|biome|oxlint|tslint/,
  /jasmine|tap|commitlint|knip|depcheck|swc|stryker|codecept|nightwatch|protractor|web-test-runner|lintstaged/,
);

/** Their format is that of their ending. */
const checks: readonly RegExp[] = [
  pattern('', /^\.?/, tools, /(?:rc|[\w.-]*\.(?:config|conf|workspace|projects))\.\w+$/),
  pattern('', /^\.?/, tools, /\.(?:jsonc?|ya?ml|toml)$/),
  /^\.?(?:tsconfig|jsconfig)[\w.-]*\.json$/,
  /^(?:deno|oxlintrc|pyrightconfig|pyrefly|ruff|\.ruff|mypy|\.mypy|clippy|\.clippy|rustfmt|\.rustfmt|tarpaulin)\.\w+$/,
  /^(?:nextest|deny|\.?bandit|noxfile|pylintrc|setup-tests|\.golangci|\.?codecov|\.?coveralls|sonar-project)\.\w+$/,
  /^(?:\.rubocop\w*|\.reek|\.standard|\.simplecov|detekt[\w-]*|\.swiftlint|analysis_options|\.yamllint)\.\w+$/,
  /^(?:phpunit|phpstan[\w-]*|psalm|\.?phpcs|infection|phpmd)(?:\.(?:xml|neon|ya?ml|json))?(?:\.dist)?(?:\.xml)?$/,
  /^(?:checkstyle|pmd|spotbugs|findbugs|testng|lint|detekt)[\w-]*\.xml$/,
  /^(?:[\w-]*-)?(?:suppressions?|exclude|exclusions?|filter|baseline)[\w-]*\.xml$/,
  /^(?:junit-platform|surefire|lombok|archunit)\.(?:properties|config)$/,
  /^(?:\.semgrep|\.pre-commit-config|\.pre-commit-hooks|lefthook|\.lefthook|lint-staged|\.lintstagedrc|audit-ci)\.\w+$/,
  /^\.?(?:size-limit|bundlesize|bundlewatch|bundlemon|lighthouserc|(?:lighthouse-?|perf-?)?budgets?)[\w.-]*\.\w+$/,
  /^(?:eslint-suppressions|\.betterer|\.jscpd|cspell|\.dependency-cruiser|sgconfig|\.markdownlint\w*)\.\w+$/,
];

const entries: readonly Entry[] = [
  [/^\.(?:eslint|prettier|stylelint|semgrep|trivy|gitleaks|oxlint|biome|bandit|npmaudit)ignore$/, 'check', 'list'],
  [
    /(?:baseline|known[-_]?(?:failures|issues)|skip[-_]?(?:list|tests)|allow[-_]?list)[\w-]*\.(?:txt|list)$/,
    'check',
    'list',
  ],
  [
    /^\.(?:eslintrc|babelrc|nycrc|c8rc|mocharc|stylelintrc|jshintrc|jscsrc|prettierrc|swcrc|snyk|nsprc)$/,
    'check',
    'yaml',
  ],
  [
    /^\.?(?:coveragerc|pylintrc|flake8|bandit|isort\.cfg|mypy\.ini|pytest\.ini|tox\.ini|pip-audit\.ini)$/,
    'check',
    'ini',
  ],
  [/^\.(?:rspec|yamllint|hadolint\.ya?ml|clang-tidy|shellcheckrc|scalafix\.conf)$/, 'check', 'yaml'],
  [/^(?:\.editorconfig|\.globalconfig)$/, 'check', 'ini'],
  [/^package\.json$/, 'manifest', 'json'],
  [/^vite\.config\.[cm]?[jt]s$/, 'manifest', 'code'],
  [/^(?:composer|bower|lerna|nx|turbo|rush)\.json$/, 'manifest', 'json'],
  [/^(?:pyproject|Cargo|Pipfile)(?:\.toml)?$/, 'manifest', 'toml'],
  [/^(?:setup\.cfg)$/, 'manifest', 'ini'],
  [/^(?:pom\.xml|[\w.-]+\.(?:csproj|fsproj|vbproj|props|targets)|packages\.config|ivy\.xml)$/, 'manifest', 'xml'],
  [/^(?:[\w.-]*\.gradle(?:\.kts)?|build\.sbt|mix\.exs|Package\.swift)$/, 'manifest', 'blocks'],
  [/^go\.(?:mod|work)$/, 'manifest', 'list'],
  [/^(?:[\w.-]*requirements[\w.-]*|constraints[\w.-]*)\.(?:txt|in)$/, 'manifest', 'list'],
  [
    /^(?:Gemfile|[\w.-]+\.gemspec|pnpm-workspace\.yaml|libs\.versions\.toml|pubspec\.yaml|environment\.ya?ml)$/,
    'manifest',
    'list',
  ],
  [/^(?:package-lock|npm-shrinkwrap)\.json$/, 'lock', 'json'],
  [/^(?:yarn|Cargo|poetry|Gemfile|Pipfile|uv|pdm|composer|flake|pubspec|mix|bun|Podfile)\.lockb?$/, 'lock', 'list'],
  [/^(?:pnpm-lock\.yaml|go\.sum|go\.work\.sum|gradle\.lockfile|packages\.lock\.json|deno\.lock)$/, 'lock', 'list'],
  [/^(?:GNUm|[Mm])akefile$|\.mk$|^\.?[Jj]ustfile$|^Taskfile\.ya?ml$|^Rakefile$|^[Dd]odo\.py$/, 'commands', 'list'],
  [
    /^(?:Jenkinsfile|CMakeLists\.txt|meson\.build|Earthfile|Procfile|Dockerfile[\w.]*|BUILD(?:\.bazel)?)$/,
    'commands',
    'list',
  ],
  [/\.(?:sh|bash|zsh|ps1|bat|cmd|fish)$/, 'commands', 'list'],
  [
    /^\.env(?:\.[\w.-]+)?$|^\.envrc$|^\.npmrc$|^\.yarnrc(?:\.yml)?$|^gradle\.properties$|^\.bazelrc$/,
    'environment',
    'list',
  ],
  [/^(?:maven|jvm)\.config$|^pip\.conf$|^\.pypirc$|^\.condarc$|^\.tool-versions$|^\.nvmrc$/, 'environment', 'list'],
];

const byFolder: readonly Entry[] = [
  [/(?:^|\/)\.github\/(?:workflows|actions)\/.*\.ya?ml$/, 'ci', 'yaml'],
  [
    /(?:^|\/)(?:\.gitlab-ci|\.travis|\.?appveyor|(?:azure|bitbucket)-pipelines|\.drone|\.cirrus)[\w.-]*\.ya?ml$/,
    'ci',
    'yaml',
  ],
  [
    /(?:^|\/)(?:\.circleci|\.buildkite|\.gitlab|\.woodpecker|\.semaphore|\.teamcity|\.azure-pipelines)\/.*\.ya?ml$/,
    'ci',
    'yaml',
  ],
  [/(?:^|\/)(?:cloudbuild|buildspec|wercker|codefresh|\.woodpecker)\.ya?ml$/, 'ci', 'yaml'],
  [/(?:^|\/)\.config\/nextest\.toml$/, 'check', 'toml'],
  [/(?:^|\/)\.cargo\/(?:config|audit)(?:\.toml)?$/, 'check', 'toml'],
  [/(?:^|\/)(?:\.husky|\.githooks|\.git-hooks|\.ci|ci|\.buildkite)\/[^/.]+$/, 'commands', 'list'],
  [
    /(?:^|\/)(?:bin|script|scripts|tools)\/(?:test|check|lint|ci|verify|cover|coverage|build)[\w-]*$/,
    'commands',
    'list',
  ],
  [/(?:^|\/)\.mvn\/(?:maven|jvm)\.config$/, 'environment', 'list'],
];

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

const ofEnding = (name: string): Format => byExtension[/\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? ''] ?? 'list';

/** Null: it holds none. */
export const settingsFileOf = (path: string): SettingsFile | null => {
  const name = nameOf(path);
  const entry = byFolder.find(([pattern]) => pattern.test(path)) ?? entries.find(([pattern]) => pattern.test(name));
  if (entry !== undefined) return { kind: entry[1], format: entry[2] };
  return checks.some((pattern) => pattern.test(name)) && !/\.(?:test|spec)\.\w+$/.test(name)
    ? { kind: 'check', format: ofEnding(name) }
    : null;
};
