/** How long a git is waited for, and what is said when that was too long. */
import { RepoError } from '../../../ports/repo.ts';

/** Git was ended by us: it took too long, or nobody waits for it any more. */
export class GitStopped extends RepoError {}

/** Long enough for the first checkout of a very large repository on a slow disk. */
const usualLimitMs = 15 * 60_000;

export type Patience = {
  /** Aborted when it is over. */
  signal: AbortSignal;
  /** Throws GitStopped when it is over. */
  check: () => void;
  end: () => void;
};

const inWords = (ms: number): string => {
  const minutes = Math.round(ms / 60_000);
  const [count, unit] = minutes >= 1 ? [minutes, 'minute'] : [Math.round(ms / 1000), 'second'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
};

/** Waits for at most `limitMs`, and no longer than `signal` allows. */
export const patience = (
  args: readonly string[],
  { limitMs = usualLimitMs, signal }: { limitMs?: number; signal?: AbortSignal },
): Patience => {
  const own = new AbortController();
  const timer = setTimeout(() => own.abort(`it took longer than ${inWords(limitMs)}`), limitMs);
  timer.unref();
  const stop = (): void => own.abort(signal?.reason);
  signal?.addEventListener('abort', stop, { once: true });
  if (signal?.aborted === true) stop();
  return {
    signal: own.signal,
    check: () => {
      if (own.signal.aborted) throw new GitStopped(`git ${args[0] ?? ''} was ended: ${String(own.signal.reason)}.`);
    },
    end: () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
    },
  };
};
