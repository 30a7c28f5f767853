/** The loop: decide, perform, append, again and again until nothing is left to do. */
import type { Clean } from '../model/clean.ts';
import type { RunEvent, StoredEvent } from '../model/event.ts';
import { TamperedError } from '../ports/repo.ts';
import type { CleanWriter } from '../ports/journal.ts';
import { type Action, keyOf } from './actions.ts';
import { outOfTime, remainingMs } from './decide/calls/deadline.ts';
import type { Answers, Engine, Performing } from './engine.ts';
import { type Log, openLog } from './log.ts';
import { next } from './decide/next.ts';
import { firstAnswers } from './decide/questions.ts';
import { performAdmit } from './perform/consult/admit.ts';
import { performAttempt } from './perform/fix/attempt.ts';
import { performCall } from './perform/consult/consult.ts';
import { performFindCulprits } from './perform/integrate/find-culprits.ts';
import { performHandOver } from './perform/integrate/hand-over.ts';
import { keepCommits } from './perform/integrate/keep-commits.ts';
import { performIntegrate } from './perform/integrate/integrate.ts';
import { performMovePlaces } from './perform/integrate/move-places.ts';
import { performOpenCycle } from './perform/fix/open-cycle.ts';
import { performPlan } from './perform/consult/plan.ts';
import { performRecheck } from './perform/verify/recheck.ts';
import { performReview } from './perform/consult/review.ts';
import { performScope } from './perform/consult/scope.ts';
import { performSplit } from './perform/integrate/split.ts';
import { performBaseline } from './perform/verify/baseline.ts';
import { performCheck, performCheckHead } from './perform/verify/verify.ts';
import { isConcluding, type RunState } from './state/state.ts';

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
};

/**
 * Runs until the run is finished, or until it waits for a person and nobody is there: then it ends as it stands,
 * parked. Rejects only for a bug or when another process took the run over; the journal then has all that happened.
 */
export const runLoop = async ({ engine, writer, state, onEvent, answers, cancel }: LoopOptions): Promise<RunState> => {
  const log = openLog({ writer, state, engine, onEvent });
  const underWay: UnderWay = new Map();
  const show = (event: RunEvent): void =>
    onEvent(engine.clean({ ...event, run: state.run, seq: state.seq, at: engine.clock.now().toISOString() }));
  const cancelling = whenAborted(cancel);
  const ending = new AbortController();
  const signal = AbortSignal.any([cancel, ending.signal]);
  const stopping = new AbortController();
  const time = startTimer(state, () => engine.clock.now());
  while (!state.finished) {
    if (cancel.aborted && !state.cancelled) log.add([{ type: 'cancel.requested' }]);
    if (time.isOver() && !state.stopping && !isConcluding(state)) log.add([outOfTime(configOf(state))]);
    if (isConcluding(state) && underWay.size > 0) {
      ending.abort();
      await settle(underWay, log);
      continue;
    }
    if (state.stopping) stopping.abort();
    const actions = next(state);
    const decision = actions.find((action) => action.do === 'record');
    if (decision?.do === 'record') {
      log.add(decision.events);
      continue;
    }
    const waits = actions.some((action) => action.do === 'wait');
    if (waits && (await hear(answers, state, log))) continue;
    start(actions.filter(isPerformable), underWay, (action) =>
      perform(
        action,
        { engine, state, config: configOf(state), signal: signalFor(action, signal), ...writing(log), show },
        stopping.signal,
      ),
    );
    if (underWay.size === 0 && !waits) throw new Error(`run ${state.run} has nothing to do and is not finished`);
    if (underWay.size === 0 && !state.attended && !cancel.aborted) break;
    await log.flush();
    const interruptions = [
      ...(state.cancelled ? [] : [cancelling]),
      ...(state.stopping ? [] : [time.over()]),
      ...(waits ? [answers.more()] : []),
    ];
    const done = await Promise.race([...underWay.values(), ...interruptions]);
    if (done === null) continue;
    underWay.delete(done.key);
    log.add(done.events);
  }
  time.stop();
  await log.flush();
  return state;
};

/** Takes what people have answered by now; whether there was anything. Whoever answers has to see the question first. */
const hear = async (answers: Answers, state: RunState, log: Log): Promise<boolean> => {
  await log.flush();
  const events = firstAnswers(state, await answers.take());
  log.add(events);
  return events.length > 0;
};

type UnderWay = Map<string, Promise<{ key: string; events: RunEvent[] }>>;

/** Longer waits would fire at once. */
const longestTimerMs = 2 ** 31 - 1;

/** Says when the run has taken as long as it may. It stands still while the run waits for a person. */
const startTimer = (
  state: RunState,
  now: () => Date,
): { over: () => Promise<null>; isOver: () => boolean; stop: () => void } => {
  const left = (): number => remainingMs(state, configOf(state), now());
  let timer: NodeJS.Timeout | undefined;
  const stop = (): void => clearTimeout(timer);
  const over = (): Promise<null> => {
    stop();
    const { promise, resolve } = Promise.withResolvers<null>();
    const ms = state.waitingFor === undefined ? left() : Number.POSITIVE_INFINITY;
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

const configOf = (state: RunState) => {
  if (!state.config) throw new Error(`run ${state.run} has no configuration`);
  return state.config;
};

/** Waiting is nobody's work. */
type Performable = Exclude<Action, { do: 'wait' }>;
const isPerformable = (action: Action): action is Performable => action.do !== 'wait';

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

const perform = async (action: Performable, performing: Performing, stopping: AbortSignal): Promise<RunEvent[]> => {
  try {
    return await keepCommits(performing, await carryOut(action, performing, stopping));
  } catch (error) {
    if (!(error instanceof TamperedError)) throw error;
    return [{ type: 'run.stopping', reason: 'tampered', message: error.message }];
  }
};

const carryOut = (action: Performable, performing: Performing, stopping: AbortSignal): Promise<RunEvent[]> => {
  switch (action.do) {
    case 'record':
      return Promise.resolve(action.events);
    case 'review':
      return performReview(performing, action.reviewer);
    case 'scope':
      return performScope(performing, action.reviewer);
    case 'admit':
      return performAdmit(performing);
    case 'call':
      return performCall(performing, action.subject, action.agent, stopping);
    case 'plan':
      return performPlan(performing, action.round);
    case 'baseline':
      return performBaseline(performing);
    case 'recheck':
      return performRecheck(performing);
    case 'open-cycle':
      return performOpenCycle(performing, action.cycle);
    case 'attempt':
      return performAttempt(performing, action.unit, stopping);
    case 'check':
      return performCheck(performing, action.unit);
    case 'split':
      return performSplit(performing, action.unit, action.holds);
    case 'integrate':
      return performIntegrate(performing, action.units);
    case 'move-places':
      return performMovePlaces(performing);
    case 'check-head':
      return performCheckHead(performing);
    case 'find-culprits':
      return performFindCulprits(performing);
    case 'hand-over':
      return performHandOver(performing);
    default:
      return action satisfies never;
  }
};
