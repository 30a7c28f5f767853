/**
 * Ways to write a value that does not follow its name at once: in a block of YAML, as the default of a call, beside
 * its name in a list, between the tags of an element.
 */
import { isLiteral, isRandom, isVariableValue } from './literal.ts';
import { matched, type Named } from './matched.ts';
import type { Span } from './span.ts';

const block = /["']?[ \t]{0,8}:[ \t]{0,8}[|>][-+\d]{0,2}[ \t]{0,8}\r?\n[ \t]{1,40}/y;
const line = /(?![$%{<[])[^\r\n]{6,2000}/y;

/** `password: |` with the value on the next line. */
export const inBlock = ({ text, end }: Named): Span | null => {
  const at = endOf(block, text, end);
  return at === null ? null : matched(line, text, at, (value) => isLiteral(value.trim(), true));
};

const valueWords = 'value|default|defaultValue|default_value|ParameterValue|Value|val|content';
const nameWords = 'name|key|parameterkey|variable|var|id|field|option|property|env';
/** Between one of these words and what it says: in JSON and YAML, and in languages that write `=>`. */
const is = String.raw`["']?[ \t]{0,8}[:=][ \t]{0,8}`;
const isInCode = String.raw`["']?[ \t]{0,8}(?:=>|[:=])[ \t]{0,8}`;
const nameSoFar = String.raw`["']?[\w.:/-]{0,100}$`;

const pair = new RegExp(String.raw`["']?[ \t]{0,8}[,;]?\s{0,60}[-"']{0,2}(?:${valueWords})${isInCode}`, 'y');
const pairBegins = new RegExp(`(?:${nameWords})${isInCode}${nameSoFar}`, 'i');
const valueFirst = String.raw`(?:value|defaultValue|ParameterValue|Value)${is}["']([^"'\r\n]{6,400})["'][ \t]{0,8},?`;
const reversed = new RegExp(String.raw`${valueFirst}\s{0,60}["']?(?:name|key|Name|Key|ParameterKey)${is}${nameSoFar}`);
const value = /(["'])((?![$%{<[])(?:(?!\1)[^\r\n]){6,2000})(?=\1)|(?![$%{<["'])([^\s"',}]{6,2000})/y;

const isGiven = (found: string): boolean => isVariableValue(found) && isLiteral(found, true);

/** `name: DB_PASSWORD` with `value: …` beside it. */
export const pairValue = ({ text, index, end }: Named): Span | null => {
  const start = text.slice(Math.max(0, index - 600), index);
  if (!pairBegins.test(start.slice(-160))) return null;
  const at = endOf(pair, text, end);
  if (at !== null) return matchedAny(value, text, at, isGiven);
  return valueBefore(start, index - start.length);
};

/** `value: …` with `name: DB_PASSWORD` behind it. `offset`: where the text begins. */
const valueBefore = (text: string, offset: number): Span | null => {
  const found = reversed.exec(text);
  if (!found?.[1] || !isGiven(found[1])) return null;
  const from = offset + found.index + found[0].indexOf(found[1]);
  return { start: from, end: from + found[1].length };
};

const next = /["'][ \t]{0,4},\s{0,40}(?:default[ \t]{0,3}[:=][ \t]{0,3})?(?=["'`])/y;
const literal = /(["'`])((?![$%{<[])(?:(?!\1)[^\r\n]){8,500})(?=\1[ \t\r\n]{0,40}[),;}\]]|\1$)/y;
const callBegins = /\w[ \t]{0,2}\([ \t\r\n]{0,40}["'][\w.:/-]{0,100}$/;

/** `getenv("API_TOKEN", "…")`. */
export const defaultValue = ({ text, index, end }: Named): Span | null => {
  if (!/["']/.test(text.charAt(end)) || !callBegins.test(text.slice(Math.max(0, index - 160), index))) return null;
  const at = endOf(next, text, end);
  return at === null ? null : matched(literal, text, at, isSpelledOut);
};

/** In code a second string may be anything: a name with a number in it is none. */
const isSpelledOut = (found: string): boolean =>
  !/\s/.test(found) && isRandom(found) && !/^[A-Za-z_$.-]+\d{0,4}[A-Za-z_$.-]*$/.test(found);

const element = /["'][^<>\r\n]{0,80}>[ \t]{0,8}/y;
const attribute = /<[\w:.-]{1,60}[^<>\r\n]{0,100}[ \t](?:key|name|id)=["'][\w.:/-]{0,100}$/;
const inElement = /[^<>\r\n&]{6,2000}(?=<\/)/y;

/** `<entry key="db.password">…</entry>`. */
export const elementText = ({ text, index, end }: Named): Span | null => {
  if (!/["']/.test(text.charAt(end)) || !attribute.test(text.slice(Math.max(0, index - 280), index))) return null;
  const at = endOf(element, text, end);
  return at === null ? null : matched(inElement, text, at, (found) => !/\s/.test(found) && isLiteral(found, true));
};

const endOf = (pattern: RegExp, text: string, at: number): number | null => {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : null;
};

/** Of alternatives, the one that matched. */
const matchedAny = (pattern: RegExp, text: string, at: number, judge: (found: string) => boolean): Span | null => {
  pattern.lastIndex = at;
  const found = pattern.exec(text);
  const inner = found?.[2] ?? found?.[3];
  if (inner === undefined || !judge(inner)) return null;
  return { start: pattern.lastIndex - inner.length, end: pattern.lastIndex };
};
