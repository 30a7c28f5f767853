/** Runs as a table of text. */
import type { RunOverview } from '../../app/runs/status.ts';
import { printable } from '../../plain/printable.ts';
import { waitingLines } from '../../views/questions.ts';
import { totalsLine } from '../../views/words/runs.ts';

const row = (run: RunOverview): string[] => [
  run.run,
  run.status,
  run.startedAt.slice(0, 19).replace('T', ' '),
  totalsLine(run.totals),
  printable(run.branch ?? ''),
  printable(run.root),
];

/** What a person can do about runs that stand still. */
const notes = (runs: readonly RunOverview[]): string[] => {
  const stopped = runs.find(({ status }) => status === 'interrupted');
  return [
    ...(stopped === undefined ? [] : ['', `Resume an interrupted run: fixpoint resume ${stopped.run}`]),
    ...runs.flatMap(({ run, questions }) =>
      questions === undefined ? [] : ['', `Run ${run}:`, ...waitingLines(run, questions)],
    ),
  ];
};

export const statusText = (runs: readonly RunOverview[]): string => {
  if (runs.length === 0) return 'No runs yet. Start one with: fixpoint run, or fixpoint fix --from FILE\n';
  const rows = runs.map(row);
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((cells) => cells[column]?.length ?? 0)));
  const lines = rows.map((cells) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  return [...lines, ...notes(runs), ''].join('\n');
};
