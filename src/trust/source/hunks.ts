/** Places of a file where a patch puts some lines for others, each with what was there and what is there now. */
import type { Side, SourceChange } from './change.ts';
import { codeLines, type CodeLine } from './code-lines.ts';

export type SourceHunk = { removed: readonly CodeLine[]; added: readonly CodeLine[] };

const byLine = (side: Side): ReadonlyMap<number, CodeLine> => new Map(codeLines(side).map((line) => [line.line, line]));

const taken = (lines: ReadonlyMap<number, CodeLine>, from: number, to: number): CodeLine[] => {
  const found: CodeLine[] = [];
  for (let at = from; at < to; at += 1) {
    const line = lines.get(at);
    if (line !== undefined) found.push(line);
  }
  return found;
};

export const hunksOf = ({ before, after }: SourceChange): SourceHunk[] => {
  if (before === null || after === null) return [];
  const [old, now] = [byLine(before), byLine(after)];
  const hunks: SourceHunk[] = [];
  let [at, to] = [1, 1];
  while (at <= before.state.lines.length || to <= after.state.lines.length) {
    const [from, start] = [at, to];
    while (before.changed.has(at)) at += 1;
    while (after.changed.has(to)) to += 1;
    if (at > from || to > start) hunks.push({ removed: taken(old, from, at), added: taken(now, start, to) });
    at += 1;
    to += 1;
  }
  return hunks;
};
