/** A change has to touch the file of its finding, or one that the fixer names (6.5): else it scores 0, unseen. */
import type { Finding } from '../../model/finding.ts';
import { automaticZero, isChallenged } from './automatic.ts';
import { gate, nobody, whoever } from './gate.ts';

export const untouchedFile = gate({
  name: 'untouched',
  about: 'fixes',
  needs: ['answer', 'piece'],
  retry: { when: 'at once', from: 'refused change' },
  judge: ({ answer, piece }, subject) => {
    if (!isChallenged(subject)) return nobody;
    const files = piece.files.map(({ path }) => path);
    const beside = new Map(
      subject.findings.flatMap((finding): [string, string][] => {
        const why = besideThePoint({ finding, files, explanation: answer[finding.id]?.explanation ?? '' });
        return why === null ? [] : [[finding.code, why]];
      }),
    );
    if (beside.size === 0) return nobody;
    const { threshold } = subject.config.challenger;
    return whoever(subject, ({ code }) => {
      const why = beside.get(code);
      const reason =
        why === undefined
          ? `its fix cannot be separated from that of ${[...beside.keys()].join(', ')}, which was not good enough`
          : `0 of ${threshold}: ${why}`;
      // A score, though nobody had to be asked for it: it is counted with those of challengers.
      return { result: 'refused', as: 'challenge', reason, ...(why !== undefined && automaticZero(subject, why)) };
    });
  },
});

export type Patch = {
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
