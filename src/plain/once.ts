/** What is opened once, when it is first asked for. */

/** `kept`: what was opened, if anything was. */
export type Once<T> = { get: () => Promise<T>; kept: () => Promise<T> | undefined };

/** What could not be opened is tried again. */
export const once = <T>(open: () => Promise<T>): Once<T> => {
  let kept: Promise<T> | undefined;
  const get = (): Promise<T> =>
    (kept ??= open().catch((error: unknown) => {
      kept = undefined;
      throw error;
    }));
  return { get, kept: () => kept };
};
