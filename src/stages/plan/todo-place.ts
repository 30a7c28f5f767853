/** Where a fix_todo file says that its finding is. */
import { given } from '../../plain/given.ts';
import { isInside, repoPath } from './repo-path.ts';
import { own, type Say } from '../../plain/shape.ts';
import { cutEnd } from '../../plain/cut.ts';

export type Place = { file?: string; line?: number; endLine?: number };

/** What the file says beside the finding: `null` is said too, a missing key is not. */
export const statedPlace = (todo: unknown): Record<string, unknown> =>
  given({ file: own(todo, 'file'), line: own(todo, 'line') });

const pathOf = (file: string, known: string | undefined): string | null =>
  file === known && isInside(file) ? file : repoPath(file);

/**
 * Null when it leads out of the repository: nothing may be fixed there. `known`: a path that was not written by hand.
 */
export const placeOf = ({ file, line }: Record<string, unknown>, say: Say, known?: string): Place | null => {
  if (file === undefined || file === null || file === '') return {};
  const path = typeof file === 'string' ? pathOf(file, known) : null;
  if (path === null) {
    say(`"file" is ${cutEnd(JSON.stringify(file) ?? '', 200)}: give the path within the repository, or null`);
    return null;
  }
  return { file: path, ...linesOf(line, say) };
};

const linesOf = (line: unknown, say: Say): { line?: number; endLine?: number } => {
  if (line === undefined || line === null || line === '') return {};
  const [, first, last = first] =
    /^\s*(\d{1,9})\s*(?:-\s*(\d{1,9})\s*)?$/.exec(typeof line === 'string' ? line : JSON.stringify(line)) ?? [];
  const [start, end] = [Number(first ?? 0), Number(last ?? 0)];
  if (start >= 1 && end >= start) return { line: start, ...(end > start && { endLine: end }) };
  say(`"line" is ${cutEnd(JSON.stringify(line) ?? '', 60)}, which is no line: the finding is kept without one`);
  return {};
};
