/** A run under way, as its caller holds it: its events, its result, and a way to cancel it. */
import type { Answers, Engine } from '../loop/engine.ts';
import { buildReport } from '../loop/report.ts';
import { runLoop } from '../loop/run.ts';
import type { RunState } from '../loop/state/state.ts';
import type { StoredEvent } from '../model/event.ts';
import { Expected } from '../model/expected.ts';
import type { Report } from '../model/report.ts';
import type { Files } from '../ports/files.ts';
import type { CleanWriter, Journal } from '../ports/journal.ts';
import type { App } from './app.ts';
import { AnswerBox } from './answer-box.ts';
import { Attendant, type AskUser } from './attend.ts';
import { EventQueue } from './event-queue.ts';

export type RunHandle = {
  run: string;
  /** Every event as it happens; for one reader. Ends with the run. */
  events: AsyncIterable<StoredEvent>;
  /** The report, once the run ended; also when it waits for answers of people, with the status `waiting`. */
  result: Promise<Report>;
  /**
   * Once: what is under way ends, what is proven is handed over. Twice: everything ends at once; the run can be
   * resumed.
   */
  cancel: () => void;
};

/** The run was ended at once, in the middle of things. */
export class EndedAtOnce extends Expected {
  override name = 'EndedAtOnce';

  constructor(message: string) {
    super('cancelled', message);
  }
}

export type Launch = {
  app: Pick<App, 'endProcesses'>;
  files: Pick<Files, 'openProgress'>;
  journal: Journal;
  writer: CleanWriter;
  state: RunState;
  engine: Engine;
  queue: EventQueue;
  /** What happened before: entries of PROGRESS.txt may be missing. */
  earlier: readonly StoredEvent[];
  /** Whoever started it answers questions like this. */
  askUser?: AskUser | undefined;
  cancelled?: boolean;
  /** File that entries in the form of PROGRESS.txt are added to, under its real name. */
  progress?: string | undefined;
};

const pollMs = 300;

export const launch = ({
  app,
  files,
  journal,
  writer,
  state,
  engine,
  queue,
  earlier,
  askUser,
  cancelled = false,
  progress: file,
}: Launch): RunHandle => {
  const { run } = state;
  const clean = new AbortController();
  const atOnce = Promise.withResolvers<never>();
  const cancel = (): void => {
    if (!clean.signal.aborted) return clean.abort();
    void app
      .endProcesses(run, state.processes, { graceMs: 0 })
      .finally(() => atOnce.reject(new EndedAtOnce(`Run ${run} was ended at once.`)));
  };
  if (cancelled) cancel();
  const stopWatching = watchRequests(journal, run, cancel);
  const warn = (message: string): void =>
    queue.push({ type: 'warning', message, run, seq: state.seq, at: new Date().toISOString() });
  const progress = file === undefined ? undefined : files.openProgress(file, earlier, warn);
  const box = new AnswerBox();
  const attendant =
    askUser &&
    new Attendant({
      askUser,
      state,
      send: (said) => box.add(engine.clean(said)),
      cancel,
      cancelled: clean.signal,
      tell: warn,
    });
  const answers: Answers = {
    take: box.take,
    more: () => Promise.race([box.more(), ...(attendant ? [attendant.failure] : [])]),
  };
  const onEvent = (event: StoredEvent): void => {
    queue.push(event);
    progress?.see(event);
    attendant?.see(event);
  };
  const finish = async (): Promise<Report> => {
    try {
      const loop = runLoop({ engine, writer, state, onEvent, answers, cancel: clean.signal });
      return buildReport(await Promise.race([loop, atOnce.promise]));
    } finally {
      await attendant?.end();
      await progress?.end();
      stopWatching();
      // What a failure left running would go on unseen.
      await app.endProcesses(run, state.processes);
      // Whoever reads the events would wait for ever if tidying up could keep their end from coming.
      await engine.rooms.close().catch(() => undefined);
      await engine.custody.close().catch(() => undefined);
      await writer.release().finally(() => queue.end());
    }
  };
  const result = finish();
  // Whoever only reads the events still sees a failure, as the rejection of `result` when it is awaited.
  result.catch(() => undefined);
  return { run, events: queue, result, cancel };
};

/** `fixpoint cancel` asks through the journal. */
const watchRequests = (journal: Journal, run: string, cancel: () => void): (() => void) => {
  let heard = 0;
  const look = async (): Promise<void> => {
    for (const asked = await journal.cancelRequests(run).catch(() => heard); heard < asked; heard += 1) cancel();
  };
  const timer = setInterval(() => void look(), pollMs);
  return () => clearInterval(timer);
};
