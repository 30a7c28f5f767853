/** Secrets that only their name gives away: `password = "…"`, `API_KEY=…`, `token: …`, `--secret …`, `?sig=…`. */
import { anyWordOf } from '../../plain/alternatives.ts';
import { isBareLiteral, isLiteral, isPhrase, isRandom, isVariableValue } from './literal.ts';
import type { Named } from './matched.ts';
import { defaultValue, elementText, inBlock, pairValue } from './named-forms.ts';
import { matched } from './matched.ts';
import { matchesOf, type Span } from './span.ts';
import { isLineOfVariables, restOfLine } from './variables.ts';

const keys = anyWordOf(`
  api access private auth account secret signing encryption master app application client license integration routing
  ingest write webhook deploy ssh storage subscription admin session cookie hmac aes jwt security service server
`);
const password = String.raw`passw(?:or)?d|passphrase|passcode|pwd|(?<=_)pass`;
const key = String.raw`(?<=(?:${keys})[_. -]?)key`;
const auth = '(?<![A-Za-z])auth|authorization|(?<=[a-z_-])(?:signature|dsn)|(?<=_)pat|connection[_-]?string';
const name = `(?:${password}|secret|token|credentials?|${key}|${auth})`;
/** What may follow a name without making another thing of it. */
const suffix = String.raw`(?:[_-]?(?:base|prod|production|dev|staging|test|live|old|new|value|\d{1,2})){0,2}`;

const naming = new RegExp(`(${name})${suffix}(?![A-Za-z0-9])`, 'gi');
const sign = /["'\]]{0,2}[ \t]{0,20}(?:=>|:=|[:=])[ \t]{0,20}|["'][ \t]{1,3}value[ \t]?=[ \t]?|>|[ \t]{1,8}/y;

/** No reference to something else: a variable, a placeholder. */
const notReferred = String.raw`(?![$%{<[](?![0-9A-Fa-f]{2}))`;
/** In quotes, which may themselves be escaped. */
const quoted = new RegExp(String.raw`[a-zA-Z]?(\\?["'\x60])(${notReferred}(?:(?!\1)\S){6,2000})(?=\1)`, 'y');
const phrase = new RegExp(String.raw`[a-zA-Z]?(\\?["'\x60])(${notReferred}(?:(?!\1)[^\r\n\\]){8,200})(?=\1)`, 'y');
const bare = new RegExp(
  String.raw`${notReferred}(?:[^\s"'\x60(){}<>;,\\&|]|\\(?![nrt"'])|&(?![\w.-]{1,40}=)){6,2000}`,
  'y',
);
const inQuotes = new RegExp(String.raw`["']?(${notReferred}[^\s"'\x60]{6,500})`, 'y');

/** In addresses the names are short. */
const queryNames = anyWordOf(
  'key code sig signature token secret password passwd pwd pass auth sid session jwt sas credential',
);
const inQuery = new RegExp(
  String.raw`([?&;](?:[\w.-]{0,40}[_.-])?(?:${queryNames})=)([^\s&"'\x60<>#;(){}]{8,2000})`,
  'gi',
);

export const namedIn = (text: string): Span[] => [...assignedIn(text), ...inAddresses(text)];

const assignedIn = (text: string): Span[] => {
  const spans: Span[] = [];
  naming.lastIndex = 0;
  for (let found = naming.exec(text); found; found = naming.exec(text)) {
    const span = valueOf({ text, called: found[1] ?? '', index: found.index, end: naming.lastIndex });
    if (!span) continue;
    spans.push(span);
    naming.lastIndex = Math.max(naming.lastIndex, span.end);
  }
  return spans;
};

const inAddresses = (text: string): Span[] =>
  matchesOf(inQuery, text).flatMap(({ 0: all, 2: value = '', index }) => {
    const end = index + all.length;
    return isRandom(value) ? [{ start: end - value.length, end }] : [];
  });

const isPassword = /^(?:passw(?:or)?d|passphrase|passcode|pwd|pass)$/i;

/** The first of the ways to write a value behind a name that fits. */
const valueOf = (named: Named): Span | null =>
  assigned(named) ?? inBlock(named) ?? pairValue(named) ?? defaultValue(named) ?? elementText(named);

const assigned = (named: Named): Span | null => {
  const { text, index, end } = named;
  sign.lastIndex = end;
  const by = sign.exec(text)?.[0];
  if (by === undefined) return null;
  if (by.trim() !== '') return behindSign(named, by);
  const at = end + by.length;
  return isOption(text, index, at) ? matched(inQuotes, text, at, (value) => isLiteral(value, true)) : null;
};

const behindSign = (named: Named, by: string): Span | null => {
  const { text, called, index, end } = named;
  const at = end + by.length;
  const isVariable = by === '=' && isLineOfVariables(named);
  const isWhole = isVariable ? isVariableValue : isPhrase;
  const place = { name: called, sign: by, text, index };
  return (
    matched(quoted, text, at, (value) => isLiteral(value, isPassword.test(called))) ??
    matched(phrase, text, at, isWhole) ??
    (isVariable ? restOfLine(named, at) : null) ??
    matched(bare, text, at, (value) => isBareLiteral(value, { ...place, end: at + value.length }))
  );
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
