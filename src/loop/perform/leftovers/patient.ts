/** Asks a tracker, and again as it says when it cannot answer now; all waiting together has a limit. */
import type { Clock } from '../../../ports/clock.ts';
import { TrackerError } from '../../../ports/tracker.ts';
import { mostTries, waitAfter } from '../../../stages/leftovers/patience.ts';

export type PatienceOptions = {
  clock: Pick<Clock, 'sleep'>;
  signal: AbortSignal;
  /** How long to wait in all. */
  waitMs: number;
  /** At least so long between two changes. */
  pauseMs: number;
};

export type Patient = {
  /** For what may be asked twice. */
  ask: <T>(question: () => Promise<T>) => Promise<T>;
  /**
   * For what must not be done twice: when it is unclear whether it was done, `find` looks, and only what is not there
   * is asked for again.
   */
  once: <T>(change: () => Promise<T>, find: () => Promise<T | undefined>) => Promise<T>;
};

const gaveUp = (error: TrackerError, needed: number): TrackerError =>
  new TrackerError(
    'shut',
    `${error.message}; it would have to wait ${Math.ceil(needed / 1_000)} s more than leftovers.wait allows`,
    error.waitMs,
  );

export const createPatient = ({ clock, signal, waitMs, pauseMs }: PatienceOptions): Patient => {
  let left = waitMs;
  const wait = async (error: TrackerError, tries: number): Promise<void> => {
    if (error.fault === 'refused' || error.fault === 'shut') throw error;
    if (tries >= mostTries) throw new TrackerError('shut', `${error.message}, ${tries} times in a row`);
    const ms = waitAfter(error, tries, Math.random());
    if (ms > left) throw gaveUp(error, ms - left);
    left -= ms;
    await clock.sleep(ms, signal);
    refuseWhenEnded(signal);
  };
  const ask: Patient['ask'] = (question) => repeat(question, wait);
  return {
    ask,
    once: async (change, find) => {
      await clock.sleep(pauseMs, signal);
      refuseWhenEnded(signal);
      return repeat(change, wait, async (error) => (error.fault === 'unclear' ? ask(find) : undefined));
    },
  };
};

const refuseWhenEnded = (signal: AbortSignal): void => {
  if (signal.aborted) throw new TrackerError('shut', 'the run was ended');
};

/** `recover`: what may have been done after all. */
const repeat = async <T>(
  work: () => Promise<T>,
  wait: (error: TrackerError, tries: number) => Promise<void>,
  recover?: (error: TrackerError) => Promise<T | undefined>,
): Promise<T> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof TrackerError)) throw error;
      await wait(error, tries);
      const done = await recover?.(error);
      if (done !== undefined) return done;
    }
  }
};
