/** What a patch adds, as opposed to what it moves: counted over all of its files. */
import type { FileState, ReadFile } from '../read-patch.ts';

/** Something that lasts, by a key under which it is known again elsewhere. */
export type Sighting = { key: string; what: string };

/** `line` is the text of one, without what a comment says. */
export type Spotter = (line: string, state: FileState) => Sighting[];

export type Addition = Sighting & { file: string; line: number };

const comment = /^\s*(?:\/\/|#(?!\[)|\*|--|\/\*|<!--|;)/;
const longestLine = 2_000;
const most = 20;

type Line = { text: string; at: number; state: FileState };

const linesOf = (states: readonly (FileState | null)[]): Line[] =>
  states
    .filter((state) => state !== null)
    .flatMap((state) => state.lines.map((text, index) => ({ text, at: index + 1, state })));

/** Those that the others do not have, each as often as it is not there. */
const without = (lines: readonly Line[], others: readonly Line[]): Line[] => {
  const counts = new Map<string, number>();
  for (const { text } of others) counts.set(text.trim(), (counts.get(text.trim()) ?? 0) + 1);
  return lines.filter(({ text }) => {
    const known = counts.get(text.trim()) ?? 0;
    counts.set(text.trim(), known - 1);
    return known <= 0;
  });
};

const sightingsIn = (lines: readonly Line[], spot: Spotter): Addition[] =>
  lines
    .filter(({ text }) => !comment.test(text))
    .flatMap(({ text, at, state }) =>
      spot(text.slice(0, longestLine), state).map((each) => ({ ...each, file: state.path, line: at })),
    );

/** Lines that are only there before, and only after: what moved is neither. */
export type Changes = { removed: readonly Line[]; added: readonly Line[] };

export const changesIn = (files: readonly ReadFile[]): Changes => {
  const [before, after] = [linesOf(files.map((file) => file.before)), linesOf(files.map((file) => file.after))];
  return { removed: without(before, after), added: without(after, before) };
};

/** Those that are there more often than before. */
export const additionsIn = ({ removed, added }: Changes, spot: Spotter): Addition[] => {
  const left = new Map<string, number>();
  for (const { key } of sightingsIn(removed, spot)) left.set(key, (left.get(key) ?? 0) + 1);
  const found = sightingsIn(added, spot).filter(({ key }) => {
    const known = left.get(key) ?? 0;
    left.set(key, known - 1);
    return known <= 0;
  });
  return found.slice(0, most);
};

/** A spotter of one pattern, whose groups are the key. */
export const byPattern =
  (pattern: RegExp, what: (found: readonly string[]) => string, isMeant: (state: FileState) => boolean = () => true) =>
  (line: string, state: FileState): Sighting[] => {
    const found = pattern.exec(line);
    if (found === null || !isMeant(state)) return [];
    const [, ...groups] = found;
    const named = groups.filter((each) => each !== undefined);
    return [
      {
        key: named
          .join(' ')
          .toLowerCase()
          .replaceAll(/["'`\s]+/g, ' '),
        what: what(named),
      },
    ];
  };

export const firstOf =
  (...spotters: readonly Spotter[]): Spotter =>
  (line, state) => {
    for (const spot of spotters) {
      const found = spot(line, state);
      if (found.length > 0) return found;
    }
    return [];
  };
