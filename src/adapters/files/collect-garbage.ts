/**
 * Collects garbage now. With inputs of gigabytes the engine would let much of it pile up, and memory is what is short
 * then.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

let collect: (() => void) | undefined;

/** Only the engine itself can do it, and hands it out only when it is asked to by a flag. */
const fromEngine = (): (() => void) => {
  setFlagsFromString('--expose-gc');
  const gc: unknown = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  return typeof gc === 'function' ? () => void gc() : () => undefined;
};

export const collectGarbage = (): void => {
  collect ??= fromEngine();
  collect();
};
