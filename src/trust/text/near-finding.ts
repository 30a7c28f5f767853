/** Whether a line of a changed file lies where a finding was, though lines were put in or taken out before it. */
import type { Asking } from '../../model/patch.ts';
import type { ReadFile } from '../read-patch.ts';

/** How far around a finding its own code reaches, where nothing that stayed lies between. */
const around = 1;

const placesIn = (lines: readonly string[]): Map<string, number> => {
  const places = new Map<string, number>();
  for (const [at, line] of lines.entries()) {
    const text = line.trim();
    if (text.length > 3) places.set(text, places.has(text) ? -1 : at + 1);
  }
  return places;
};

/** The nearest line in this direction that stands once before and once after, as a line of before. */
const anchor = (
  from: number,
  step: 1 | -1,
  lines: readonly string[],
  now: ReadonlyMap<string, number>,
  was: ReadonlyMap<string, number>,
): number | null => {
  for (let line = from; line >= 1 && line <= lines.length; line += step) {
    const text = lines[line - 1]?.trim() ?? '';
    const old = was.get(text) ?? -1;
    if (old > 0 && now.get(text) === line) return old;
  }
  return null;
};

/** `line`: of the file as it is now. A finding without a line lies nowhere in particular. */
export const isNearFinding = (line: number, file: ReadFile, { file: path, line: at, endLine }: Asking): boolean => {
  const { before, after } = file;
  if (at === undefined || after === null || before === null || (path !== file.path && path !== file.was)) return false;
  const [was, now] = [placesIn(before.lines), placesIn(after.lines)];
  const above = anchor(line, -1, after.lines, now, was) ?? 1;
  const below = anchor(line, 1, after.lines, now, was) ?? before.lines.length;
  return above - around <= (endLine ?? at) && at <= below + around;
};
