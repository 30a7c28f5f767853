/** Ctrl-C: once ends a run cleanly, twice at once. */
import type { Io } from './io.ts';

const first = 'Cancelling: running agents are ended, what is proven is kept. Press Ctrl-C again to end at once.\n';
const second = 'Ending at once. `fixpoint resume` goes on from here.\n';

/** Listens until the returned function is called. */
export const cancelOnSignals = (cancel: () => void, io: Io): (() => void) => {
  let asked = 0;
  const onSignal = (): void => {
    asked += 1;
    if (asked > 2) process.exit(130);
    io.stderr.write(asked === 1 ? first : second);
    cancel();
  };
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
  return () => {
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
  };
};
