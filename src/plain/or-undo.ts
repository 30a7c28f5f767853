/** Does several things of which all succeed, or none is left behind. */

/** When the work rejects, what it deferred is done, last first; why it failed is what the caller hears. */
export const orUndo = async <T>(work: (undo: AsyncDisposableStack) => Promise<T>): Promise<T> => {
  const undo = new AsyncDisposableStack();
  try {
    return await work(undo);
  } catch (error) {
    await undo.disposeAsync().catch(() => undefined);
    throw error;
  }
};
