/**
 * The first of several promises, as with `Promise.race`, which leaves a trace of its result in each of them: one that
 * waits for long would keep all that ever came before it.
 */

/** What is to be done when a promise is settled. */
const listeners = new WeakMap<Promise<unknown>, Set<() => void>>();

const listenersOf = (promise: Promise<unknown>): Set<() => void> => {
  const known = listeners.get(promise);
  if (known) return known;
  const own = new Set<() => void>();
  const tell = (): void => {
    listeners.delete(promise);
    for (const listener of own) listener();
  };
  listeners.set(promise, own);
  promise.then(tell, tell);
  return own;
};

export const race = async <T>(promises: readonly Promise<T>[]): Promise<T> => {
  const first = Promise.withResolvers<T>();
  const entries = promises.map((promise) => ({
    own: listenersOf(promise),
    listener: (): void => first.resolve(promise),
  }));
  for (const { own, listener } of entries) own.add(listener);
  try {
    return await first.promise;
  } finally {
    for (const { own, listener } of entries) own.delete(listener);
  }
};
