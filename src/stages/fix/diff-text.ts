/** Lines of the reviewed change as a unified diff. */
import type { ShownLine } from './change.ts';

/** As a unified diff, each line once, by file and place. */
export const asDiff = (lines: readonly ShownLine[]): string =>
  [...Map.groupBy(lines, ({ file }) => file)].map(([file, own]) => headOf(file, own) + bodyOf(own)).join('');

const headOf = (file: string, [first]: readonly ShownLine[]): string => {
  const before = first?.nameBefore ?? null;
  return `--- ${before === null ? '/dev/null' : nameOf('a', before)}\n+++ ${nameOf('b', file)}\n`;
};

const bodyOf = (lines: readonly ShownLine[]): string => {
  const once = new Map(lines.map((line) => [line.n, line]));
  return hunksOf([...once.values()].toSorted((a, b) => a.n - b.n))
    .map(asHunk)
    .join('');
};

/** Names are on one line. */
const nameOf = (side: string, file: string): string => {
  const name = `${side}/${file}`;
  return /[\p{Cc}"\\]/u.test(name) ? JSON.stringify(name) : name;
};

/** Runs of lines with nothing between them. */
const hunksOf = (lines: readonly ShownLine[]): ShownLine[][] => {
  const hunks: ShownLine[][] = [];
  for (const each of lines) {
    const last = hunks.at(-1)?.at(-1);
    if (last && isNext(last, each)) hunks.at(-1)?.push(each);
    else hunks.push([each]);
  }
  return hunks;
};

const isNext = (last: ShownLine, next: ShownLine): boolean =>
  next.n === last.n + 1 &&
  next.old === last.old + (last.sign === '+' ? 0 : 1) &&
  next.now === last.now + (last.sign === '-' ? 0 : 1);

const asHunk = (lines: readonly ShownLine[]): string => {
  const count = (without: string): number => lines.filter(({ sign }) => sign !== without).length;
  const first = lines[0];
  const [old, now] = [count('+'), count('-')];
  const head = `@@ -${startOf(first?.old, old)},${old} +${startOf(first?.now, now)},${now} @@\n`;
  return head + lines.map(({ sign, text }) => `${sign}${text}\n`).join('');
};

/** As git writes it: of a version that has no lines here, the line before. */
const startOf = (line = 1, count = 0): number => (count === 0 ? line - 1 : line);
