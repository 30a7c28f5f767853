/** Follows a run to its end: shows it, lets it be cancelled, prints the report, brings it in where asked. */
import type { App } from '../app/app.ts';
import type { AskBudget, AskUser, RunHandle } from '../app/index.ts';
import { given } from '../plain/given.ts';
import { budgetAt } from './questions/ask-budget.ts';
import type { Report } from '../model/report.ts';
import { printReport } from './print-report.ts';
import { applyText } from './texts/apply-text.ts';
import { userAt } from './questions/ask-user.ts';
import { exitCode } from './exit-code.ts';
import { fail } from './fail.ts';
import type { Io } from './io.ts';
import { leanHeap } from './lean-heap.ts';
import type { RunFlags } from './flags/options.ts';
import type { EventSink } from './progress/event-sink.ts';
import { chooseSink } from './progress/sink.ts';
import { savedFiles } from './saved-files.ts';
import { cancelOnSignals } from './signals.ts';

/** Standard output is full of events then: the last of them is the result. */
const printsEvents = ({ jsonl, events }: RunFlags): boolean => jsonl === true || events !== undefined;

/** With --in-place; returns whether the checkout has what the run made. */
const bringIn = async (app: App, report: Report, flags: RunFlags, io: Io): Promise<boolean> => {
  if (flags.inPlace !== true || !report.fixesApplied) return true;
  const { apply } = await import('../app/index.ts');
  // The report is printed by now: what goes wrong here must not become a second document.
  const result = await apply(app, { run: report.run }).catch(async (error: unknown) => {
    await fail(error, io, false);
  });
  if (result === undefined) return false;
  const door = flags.json === true || printsEvents(flags) ? io.stderr : io.stdout;
  await door.print(result, (applied) => `\n${applyText(applied)}`);
  return result.applied;
};

/** Begins a run; questions are answered by the person at the terminal, where there is one. */
export type Start = (given: { askUser?: AskUser; askBudget?: AskBudget }) => Promise<RunHandle>;

/** Shows a run until it ends. */
const follow = async (handle: RunHandle, sink: EventSink): Promise<Report> => {
  const heap = leanHeap();
  try {
    if (sink.recall) (await handle.before()).forEach(sink.recall);
    for await (const event of handle.events) {
      heap.event(event);
      await sink.event(event);
    }
  } finally {
    heap.end();
    await sink.end();
  }
  return handle.result;
};

export type Ending = {
  /** What is printed in place of the report; undefined: the report. */
  printed?: (report: Report) => string | undefined;
  /** What a command makes of a run that has ended and was reported; its code is that of the program. */
  conclude?: (report: Report) => Promise<number>;
};

export const drive = async (
  app: App,
  start: Start,
  flags: RunFlags,
  io: Io,
  { printed, conclude }: Ending = {},
): Promise<number> => {
  const sink = await chooseSink(flags, io);
  const askUser = userAt(io, sink);
  const handle = await start({ ...given({ askUser }), askBudget: budgetAt(io, flags) });
  const unlisten = cancelOnSignals(handle.cancel, sink.note ?? ((text) => io.stderr.say(`${text}\n`)));
  try {
    const report = await follow(handle, sink);
    const files = await savedFiles(handle.artifacts, report, io.stdout.isTTY ? io.env['HOME'] : undefined);
    const inPlace = flags.inPlace === true;
    const { columns: width } = io.stdout;
    const looks = { json: flags.json === true, color: flags.color && io.color(io.stdout), files, inPlace, width };
    if (!printsEvents(flags)) await printReport(report, { printed, looks }, io);
    if (conclude !== undefined) return await conclude(report);
    return (await bringIn(app, report, flags, io)) ? exitCode(report.status) : 1;
  } finally {
    unlisten();
  }
};
