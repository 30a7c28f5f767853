/**
 * Ways to write a value that does not follow its name at once: in a file of variables, in a block of YAML, as the
 * default of a call, beside its name in a list, between the tags of an element.
 */
import { isLiteral, isRandom, isVariableValue } from './literal.ts';
import { matched, type Named } from './matched.ts';
import type { Span } from './span.ts';

/** Where nothing but a mark of a diff, a list, a comment or a quote stands before a variable. */
const variableBegins =
  /(?:^|\n)[+ -]?[ \t]{0,40}(?:\d{1,6} \| ?)?(?:#[ \t]?|-[ \t]{1,4})?(?:(?:export|set|setx|declare -x|ENV|-e|--env)[ \t]{1,4})?["'`]?[A-Z0-9_]{0,100}$/;
const variableInCommand = /[\s"'](?:-e|--env|--build-arg|export|ENV)[ \t=]{1,4}["'`]?[A-Z0-9_]{0,100}$/;

/** `DB_PASSWORD=…` as in the files that programs read their environment from. */
export const isLineOfVariables = ({ text, called, index }: Named): boolean => {
  if (called !== called.toUpperCase()) return false;
  const start = text.slice(Math.max(0, index - 160), index);
  return (index <= 160 ? variableBegins : startsALine).test(start) || variableInCommand.test(start);
};
const startsALine = new RegExp(variableBegins.source.replace('(?:^|\\n)', '\\n'));

const untilLineEnds = /(?![$%{<[("'`=])[^\r\n"`<>]{6,2000}/y;
/** What follows an assignment in a command line is no part of the value. */
const command =
  /[ \t]+(?:#|&&|\|\|?|[;>]|\\?$|[A-Za-z_]\w*=|-|\.{0,2}\/|~\/|(?:sudo|env|exec|time|npm|npx|pnpm|yarn|bun|deno|node|tsx?|tsc|eslint|vitest|jest|python[\d.]*|pip[\d.]*|pytest|uv|uvx|poetry|go|cargo|rustc|make|cmake|gradlew?|mvnw?|java|dotnet|php|composer|ruby|rails|bundle|rake|sh|bash|zsh|docker|podman|kubectl|helm|terraform|tofu|pulumi|ansible|aws|gcloud|az|gh|glab|git|curl|wget|psql|mysql|redis-cli|cat|echo|printf|test|true|false)(?=\s|$)).*$|[;&|](?=\s|$).*$|\s+$|\\[nrt].*$/;

/** All of a line, its blanks too, unless a command follows the value. */
export const restOfLine = ({ text }: Named, at: number): Span | null => {
  untilLineEnds.lastIndex = at;
  const line = untilLineEnds.exec(text)?.[0];
  if (line === undefined) return null;
  const quote = text.charAt(at + line.length);
  const value = line.replace(command, '').replace(quote === '"' || quote === '`' ? /[,}\])]*$/ : /$/, '');
  return isVariableValue(value) ? { start: at, end: at + value.length } : null;
};

const block = /["']?[ \t]{0,8}:[ \t]{0,8}[|>][-+\d]{0,2}[ \t]{0,8}\r?\n[ \t]{1,40}/y;
const line = /(?![$%{<[])[^\r\n]{6,2000}/y;

/** `password: |` with the value on the next line. */
export const inBlock = ({ text, end }: Named): Span | null => {
  const at = endOf(block, text, end);
  return at === null ? null : matched(line, text, at, (value) => isLiteral(value.trim(), true));
};

const pair =
  /["']?[ \t]{0,8}[,;]?\s{0,60}[-"']{0,2}(?:value|default|defaultValue|default_value|ParameterValue|Value|val|content)["']?[ \t]{0,8}(?:=>|[:=])[ \t]{0,8}/y;
const pairBegins =
  /(?:name|key|parameterkey|variable|var|id|field|option|property|env)["']?[ \t]{0,8}(?:=>|[:=])[ \t]{0,8}["']?[\w.:/-]{0,100}$/i;
const reversed =
  /(?:value|defaultValue|ParameterValue|Value)["']?[ \t]{0,8}[:=][ \t]{0,8}["']([^"'\r\n]{6,400})["'][ \t]{0,8},?\s{0,60}["']?(?:name|key|Name|Key|ParameterKey)["']?[ \t]{0,8}[:=][ \t]{0,8}["']?[\w.:/-]{0,100}$/;
const value = /(["'])((?![$%{<[])(?:(?!\1)[^\r\n]){6,2000})(?=\1)|(?![$%{<["'])([^\s"',}]{6,2000})/y;

const isGiven = (found: string): boolean => isVariableValue(found) && isLiteral(found, true);

/** `name: DB_PASSWORD` with `value: …` beside it. */
export const pairValue = ({ text, index, end }: Named): Span | null => {
  const start = text.slice(Math.max(0, index - 600), index);
  if (!pairBegins.test(start.slice(-160))) return null;
  const at = endOf(pair, text, end);
  if (at !== null) return matchedAny(value, text, at, isGiven);
  const earlier = reversed.exec(start);
  if (!earlier?.[1] || !isGiven(earlier[1])) return null;
  const from = index - start.length + earlier.index + earlier[0].indexOf(earlier[1]);
  return { start: from, end: from + earlier[1].length };
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
