/** One line of a compiler's or linter's output: a finding with its place, or something else. */
import { byMaven, fromKotlin } from './compilers.ts';
import { looksLikeFile } from '../place/file-names.ts';
import { pattern } from '../../../plain/pattern.ts';
import { present } from '../../../plain/present.ts';

export type Place = { path: string; line: number; column?: number; endLine?: number; endColumn?: number };
export type Reported = Place & { message: string; indent: number };

/** Nothing of interest is further right: paths end before, messages are cut later anyway. */
const longest = 12_000;

const escape = String.fromCharCode(27);
const bell = String.fromCharCode(7);
/** Colours and the like, and links. */
const escapes = new RegExp(
  `${escape}(?:\\[[0-9;:?]{0,40}[ -/]{0,4}[@-~]|\\][^${bell}${escape}]{0,2000}(?:${bell}|${escape}\\\\)|[@-Z\\\\^_])`,
  'g',
);

/** Without escape sequences. */
export const plain = (line: string): string => {
  const head = line.slice(0, longest);
  return (head.includes(escape) ? head.replaceAll(escapes, '') : head).trimEnd();
};

const drive = '(?:[A-Za-z]:(?=[\\\\/]))?';
/** The path cannot hold a colon, so that there is one way only to read a line. */
const byColon = new RegExp(
  `^(?<path>${drive}[^:]{1,1024}):` +
    /(?<line>\d{1,9})(?::(?<column>\d{1,9}))?/.source +
    // cfn-lint has four numbers with colons between them.
    /(?:-(?<end>\d{1,9})(?::(?<endColumn>\d{1,9}))?|(?::\d{1,9}:\d{1,9})(?=:))?/.source +
    /(?<gap>:\s{0,8}|\s{1,8}-\s{1,8}|\s{1,8})(?<message>\S.*)$/.source,
);
const byParenthesis = pattern(
  '',
  /^(?<path>.{1,1024}?)\((?<line>\d{1,9})(?:,(?<column>\d{1,9}))?/,
  /(?:[,-](?<end>\d{1,9})(?:,(?<endColumn>\d{1,9}))?)?\)\s?:\s{0,8}(?<message>\S.*)$/,
);
const byWords = new RegExp(
  `^(?<path>${drive}[^:]{1,1024}):` +
    /\s{1,4}line\s(?<line>\d{1,9}),\s(?:col|column)\s(?<column>\d{1,9})(?:,\s|\s-\s)(?<message>\S.*)$/.source,
  'i',
);

/**
 * Behind a mere gap a message counts only with a rule or a severity in front, as markdownlint and tsc --pretty write
 * it.
 */
const marked =
  /^(?:(?:fatal error|error|warning|info|note|(?:unknown|forbidden) word)\b|[A-Z]{1,8}\d{2,6}(?:\/|\s|:))/i;
const severityWord = /^(?:fatal error|error|warning|note|info|hint|style)\b/i;
const listMarker = /^(?:[-*+•>|]\s|\d{1,4}[.)]\s|#{1,6}\s|["'`([{<,;=|│╭┌]|\.{3})/;
const clock = /^(?:\d+$|\[?\d{4}-\d{2}-\d{2}|[\w-]{1,60}\s\d{1,2}$|.{0,60}T\d{2}$)/;
const host = /^[\w-]{1,63}(?:\.[\w-]{1,63}){0,6}\.(?:com|org|net|io|dev|local|localhost|internal)$/i;

/** A time, an address or a sentence is not a path. */
const isPath = (path: string, sure: boolean): boolean => {
  if (path.trim() !== path || listMarker.test(path) || clock.test(path) || host.test(path) || path.includes('://'))
    return false;
  const isFile = looksLikeFile(path) || /^\.{0,2}[\\/]|^[A-Za-z]:[\\/]/.test(path);
  if (/\s/.test(path)) return isFile && (sure || /^(?:\.{0,2}[\\/]|[A-Za-z]:[\\/])/.test(path));
  return isFile || (/[\\/]/.test(path) && !path.includes('//')) || (sure && /^\w/.test(path));
};

const numbersOf = (groups: Record<string, string | undefined>): Omit<Place, 'path'> | null => {
  const line = Number(groups['line']);
  const column = Number(groups['column'] ?? 0);
  const end = Number(groups['end'] ?? 0);
  if (!Number.isSafeInteger(line) || line < 0) return null;
  return { line, ...(column > 0 && { column }), ...(end > line && { endLine: end }) };
};

/** What MSBuild, `go vet`, deno and Checkstyle put in front of a line. */
const ahead = /^(?:\d{1,3}>|vet: |file:\/\/(?=\/)|\[(?<word>ERROR|WARN|WARNING|INFO)\] )(?=\S)/;

/** Null when the line reports nothing. */
export const readLine = (text: string): Reported | null => {
  const start = fromKotlin(text.trimStart());
  const before = ahead.exec(start);
  const bare = start.slice(before?.[0].length ?? 0);
  if (bare === '') return null;
  const words = byWords.exec(bare) ?? byMaven.exec(bare);
  const colon = words ? null : byColon.exec(bare);
  const parenthesis = words || colon ? null : byParenthesis.exec(bare);
  const groups = (words ?? colon ?? parenthesis)?.groups;
  const { path, message, gap = ':' } = groups ?? {};
  if (!groups || path === undefined || message === undefined) return null;
  if (gap.startsWith(':') ? /^\d{1,9}\W{0,3}$/.test(message) : !marked.test(message)) return null;
  const sure = severityWord.test(message) || (groups['column'] !== undefined && looksLikeFile(path));
  const numbers = numbersOf(groups);
  if (!numbers || !isPath(path, sure)) return null;
  return {
    path,
    ...numbers,
    message: present([before?.groups?.['word'], words ? message.replace(/\s-\s/, ': ') : message]).join(': '),
    indent: text.length - text.trimStart().length,
  };
};

const arrow = new RegExp(
  `^\\s{0,20}(?:-->|╭▸|┌─)\\s(?<path>${drive}[^:]{1,1024}):(?<line>\\d{1,9}):(?<column>\\d{1,9})$`,
);

/** `  --> src/main.rs:3:5`, the place of what rustc said the line before. */
export const readArrow = (text: string): Place | null => {
  const groups = arrow.exec(text)?.groups;
  const numbers = groups && numbersOf(groups);
  return numbers && groups['path'] !== undefined ? { path: groups['path'], ...numbers } : null;
};

/** `error[E0308]: mismatched types` and `F401 [*] unused`, before its place is known. */
export const isHeadline = (text: string): boolean =>
  /^(?:(?:error|warning)(?:\[[\w:/-]{1,80}\])?:|[A-Z]{1,8}\d{2,6}(?: \[\*\])?) \S/.test(text);

const excerpt = /^(?:\s+\S|\d{1,7}(?:\s|$)|\s{0,12}[|=]\s|\s{0,12}\|$|\.{3}$)/;
const total =
  /^\d{1,7}\s(?:errors?|warnings?|problems?|issues?|files?|passed|failed|findings?|offenses?|violations?)\b/i;

/** A piece of source below a finding. */
export const isExcerpt = (text: string): boolean => excerpt.test(text) && !total.test(text);

/** `    ^~~~` below the code. */
export const isCaret = (text: string): boolean => /^\s{0,2000}[\^~][\^~\s-]{0,2000}$/.test(text);
