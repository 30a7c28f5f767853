/** Secrets that only their name gives away: `password = "…"`, `API_KEY=…`, `token: …`, `--secret …`, `?sig=…`. */
import { isBareLiteral, isLiteral, isRandom } from './literal.ts';
import { matchesOf, type Span } from './span.ts';

const keys =
  'api|access|private|auth|account|secret|signing|encryption|master|app|application|client|license|integration|routing|ingest|write|webhook|deploy|ssh|storage|subscription|admin|session|cookie|hmac|aes|jwt|security|service|server';
const password = String.raw`passw(?:or)?d|passphrase|passcode|pwd|(?<=_)pass`;
const name = String.raw`(?:${password}|secret|token|credentials?|(?<=(?:${keys})[_. -]?)key|(?<![A-Za-z])auth|authorization|(?<=[a-z_-])(?:signature|dsn)|(?<=_)pat|connection[_-]?string)`;
/** What may follow a name without making another thing of it. */
const suffix = String.raw`(?:[_-]?(?:base|prod|production|dev|staging|test|live|old|new|value|\d{1,2})){0,2}`;
const sign = String.raw`(?:["'\]]{0,2}[ \t]{0,20}(?:=>|:=|[:=])[ \t]{0,20}|["'][ \t]{1,3}value[ \t]?=[ \t]?|>|[ \t]{1,8})`;

const naming = new RegExp(`(${name})${suffix}(${sign})`, 'gi');

/** No reference to something else: a variable, a placeholder. */
const notReferred = String.raw`(?![$%{<[](?![0-9A-Fa-f]{2}))`;
/** In quotes, which may themselves be escaped. */
const quoted = new RegExp(String.raw`[a-zA-Z]?(\\?["'\x60])(${notReferred}(?:(?!\1)\S){6,2000})(?=\1)`, 'y');
const bare = new RegExp(
  String.raw`${notReferred}(?:[^\s"'\x60(){}<>;,\\&|]|\\(?![nrt"'])|&(?![\w.-]{1,40}=)){6,2000}`,
  'y',
);
const inQuotes = new RegExp(String.raw`["']?(${notReferred}[^\s"'\x60]{6,500})`, 'y');

/** In addresses the names are short. */
const inQuery =
  /([?&;](?:[\w.-]{0,40}[_.-])?(?:key|code|sig|signature|token|secret|password|passwd|pwd|pass|auth|sid|session|jwt|sas|credential)=)([^\s&"'\x60<>#;(){}]{8,2000})/gi;

export const namedIn = (text: string): Span[] => {
  const spans: Span[] = [];
  naming.lastIndex = 0;
  for (let found = naming.exec(text); found; found = naming.exec(text)) {
    const span = valueOf(text, found);
    if (!span) continue;
    spans.push(span);
    naming.lastIndex = span.end;
  }
  for (const { 0: all, 2: value = '', index } of matchesOf(inQuery, text)) {
    const end = index + all.length;
    if (isRandom(value)) spans.push({ start: end - value.length, end });
  }
  return spans;
};

const isPassword = /^(?:passw(?:or)?d|passphrase|passcode|pwd|pass)$/i;

const valueOf = (text: string, { 0: all, 1: called = '', 2: by = '', index }: RegExpExecArray): Span | null => {
  const at = index + all.length;
  if (by.trim() === '')
    return isOption(text, index, at) ? matched(inQuotes, text, at, (value) => isLiteral(value, true)) : null;
  const found = matched(quoted, text, at, (value) => isLiteral(value, isPassword.test(called)));
  return (
    found ??
    matched(bare, text, at, (value) =>
      isBareLiteral(value, { name: called, sign: by, text, index, end: at + value.length }),
    )
  );
};

/** The value ends where the match ends. */
const matched = (pattern: RegExp, text: string, at: number, judge: (value: string) => boolean): Span | null => {
  pattern.lastIndex = at;
  const found = pattern.exec(text);
  const value = found?.at(-1);
  if (value === undefined || !judge(value)) return null;
  return { start: pattern.lastIndex - value.length, end: pattern.lastIndex };
};

const before = /\s--?[\w-]{0,40}$|\blogin\s{1,4}\S{1,100}\s{1,8}$|[\s"']ENV[ \t]{1,4}\w{0,40}$/;
const onlyValue = /\S{6,200}[ \t]{0,8}(?:\r?\n|$)/y;

/** `--password …`, and lines of `.netrc` and of Dockerfiles, where nothing but a blank is between name and value. */
const isOption = (text: string, index: number, at: number): boolean => {
  const start = `\n${text.slice(Math.max(0, index - 160), index)}`;
  onlyValue.lastIndex = at;
  return (
    before.test(start) || (/\n[ \t]{0,8}$/.test(start) && text.startsWith('password', index) && onlyValue.test(text))
  );
};
