/** What the reviewed change did around a finding: the lines near it. */
import { type ChangedLine, changedLines } from '../../plain/lines/changed-lines.ts';
import { linesOf } from '../../plain/lines/moved-lines.ts';
import type { Finding } from '../../model/finding.ts';
import { cleanLines, shortLine } from './excerpt.ts';

/** One line of the change; `n` is its place among the changed lines of its file, so that none is shown twice. */
export type ShownLine = ChangedLine & { file: string; nameBefore: string | null; n: number };

/** A file before and after the change. `nameBefore`: the name that it had; null where it is new. */
export type ChangedFile = { file: string; nameBefore: string | null; before: string | null; after: string };

/** Both versions of it, and what is different. */
export type FileChange = { lines: ShownLine[]; old: readonly string[]; now: readonly string[] };

export const readChange = ({ file, nameBefore, before, after }: ChangedFile): FileChange => {
  const old = before === null ? [] : linesOf(before);
  const now = linesOf(after);
  return { old, now, lines: changedLines(old, now).map((each, n) => ({ ...each, file, nameBefore, n })) };
};

/** Further away, a change says little about a finding. */
const near = 20;
const mostLines = 120;
const mostCharacters = 8_000;

type Clean = (text: string) => string;
type Range = Pick<Finding, 'line' | 'endLine'>;

/** `finding`: where it was in the new version; without a line, all of its file is near. What is nearest is shown. */
export const changeAround = (change: FileChange, range: Range, clean: Clean): ShownLine[] => {
  const measured = change.lines.map((line) => ({ line, distance: distanceTo(range, line) }));
  const close = measured.filter(({ distance }) => distance <= near);
  if (close.every(({ line }) => line.sign === ' ')) return [];
  const nearest = close.toSorted((a, b) => a.distance - b.distance || a.line.n - b.line.n).map(({ line }) => line);
  const shown = withinLimits(nearest).toSorted((a, b) => a.n - b.n);
  return cleaned(shown, change, clean);
};

const distanceTo = ({ line, endLine }: Range, { now }: ChangedLine): number =>
  line === undefined ? 0 : Math.max(line - now, now - Math.max(line, endLine ?? line), 0);

/** As many as there is room for, the first ones first. */
const withinLimits = (lines: readonly ShownLine[]): ShownLine[] => {
  let room = mostCharacters;
  const kept: ShownLine[] = [];
  for (const each of lines.slice(0, mostLines)) {
    room -= shortLine(each.text).length + 1;
    if (room < 0) break;
    kept.push(each);
  }
  return kept;
};

/** Cleaned among the lines around them, before anything is cut: a secret may begin or end elsewhere. */
const cleaned = (lines: readonly ShownLine[], { old, now }: FileChange, clean: Clean): ShownLine[] => {
  const isOld = ({ sign }: ShownLine): boolean => sign === '-';
  const inOld = cleanAt(
    lines.filter(isOld).map((line) => line.old),
    old,
    clean,
  );
  const inNow = cleanAt(
    lines.filter((line) => !isOld(line)).map((line) => line.now),
    now,
    clean,
  );
  return lines.map((line) => ({ ...line, text: shortLine((isOld(line) ? inOld(line.old) : inNow(line.now)) ?? '') }));
};

/** The text of these lines, by their numbers, which are in order. */
const cleanAt = (
  numbers: readonly number[],
  version: readonly string[],
  clean: Clean,
): ((line: number) => string | undefined) => {
  const first = numbers[0] ?? 1;
  const lines = cleanLines(version, first, numbers.at(-1) ?? 0, clean);
  return (line) => lines[line - first];
};
