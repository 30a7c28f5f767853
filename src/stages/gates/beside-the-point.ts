/** Whether a change can be about its finding at all, by the files that it touches. */
import type { Finding } from '../../model/finding.ts';

type Patch = {
  finding: Finding;
  /** Paths that the change touches. */
  files: readonly string[];
  /** What the fixer says of it. */
  explanation: string;
};

const longestExplanation = 20_000;
/** Of those that take a search through the whole explanation. */
const mostOddPaths = 200;
const mostAbsolute = 100;

/** Why a change cannot be about its finding, in words for the fixer; null when a challenger has to look. */
export const besideThePoint = ({ finding, files, explanation }: Patch): string | null => {
  if (finding.file === undefined) return null;
  const places = new Set([finding.file, ...(finding.edits ?? []).map(({ file }) => file)]);
  if (files.some((file) => places.has(file)) || namesOne(explanation.slice(0, longestExplanation), files)) return null;
  return `the change does not touch ${finding.file}, nor any file that the explanation names`;
};

/** As a path, the end of one, or a base name. */
const namesOne = (explanation: string, files: readonly string[]): boolean => {
  const words = wordsOf(explanation);
  const named = new Set(words);
  const absolute = words.filter((word) => word.startsWith('/')).slice(0, mostAbsolute);
  if (
    files.some(
      (file) => endsOf(file).some((end) => named.has(end)) || absolute.some((word) => word.endsWith(`/${file}`)),
    )
  )
    return true;
  const text = ` ${words.join(' ')} `;
  return files
    .map((file) => wordsOf(file))
    .filter((parts) => parts.length > 1)
    .slice(0, mostOddPaths)
    .some((parts) => text.includes(` ${parts.join(' ')} `));
};

/** Whatever may be part of a path stays together; what ends a sentence does not belong to it. */
const wordsOf = (text: string): string[] =>
  text
    .replaceAll('\\', '/')
    .split(/[^\p{L}\p{N}._/@+~-]/u)
    .map((word) => trimmed(word))
    .filter((word) => word !== '');

const trimmed = (word: string): string => {
  let end = word.length;
  while (end > 0 && (word[end - 1] === '.' || word[end - 1] === '-')) end -= 1;
  return word.slice(word.startsWith('./') ? 2 : 0, end);
};

const endsOf = (file: string): string[] => {
  const parts = file.split('/');
  return parts.map((_, index) => parts.slice(index).join('/'));
};
