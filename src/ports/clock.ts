/** Time, as far as decisions depend on it. */

export type Clock = {
  now: () => Date;
  /** Resolves after so many milliseconds, or at once when the signal aborts. Never rejects. */
  sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
};
