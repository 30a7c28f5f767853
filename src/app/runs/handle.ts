/** A run under way, as its caller holds it: its events, its result, and a way to cancel it. */
import type { Answers, Engine } from '../../loop/engine.ts';
import { buildReport } from '../../loop/report.ts';
import { runLoop } from '../../loop/run.ts';
import type { Clean } from '../../model/clean.ts';
import type { StoredEvent } from '../../model/event.ts';
import type { Report } from '../../model/report.ts';
import type { Artifacts } from '../../ports/artifacts.ts';
import type { Files } from '../../ports/files.ts';
import { keptClean } from '../../secrets/kept.ts';
import { Attendant, type AskUser } from './attend.ts';
import { withDiffs } from './diffs.ts';
import { EventQueue } from './event-queue.ts';
import { eventsUpTo } from './read-run.ts';
import { steer, type Steered, type Steering } from './steer.ts';

export type RunHandle = {
  run: string;
  /**
   * Every event since the run was started or resumed here, as it happens; for any number of readers. Ends with the run.
   */
  events: AsyncIterable<Clean<StoredEvent>>;
  /** What happened before the run was resumed here; nothing where it was started here. */
  before: () => Promise<Clean<StoredEvent>[]>;
  /** The report, once the run ended; also when it waits for answers of people, with the status `waiting`. */
  result: Promise<Report>;
  /**
   * Once: what is under way ends, what is proven is handed over. Twice: everything ends at once; the run can be
   * resumed.
   */
  cancel: () => void;
  /** What is kept with the run. */
  artifacts: Artifacts;
};

export type Launch = Steered & {
  engine: Engine;
  files: Pick<Files, 'openProgress'>;
  /** What was added when the run was started or resumed here. */
  first: readonly StoredEvent[];
  /** What happened before: entries of PROGRESS.txt may be missing. */
  earlier: readonly StoredEvent[];
  /** Whoever started it answers questions like this. */
  askUser?: AskUser | undefined;
  /** File that entries in the form of PROGRESS.txt are added to, under its real name. */
  progress?: string | undefined;
};

export const launch = (launched: Launch): RunHandle => {
  const { journal, state, engine, first } = launched;
  const run = state.run.id;
  const after = (first[0]?.seq ?? state.run.seq + 1) - 1;
  const past = async (upTo: number): Promise<StoredEvent[]> =>
    (await journal.read(run, { after })).filter(({ seq }) => seq <= upTo);
  const queue = new EventQueue(async (upTo) => (await past(upTo)).map(keptClean));
  for (const event of first) queue.push(keptClean(event));
  const steering = steer(launched);
  const result = finish(launched, queue, steering);
  // Whoever only reads the events still sees a failure, as the rejection of `result` when it is awaited.
  result.catch(() => undefined);
  const before = async (): Promise<Clean<StoredEvent>[]> => (await eventsUpTo(journal, run, after)).map(keptClean);
  return { run, events: queue, before, result, cancel: () => steering.cancel(), artifacts: engine.artifacts };
};

const finish = async (launched: Launch, queue: EventQueue, steering: Steering): Promise<Report> => {
  const { writer, state, engine } = launched;
  const run = state.run.id;
  const { inbox, box, clean, unlessAtOnce } = steering;
  // No event of the journal, so nobody has cleaned it: it may quote a path that the user named.
  const warn = (message: string): void =>
    queue.show(engine.clean({ type: 'warning', message, run, seq: state.run.seq, at: new Date().toISOString() }));
  const progress = progressOf(launched, warn);
  const attendant = attendantOf(launched, steering, warn);
  const answers: Answers = {
    take: box.take,
    more: () => Promise.race([box.more(), ...(attendant ? [attendant.failure] : [])]),
  };
  const onEvent = (event: Clean<StoredEvent>): void => {
    (isShownOnly(event) ? queue.show : queue.push)(event);
    progress?.see(event);
    attendant?.see(event);
  };
  try {
    const loop = runLoop({ engine, writer, state, onEvent, answers, cancel: clean, inbox });
    const report = buildReport(await unlessAtOnce(loop));
    return await withDiffs(report, { artifacts: engine.artifacts, secrets: engine });
  } finally {
    await attendant?.end();
    await progress?.end();
    steering.stop();
    await tidyUp(launched);
    await writer.release().finally(() => queue.end());
  }
};

const progressOf = ({ files, progress: file, earlier }: Launch, warn: (message: string) => void) =>
  file === undefined ? undefined : files.openProgress(file, earlier, warn);

const attendantOf = (
  { askUser, journal, state }: Launch,
  { cancel, clean }: Steering,
  tell: (message: string) => void,
): Attendant | undefined =>
  askUser &&
  new Attendant({
    askUser,
    state,
    send: async (answers) => {
      for (const { question, answer, command } of answers)
        await journal.send(state.run.id, { do: 'answer', id: command, question, text: answer });
    },
    cancel: () => cancel(),
    cancelled: clean,
    tell,
  });

const isShownOnly = ({ type }: StoredEvent): boolean => type === 'attempt.output' || type === 'attempt.activity';

/** What a failure left running would go on unseen. */
const tidyUp = async ({ app, writer, state: { run }, engine }: Launch): Promise<void> => {
  const ownOnly = writer.lost.aborted;
  await app.endProcesses(run.id, run.processes, { ownOnly });
  // The folders of the run belong to whoever took it over.
  if (ownOnly) return;
  // Whoever reads the events would wait for ever if tidying up could keep their end from coming.
  await engine.rooms.close().catch(() => undefined);
  await engine.custody.close().catch(() => undefined);
};
