/** Measures the change that a round looks at, and finds out which of its findings fixes of this run brought (7.7). */
import type { RunEvent, RunEventOf } from '../../../model/event.ts';
import type { Finding } from '../../../model/finding.ts';
import { linesOf } from '../../../plain/lines/moved-lines.ts';
import { linesWritten } from '../../../plain/lines/lines-written.ts';
import type { Custody } from '../../../ports/repo.ts';
import type { Performing } from '../../engine.ts';
import { currentRound } from '../../state/state.ts';

/** `events`: what the round leads to, of which findings that are new are looked at. */
export const measureRound = async (
  { engine: { custody }, state }: Performing,
  events: readonly RunEvent[],
): Promise<RunEventOf<'round.measured'>[]> => {
  const round = currentRound(state);
  const [from, to] = [custody.start.commit, round?.head.commit];
  if (!round || to === undefined || from === to) return [];
  const { files } = await custody.diff(from, to);
  const sum = (key: 'added' | 'removed'): number => files.reduce((total, file) => total + (file[key] ?? 0), 0);
  const touched = new Set(files.map(({ path }) => path));
  const found = events.flatMap((event) => (event.type === 'findings.admitted' ? event.findings : []));
  const isTouched = ({ file, line }: Finding): boolean => line !== undefined && touched.has(file ?? '');
  const minted = await mintedOnes(custody, { from, to, touched }, found.filter(isTouched));
  return [{ type: 'round.measured', round: round.round, added: sum('added'), removed: sum('removed'), minted }];
};

type Change = { from: string; to: string; touched: ReadonlySet<string> };

/** Those of which every line was written by this run. Where nobody can tell, it was not. */
const mintedOnes = async (custody: Custody, change: Change, findings: readonly Finding[]): Promise<string[]> => {
  if (findings.length === 0) return [];
  const older = await Promise.all([...change.touched].map((file) => custody.readText(change.from, file)));
  const known = older.flatMap((text) => (text === null ? [] : linesOf(text)));
  const minted: string[] = [];
  for (const [file, own] of Map.groupBy(findings, (finding) => finding.file ?? '')) {
    const [before, now] = await Promise.all([custody.readText(change.from, file), custody.readText(change.to, file)]);
    if (now === null) continue;
    const written = linesWritten(before === null ? [] : linesOf(before), linesOf(now), known);
    minted.push(...own.filter((finding) => isWritten(written, finding)).map(({ id }) => id));
  }
  return minted;
};

/** Blank lines are nobody's. */
const isWritten = (written: readonly (boolean | null)[], { line = 0, endLine = line }: Finding): boolean => {
  const own = written.slice(line - 1, Math.max(line, endLine)).filter((each) => each !== null);
  return own.length > 0 && own.every(Boolean);
};
