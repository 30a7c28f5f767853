/** Runs as a table of text. */
import type { RunOverview } from '../../app/runs/status.ts';
import { printable } from '../../plain/printable.ts';
import { waitingLines } from '../../views/questions.ts';
import { duration, usd } from '../../views/words/amounts.ts';
import { foundLine, outcomeOf } from '../../views/words/runs.ts';

/** What a plan left open is no failure: nothing was to be fixed. */
const outcome = ({ status, ...run }: RunOverview): string =>
  status === 'running' || status === 'interrupted'
    ? status
    : outcomeOf({ ...run, status, stopReason: run.stopReason ?? null, coverage: null, plan: {} });

const lasted = ({ startedAt, lastAt }: RunOverview): string => duration(Date.parse(lastAt) - Date.parse(startedAt));

/** `elsewhere`: runs of several repositories are listed, so each says where it is. */
const row = (run: RunOverview, elsewhere: boolean): string[] => [
  run.run,
  run.command,
  outcome(run),
  run.startedAt.slice(0, 19).replace('T', ' '),
  lasted(run),
  foundLine(run),
  run.usd === undefined ? '' : usd(run.usd),
  printable(run.branch ?? ''),
  ...(elsewhere ? [printable(run.root)] : []),
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

/** Columns as wide as what stands in them; those in which nothing stands are left out. */
const inColumns = (rows: readonly string[][]): string[] => {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((cells) => cells[column]?.length ?? 0)));
  return rows.map((cells) =>
    cells
      .flatMap((cell, column) => (widths[column] === 0 ? [] : [cell.padEnd(widths[column] ?? 0)]))
      .join('  ')
      .trimEnd(),
  );
};

export const statusText = (runs: readonly RunOverview[]): string => {
  if (runs.length === 0) return 'No runs yet. Start one with: fixpoint run, or fixpoint fix FILE\n';
  const elsewhere = new Set(runs.map(({ root }) => root)).size > 1;
  return [...inColumns(runs.map((run) => row(run, elsewhere))), ...notes(runs), ''].join('\n');
};
