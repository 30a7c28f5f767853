/** Ways to swallow errors that one line shows, in languages with and without a grammar. */
import { anyOf, pattern } from '../../../plain/pattern.ts';
import type { LineRule } from '../fresh-lines.ts';

const rule = 'error-swallowed';
const shell = /\.(?:sh|bash|zsh|ksh|bats)$|(?:^|\/)[^./]+$/;

/** Commands that are there to be asked, and whose words nobody needs. */
const asking = String.raw`\b${anyOf(
  /command -[vV]|type|which|hash|grep|egrep|kill -0|pgrep|cmp|diff|getent|id/,
  /git (?:rev-parse|diff|show-ref|config|ls-files|cat-file|merge-base)|docker (?:inspect|info)/,
)}\s`;

/** `count=$(grep -c … || true)`: grep ends with 1 where it finds nothing, which is an answer. */
const counting = /(?:(?:local|export|readonly)\s+)?\w+="?\$\(\s*[ef]?grep\s[^|&;]*\|\|\s*(?:true|:)\s*\)"?$/.source;

/** What is given back where there is nothing to give. */
const nothing = anyOf(
  /null|false|0|-1|""|''|\[\]|default/,
  /new \w+(?:<[^<>]*>)?\(\)|(?:emptyList|emptyMap|listOf|List\.of|Optional\.empty)\(\)/,
);

export const errorLines: readonly LineRule[] = [
  {
    rule,
    files: /\.cs$/,
    pattern: /^(?:_ = )?[\w.]+\.TryParse\(.*\);$/,
    about: 'does not look whether it could be read',
  },
  { rule, files: /\.py$/, pattern: /\berrors\s*=\s*["']ignore["']/, about: 'drops what cannot be decoded' },
  { rule, files: /\.py$/, pattern: /\breturn_exceptions\s*=\s*True/, about: 'gives errors back as results' },
  { rule, files: /\.py$/, pattern: /\bignore_errors\s*=\s*True/, about: 'ignores errors' },
  { rule, files: /\.py$/, pattern: /\bsys\.excepthook\s*=/, about: 'replaces the handler of errors' },
  {
    rule,
    files: /\.[cm]?[jt]sx?$/,
    pattern: pattern(
      '',
      anyOf(
        pattern(
          '',
          /\bprocess\.(?:removeAllListeners|off|removeListener)\(/,
          /(?!\s*["'`](?:exit|beforeExit|message|disconnect|SIG\w+)["'`])/,
        ),
        /\bsetMaxListeners\(\s*(?:0|Infinity|Number\.\w+|\d{3,})\s*\)/,
        /\bdefaultMaxListeners\s*=/,
        /\bprocess\.(?:noDeprecation|noProcessWarnings|emitWarning)\s*=/,
        /\bNODE_NO_WARNINGS\b/,
      ),
    ),
    about: 'silences warnings',
  },
  {
    rule,
    files: /\.py$/,
    pattern: pattern(
      '',
      anyOf(
        /\bwarnings\.(?:filterwarnings|simplefilter)\(\s*(?:action\s*=\s*)?["']ignore/,
        /\blogging\.disable\(/,
        /\bdisable_warnings\(/,
        /\bshowwarning\s*=/,
      ),
    ),
    about: 'silences warnings',
  },
  {
    rule,
    files: /\.[cm]?[jt]sx?$/,
    pattern: /^(?:return\s+)?(?:await\s+)?Promise\.allSettled\([^;]*\);?$/,
    about: 'waits for all, and looks at none of their errors',
  },
  { rule, files: /\.go$/, pattern: /\blog\.SetOutput\(\s*io(?:util)?\.Discard/, about: 'silences warnings' },
  { rule, files: /\.rb$/, pattern: /\$VERBOSE\s*=\s*nil|Warning\[:\w+\]\s*=\s*false/, about: 'silences warnings' },
  { rule, files: /\.java$/, pattern: /\bSystem\.setErr\(|\.setLevel\(\s*Level\.OFF/, about: 'silences warnings' },
  {
    rule,
    files: shell,
    pattern: pattern('', `^(?!${counting})`, /.*\|\|\s*(?:true|:|exit 0|return 0)\s*;?\)?"?$/),
    about: 'goes on where a command fails',
  },
  { rule, files: shell, pattern: /^set \+e\b|^set \+o (?:errexit|pipefail)/, about: 'goes on where a command fails' },
  { rule, files: shell, pattern: /^trap\s+(?:''|""|:|true|'exit 0'|"exit 0")\s+(?:ERR|EXIT)/, about: 'drops errors' },
  {
    rule,
    files: shell,
    pattern: pattern('', `^(?!.*${asking})`, /.*\s(?:2>\s*\/dev\/null|&>\s*\/dev\/null|>\s*\/dev\/null 2>&1)/),
    about: 'hides what a command says',
  },
  {
    rule,
    files: /\.rb$/,
    pattern: /\brescue\s+(?:nil|false|\[\]|\{\}|''|""|0)\s*$/,
    about: 'puts a default in the place of an error',
  },
  { rule, files: /\.rb$/, pattern: /^ensure\s+return\b/, about: 'drops the error' },
  {
    rule,
    files: /\.php$/,
    pattern: /(?:^|[=(\s])@(?:[a-z_]+\(|\$\w+(?:->|::)|[A-Z\\]\w*::)/,
    about: 'silences a call',
  },
  {
    rule,
    files: /\.php$/,
    pattern: /\b(?:error_reporting\(0\)|set_error_handler\(\s*(?:static\s+)?(?:fn|function)[^{]*(?:\{\s*\}|=>\s*true))/,
    about: 'silences errors',
  },
  {
    rule,
    files: /\.kts?$/,
    pattern: /runCatching\s*\{.*\}\s*(?:$|\.(?:getOrNull|getOrDefault|getOrElse)\b)/,
    about: 'puts a default in the place of an error',
  },
  { rule, files: /\.swift$/, pattern: /\btry\?/, about: 'puts nothing in the place of an error' },
  { rule, files: /\.(?:c|h|cc|cpp|hpp)$/, pattern: /^\(void\)\s*\w+\s*\(/, about: 'drops what a call gives back' },
  { rule, files: /\.(?:vb|bas|vbs)$/i, pattern: /on error resume next/i, about: 'goes on where something fails' },
  { rule, files: /\.java$/, pattern: /^@SneakyThrows/, about: 'hides the errors that a method throws' },
  {
    rule,
    files: /\.(?:kt|java|cs|swift|php|scala|dart|cpp|cc|groovy)$/,
    pattern: pattern('', /\bcatch\s*(?:\([^)]*\))?\s*\{\s*/, `(?:return\\s*(?:${nothing})?;?\\s*)?`, /\}/),
    about: 'catches an error and says nothing about it',
  },
  {
    rule,
    files: /\.[cm]?[jt]sx?$/,
    pattern: /\bonerror\s*=\s*(?:\(\)\s*=>\s*(?:true|\{\s*\}|null)|null)/,
    about: 'drops every error that nobody handles',
  },
];
