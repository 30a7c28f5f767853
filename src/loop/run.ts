/** The loop: decide, perform, append, again and again until nothing is left to do. */
import type { Clean } from '../model/clean.ts';
import type { RunEvent, StoredEvent } from '../model/event.ts';
import { race } from '../plain/race.ts';
import type { CleanWriter } from '../ports/journal.ts';
import { type Action, keyOf } from './actions.ts';
import { isTooLate, outOfTime, remainingMs, tooLate } from './decide/calls/deadline.ts';
import type { Answers, Engine, Performing } from './engine.ts';
import { eventsOfCommand, type Inbox } from './inbox.ts';
import { type Log, openLog } from './log.ts';
import { next } from './decide/next.ts';
import { firstAnswers } from './decide/questions.ts';
import { isPerformable, perform, type Performable } from './perform/perform.ts';
import { isEnding, mayBegin, mayJudge } from './state/mode.ts';
import type { RunState } from './state/state.ts';

export type LoopOptions = {
  engine: Engine;
  writer: CleanWriter;
  state: RunState;
  /** Every event as it happens, stored or only shown. */
  onEvent: (event: Clean<StoredEvent>) => void;
  /** What people say to questions of the run. */
  answers: Answers;
  /** Aborts when the run is to be cancelled: work under way ends, and the run is brought to a clean end. */
  cancel: AbortSignal;
  /** What others ask of the run while it is under way. */
  inbox: Inbox;
};

/**
 * Runs until the run is finished, or until it waits for a person and nobody is there: then it ends as it stands,
 * parked. Rejects only for a bug or when another process took the run over; the journal then has all that happened.
 */
export const runLoop = async (options: LoopOptions): Promise<RunState> => {
  const { state } = options;
  const loop = openLoop(options);
  let isParked = false;
  try {
    while (!state.end.finished && !isParked) isParked = (await turn(loop)) === 'parked';
  } finally {
    endAll(loop);
  }
  await loop.log.flush();
  return state;
};

/** After a failure nobody hears what is under way: none of it may keep the program from ending, least of all a wait. */
const endAll = ({ time, ending, stopping, underWay }: Loop): void => {
  for (const work of underWay.values()) work.catch(() => undefined);
  time.stop();
  ending.abort();
  stopping.abort();
};

type Loop = LoopOptions & {
  log: Log;
  underWay: UnderWay;
  time: ReturnType<typeof startTimer>;
  /** Resolves when the run is cancelled. */
  cancelling: Promise<null>;
  /** Rejects when another process took the run over. */
  lost: Promise<null>;
  /** Ends what is under way. */
  ending: AbortController;
  /** Nobody waits for an agent any more. */
  stopping: AbortController;
};

const openLoop = (options: LoopOptions): Loop => {
  const { engine, writer, state, onEvent, cancel } = options;
  return {
    ...options,
    log: openLog({ writer, state, engine, onEvent }),
    underWay: new Map(),
    time: startTimer(state, () => engine.clock.now()),
    cancelling: whenAborted(cancel),
    lost: whenLost(writer.lost),
    ending: new AbortController(),
    stopping: new AbortController(),
  };
};

/** One decision written down, or one thing under way come to its end. */
const turn = async (loop: Loop): Promise<'goes on' | 'parked'> => {
  const { state, log, underWay, answers, cancel } = loop;
  noteInterruptions(loop);
  if (isEnding(state) && underWay.size > 0) {
    loop.ending.abort();
    await settle(underWay, log);
    return 'goes on';
  }
  if (!mayBegin(state)) loop.stopping.abort();
  const actions = next(state);
  const decision = actions.find((action) => action.do === 'record');
  if (decision?.do === 'record') {
    log.add(decision.events);
    return 'goes on';
  }
  if (beginsTooLate(loop, actions)) {
    log.add([tooLate(state, loop.engine.clock.now())]);
    return 'goes on';
  }
  const waits = actions.some((action) => action.do === 'wait');
  if (waits && (await hear(answers, state, log))) return 'goes on';
  start(actions.filter(isPerformable), underWay, (action) =>
    perform(action, performingFor(loop, action), loop.stopping.signal),
  );
  if (underWay.size === 0 && !waits) throw new Error(`run ${state.run.id} has nothing to do and is not finished`);
  if (underWay.size === 0 && !state.people.attended && !cancel.aborted) return 'parked';
  if (actions.length === 0 || !actions.every(canBeLost)) await log.flush();
  await takeFirst(loop, waits);
  return 'goes on';
};

/** Has no effect and costs nothing: what led to it is stored with what comes of it. */
const canBeLost = (action: Action): boolean => action.do === 'move-places';

const noteInterruptions = ({ state, log, time, cancel, inbox }: Loop): void => {
  log.add(inbox.take().flatMap(eventsOfCommand));
  if (cancel.aborted && !state.end.cancelled) log.add([{ type: 'cancel.requested' }]);
  if (time.isOver() && isTimed(state)) log.add([outOfTime(state)]);
};

/** An attempt is to be begun that could not be proven in time. */
const beginsTooLate = ({ state, underWay, engine }: Loop, actions: readonly Action[]): boolean =>
  mayBegin(state) &&
  actions.some((action) => isFix(action) && !underWay.has(keyOf(action))) &&
  isTooLate(state, engine.clock.now());

const isFix = (action: Action): boolean => action.do === 'attempt' || action.do === 'edit';

/** What was handed over is through: telling others about it is not cut short by a limit on the work. */
const isTimed = (state: RunState): boolean => mayJudge(state) && !state.end.handedOver;

const performingFor = ({ engine, state, log, onEvent, cancel, ending }: Loop, action: Action): Performing => ({
  engine,
  state,
  signal: signalFor(action, AbortSignal.any([cancel, ending.signal])),
  ...writing(log),
  show: (event) =>
    onEvent(engine.clean({ ...event, run: state.run.id, seq: state.run.seq, at: engine.clock.now().toISOString() })),
});

/** Whatever comes first: something under way, or a reason to look again. */
const takeFirst = async (loop: Loop, waits: boolean): Promise<void> => {
  const { state, log, underWay, time, answers, cancelling, lost, inbox } = loop;
  const interruptions = [
    lost,
    inbox.arrival,
    ...(state.end.cancelled ? [] : [cancelling]),
    ...(isTimed(state) ? [time.over()] : []),
    ...(waits ? [answers.more()] : []),
  ];
  const done = await race<Done | null>([...underWay.values(), ...interruptions]);
  if (done === null) return;
  underWay.delete(done.key);
  log.add(done.events);
};

/** Takes what people have answered by now, and says whether there was anything; they have to see the question first. */
const hear = async (answers: Answers, state: RunState, log: Log): Promise<boolean> => {
  await log.flush();
  const events = firstAnswers(state, await answers.take());
  log.add(events);
  return events.length > 0;
};

type Done = { key: string; events: RunEvent[] };
type UnderWay = Map<string, Promise<Done>>;

/** Longer waits would fire at once. */
const longestTimerMs = 2 ** 31 - 1;

/** Says when the run has taken as long as it may. It stands still while the run waits for a person. */
const startTimer = (
  state: RunState,
  now: () => Date,
): { over: () => Promise<null>; isOver: () => boolean; stop: () => void } => {
  const left = (): number => remainingMs(state, now());
  let timer: NodeJS.Timeout | undefined;
  const stop = (): void => clearTimeout(timer);
  const over = (): Promise<null> => {
    stop();
    const { promise, resolve } = Promise.withResolvers<null>();
    const ms = state.people.waitingFor === undefined ? left() : Number.POSITIVE_INFINITY;
    if (Number.isFinite(ms)) timer = setTimeout(() => resolve(null), Math.min(ms, longestTimerMs));
    return promise;
  };
  return { over, isOver: () => left() === 0, stop };
};

/** Failing to write a note in passing shows at the next append, which fails for the same reason. */
const writing = (log: Log): Pick<Performing, 'emit' | 'note'> => ({
  emit: (event) => {
    log.add([event]);
    return log.flush();
  },
  note: (event) => {
    log.add([event]);
    log.flush().catch(() => undefined);
  },
});

/** Handing over is what a cancelled run still does: it is not cut short. */
const signalFor = (action: Action, cancel: AbortSignal): AbortSignal =>
  action.do === 'hand-over' ? new AbortController().signal : cancel;

const start = (
  actions: readonly Performable[],
  underWay: UnderWay,
  perform: (action: Performable) => Promise<RunEvent[]>,
): void => {
  for (const action of actions) {
    const key = keyOf(action);
    if (!underWay.has(key))
      underWay.set(
        key,
        perform(action).then((events) => ({ key, events })),
      );
  }
};

const settle = async (underWay: UnderWay, log: Log): Promise<void> => {
  const ended = await Promise.all(underWay.values());
  underWay.clear();
  for (const { events } of ended) log.add(events);
  await log.flush();
};

const whenAborted = (signal: AbortSignal): Promise<null> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve(null);
    else signal.addEventListener('abort', () => resolve(null), { once: true });
  });

const whenLost = (signal: AbortSignal): Promise<null> => {
  const lost = whenAborted(signal).then(() => Promise.reject(signal.reason));
  // Between two waits nobody listens.
  lost.catch(() => undefined);
  return lost;
};
