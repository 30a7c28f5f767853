/**
 * Ctrl-C: once ends a run cleanly, twice at once. A closed terminal is such a request as well, and never more than one.
 */

const first = 'Cancelling: running agents are ended, what is proven is kept. Press Ctrl-C again to end right away.';
const second = 'Ending right away. `fixpoint resume` continues from here.';

export type Notice = typeof first | typeof second;

/** Listens until the returned function is called; `say` tells the person what happens. */
export const cancelOnSignals = (cancel: () => void, say: (text: Notice) => void): (() => void) => {
  let asked = 0;
  let hungUp = false;
  const onSignal = (): void => {
    asked += 1;
    if (asked > 2) process.exit(130);
    say(asked === 1 ? first : second);
    cancel();
  };
  /** The terminal sends it, and so may the shell in it: nobody is there to have meant "at once". */
  const onHangUp = (): void => {
    if (asked === 0 && !hungUp) onSignal();
    hungUp = true;
  };
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal).on('SIGHUP', onHangUp);
  return () => {
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal).off('SIGHUP', onHangUp);
  };
};
