/**
 * Places in the code as people and agents write them: `a.py:42-50`, `` `a.py` line 42 ``, `a.py#L42`, `C:\x\a.py(4,2)`.
 */
import { given } from '../../../plain/given.ts';
import type { LineRange } from '../../read/lines.ts';
import { readMarker } from './markers.ts';
import { notAFile, looksLikeFile } from './file-names.ts';

/** `rest`: what stands behind the place, such as a second one. */
export type Place = LineRange & { path: string; column?: number; rest: string };

/** Longer text is no place; what is behind this belongs to the rest. */
const longest = 2_000;
const mostWords = 20;

const withMarker = (path: string, behind: string): Place => {
  const marker = readMarker(behind);
  const { line, endLine, column, length } = marker ?? { length: 0 };
  return {
    path,
    ...given({ line, endLine }),
    ...(column !== undefined && line !== undefined && { column }),
    rest: behind
      .slice(length)
      .replace(/^[\s,;:.)\]–—-]{1,20}/, '')
      .trim(),
  };
};

/** Where a path in a word ends, and what marks its line begins; a drive's colon is part of the path. */
const splitWord = (word: string): { path: string; behind: string } => {
  const at = word.search(/(?<!^[A-Za-z]):|#L\d|\(\d{1,9}(?:,\d{1,9})?\)|[,;](?=\s|$)/);
  const path = at < 0 ? word : word.slice(0, at);
  const bare = path.replace(/[.,;)\]]{1,5}$/, '');
  return { path: bare, behind: word.slice(bare.length) };
};

const wordsBeforeAPath = /^(?:(?:see|in|at|the|both|file|files|path|from|also|e\.g\.)[\s:]{1,3}){1,3}(?=\S*[./\\])/i;

/** A path without quotes may hold spaces: it ends with the first word that looks like the end of a file's name. */
const readBare = (text: string): Place | null => {
  const from = wordsBeforeAPath.exec(text)?.[0].length ?? 0;
  const words = text.slice(from).matchAll(/\S{1,1024}/g);
  let count = 0;
  let first: Place | null = null;
  for (const word of words) {
    if (++count > mostWords) break;
    const { path, behind } = splitWord(word[0]);
    const start = from + word.index;
    const place = withMarker(text.slice(from, start + path.length), behind + text.slice(start + word[0].length));
    if (looksLikeFile(path) || (readMarker(behind) && path !== '')) return place;
    first ??= place;
    if (/[,;]$/.test(word[0])) break;
  }
  return first && (count === 1 || first.line !== undefined || /[\\/]/.test(first.path)) ? first : null;
};

const quotes: readonly RegExp[] = [
  /^\[`?(?<inner>[^\]`\n]{1,1024})`?\]\([^)\n]{0,1024}\)/,
  /^(?:\*\*|__)?`{1,2}(?<inner>[^`\n]{1,1024})`{1,2}(?:\*\*|__)?/,
  /^\*\*(?<inner>[^*\n]{1,1024})\*\*/,
  /^"(?<inner>[^"\n]{1,1024})"/,
  /^'(?<inner>[^'\n]{1,1024})'/,
];

const readQuoted = (text: string): Place | null => {
  for (const quote of quotes) {
    const match = quote.exec(text);
    const inner = match?.groups?.['inner']?.trim();
    if (!match || !inner) continue;
    const place = readBare(inner);
    const behind = text.slice(match[0].length);
    if (!place) return withMarker(inner, behind);
    if (place.line === undefined && place.rest === '') return withMarker(place.path, behind);
    return { ...place, rest: [place.rest, withMarker('', behind).rest].filter(Boolean).join(' ') };
  }
  return null;
};

/**
 * The first place in a text that is meant to hold one. Null when there is nothing that could be a path; a path of one
 * word
 * counts whatever it looks like.
 */
export const readPlace = (raw: string): Place | null => {
  const text = raw.trim();
  const head = text.slice(0, longest);
  if (notAFile.test(head)) return null;
  const place = readQuoted(head) ?? readBare(head);
  if (!place || !/\w/.test(place.path)) return null;
  const rest = (place.rest + text.slice(longest)).trim();
  return { ...place, rest };
};

const mention = /(?<![\w/\\.@:-])(?:[A-Za-z]:[\\/]|\/)?[\w@.~+()[\]-]{1,200}(?:[\\/][\w@.~+()[\]-]{1,200}){0,40}/g;

/** The first file that prose names by an extension, with its line where one stands behind it. */
export const findMention = (prose: string): (Place & { index: number; length: number }) | null => {
  const text = prose.slice(0, longest);
  for (const match of text.matchAll(mention)) {
    const path = match[0].replace(/^[([]{1,3}/, '').replace(/[.,;)\]]{1,5}$/, '');
    const index = match.index + match[0].indexOf(path);
    if (!looksLikeFile(path) || text.startsWith('://', index + path.length)) continue;
    const closing = text[index + path.length] === '`' ? 1 : 0;
    const behind = text.slice(index + path.length + closing);
    const marker = readMarker(behind);
    const { rest: _, ...place } = withMarker(path, behind);
    return { ...place, rest: '', index, length: path.length + closing + (marker?.length ?? 0) };
  }
  return null;
};
