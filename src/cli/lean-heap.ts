/**
 * Lets the heap of a long run grow by less between two collections. Not from the start on: code that was kept compiled
 * is of no use under other flags, and most of it is loaded then.
 */
import { setFlagsFromString } from 'node:v8';
import type { StoredEvent } from '../model/event.ts';

/** So many judged attempts make a run a long one: whatever it needs for them is loaded by then. */
const many = 50;

const lean = '--heap-growing-percent=30';

/** As V8 sees fit. */
const usual = '--heap-growing-percent=0';

export type LeanHeap = { event: (event: Pick<StoredEvent, 'type'>) => void; end: () => void };

export const leanHeap = (setFlags: (flags: string) => void = setFlagsFromString): LeanHeap => {
  let judged = 0;
  return {
    event: ({ type }) => {
      if (type === 'attempt.judged') judged += 1;
      if (type === 'attempt.judged' && judged === many) setFlags(lean);
    },
    end: () => {
      if (judged >= many) setFlags(usual);
    },
  };
};
