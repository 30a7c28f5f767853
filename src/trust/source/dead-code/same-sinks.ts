/** What is complained of, exchanged for something of the same kind that does the same harm. */
import type { Asking } from '../../../model/patch.ts';
import { anyOf, pattern } from '../../../plain/pattern.ts';
import type { SourceChange } from '../change.ts';
import { codeLines } from '../code-lines.ts';
import type { Seen } from '../seen.ts';
import { mentions, wants } from '../words.ts';

type Kind = {
  what: string;
  one: RegExp;
  /** What findings say that complain of it. */
  harm: RegExp;
};

const kinds: readonly Kind[] = [
  {
    what: 'runs text as code',
    harm: /eval|\bexec\b|inject|arbitrary code|untrusted|implied/i,
    one: pattern(
      '',
      anyOf(
        /(?<![\w.])eval\(|(?<![\w.])exec\((?=[^)]*(?:code|source|expr|text|script))|\bnew Function\(|\bFunction\(/,
        /\b(?:instance|class|module)_(?:eval|exec)\b|\b(?:binding|Kernel)\.eval\b|\bcreate_function\(/,
        /\bvm\.run\w+\(|\bsetTimeout\(\s*(?:`|['"]|code|source|expr)|(?<![\w.])compile\(|\.runInNewContext\(/,
      ),
    ),
  },
  {
    what: 'puts text into a page as it is',
    harm: /html|XSS|script|inject|sanitiz|escap/i,
    one: pattern(
      '',
      /\b/,
      anyOf(
        /innerHTML|outerHTML|insertAdjacentHTML|createContextualFragment|dangerouslySetInnerHTML/,
        /document\.write(?:ln)?/,
      ),
      /\b/,
    ),
  },
  {
    what: 'runs text in a shell',
    harm: /shell|command|inject|S60\d|subprocess/i,
    one: pattern(
      '',
      anyOf(
        /\bos\.(?:system|popen)\(|\bshell\s*[=:]\s*[tT]rue\b|\bgetoutput\(|(?<!\.)\bexec(?:Sync)?\(\s*[`'"\w]/,
        /["']\/(?:usr\/)?bin\/(?:ba|z|da)?sh["']/,
        /["'](?:\/bin\/)?(?:ba|z|da)?sh["'],\s*[[({]?\s*(?:["']-c["'])|\bgetRuntime\(\)\.exec\(/,
      ),
    ),
  },
  {
    what: 'makes a weak hash',
    harm: /weak|broken|hash|digest|collision|insecure|md5|sha-?1/i,
    one: /\b(?:md[245]|sha-?1|crc32|adler32)\b|\b(?:Md5|Sha1)\b|["'](?:MD[245]|SHA-?1)["']/i,
  },
  {
    what: 'makes numbers that can be guessed',
    harm: /guess|predict|secur|crypt|CWE-3\d\d|S311/i,
    one: pattern(
      '',
      anyOf(
        /\bMath\.random\(|\bDate\.now\(\)\s*\.toString|(?<!Secure)\bRandom\(|\bThreadLocalRandom\b|\bmath\/rand\b/,
        /\brandom\.(?:random|randint|choice|sample|choices|getrandbits)\(/,
      ),
    ),
  },
  {
    what: 'makes objects of whatever the text says',
    harm: /yaml|pickle|deserial|unsafe|S30[16]|S506|B506|untrusted/i,
    one: pattern(
      '',
      anyOf(
        /\byaml\.(?:load|unsafe_load|full_load)\b(?:\(.*Loader=\S+?\))?|\bpickle\.loads?\(/,
        /\bmarshal\.loads?\(|\bunserialize\(|\bdill\.loads?\(/,
      ),
    ),
  },
  {
    what: 'copies without a limit',
    harm: /overflow|strcpy|strcat|sprintf|gets\b|bounds?|without a limit|buffer/i,
    one: pattern(
      '',
      anyOf(
        /\b(?:v?sprintf|st[rp]cpy|strcat|gets|wcscpy|lstrcpy[AW]?)\s*\(|\bmem(?:cpy|move)\s*\(.*\bstrlen\s*\(/,
        /\bstrn(?:cpy|cat)\s*\([^,]+,\s*(?<source>[\w.>-]+),\s*strlen\s*\(\s*\k<source>\s*\)/,
      ),
    ),
  },
  {
    what: 'puts values into the text of a query',
    harm: /inject|SQL|concatenat|parameteri[sz]/i,
    one: pattern(
      'i',
      /["'`](?:select|insert|update|delete|with)\b[^"`;]*/,
      anyOf(/["`]\s*(?:\+|\.(?=\s*\$)|%(?!\w))/, /\$\{|#\{|'%s'|'\{\w*\}'|'\{?\$\w+\}?'/),
    ),
  },
  {
    what: 'takes a value that may be missing',
    harm: /isPresent|Optional#|S3655|possibly (?:null|missing|empty)/i,
    one: /\.get\(\)|\.orElseThrow\(\)|!!/,
  },
  {
    what: 'ends the program where something is missing',
    harm: /panic|unwrap|crash|abort/i,
    one: /\.unwrap\(\)|\.expect\(|\bpanic!\(|\bunreachable!\(|\.unwrap_unchecked\(/,
  },
  {
    what: 'waits for time to pass',
    harm: /\bsleeps?\b|S2925/i,
    one: /\b(?:Thread|TimeUnit\.\w+|time|asyncio|tokio::time|thread)(?:\.|::)[sS]leep\(|\busleep\(|\bparkNanos\(/,
  },
];

const spellings = (lines: ReturnType<typeof codeLines>, one: RegExp): string[] =>
  lines.flatMap(({ text }) => text.match(new RegExp(one.source, `${one.flags}g`)) ?? []);

/** It wants just that in its place. */
const isWanted = (spelling: string, findings: readonly Asking[]): boolean => {
  const word = /\w{3,}/.exec(spelling.replace(/^[\W]+/, ''))?.[0];
  return word !== undefined && wants(findings, new RegExp(String.raw`\b${word}\b`, 'i'));
};

type Line = ReturnType<typeof codeLines>[number] & { path: string };

const linesOf = (changes: readonly SourceChange[], which: 'before' | 'after'): Line[] =>
  changes.flatMap((change) => codeLines(change[which]).map((line) => ({ ...line, path: change.path })));

/** Over all files, since a helper may do it from now on. */
export const sameSinks = (changes: readonly SourceChange[], findings: readonly Asking[]): Seen[] => {
  const [old, now] = [linesOf(changes, 'before'), linesOf(changes, 'after')];
  return kinds.flatMap(({ what, one, harm }): Seen[] => {
    if (!mentions(findings, harm)) return [];
    const [were, are] = [spellings(old, one), spellings(now, one)];
    const fresh = are.find((each) => !were.includes(each));
    if (were.length === 0 || fresh === undefined || are.length < were.length || isWanted(fresh, findings)) return [];
    const { path = '', line = 1 } = now.find(({ text }) => text.includes(fresh)) ?? {};
    return [{ rule: 'only-touched', path, line, about: `still ${what}, by \`${fresh}\`` }];
  });
};
