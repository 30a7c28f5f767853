/** When a run that gets nowhere stops, and that one that is resumed all the same gets another chance. */
import { describe, expect, it } from 'vitest';
import { stateOf } from '../../../../test/support/loop/examples.ts';
import { finding, fix, look, run } from '../../../../test/support/loop/told-rounds.ts';
import type { RunEvent } from '../../../model/event.ts';
import { stopWhereNothingConverges } from './stop.ts';

const reasonAfter = (...events: RunEvent[]): string | undefined => {
  const [action] = stopWhereNothingConverges(stateOf(...run(...events))) ?? [];
  const [event] = action?.do === 'record' ? action.events : [];
  return event?.type === 'run.stopping' ? event.reason : undefined;
};

/** A round that reports one new finding; the fix of that of the round before leads to it. */
const oneForOne = (round: number): RunEvent[] => [
  ...(round === 1 ? [] : fix(round - 1, `f${round - 1}`)),
  ...look({ round, head: `c${round - 1}`, all: [finding(`f${round}`)] }),
];

const rounds = (from: number, to: number): RunEvent[] =>
  Array.from({ length: to - from + 1 }, (_, index) => oneForOne(from + index)).flat();

const stoppedAndResumed = (reason: 'minting' | 'tree-returned'): RunEvent[] => [
  { type: 'run.stopping', reason, message: 'it gets nowhere' },
  { type: 'run.finished', status: 'leftovers', stopReason: reason },
  { type: 'run.resumed', version: '0' },
];

describe('7.6 a run that gets nowhere stops', () => {
  it('7.6 after rounds that have shown it', () => {
    expect(reasonAfter(...rounds(1, 2))).toBeUndefined();
    expect(reasonAfter(...rounds(1, 3))).toBe('minting');
  });

  it('7.6 and when it is resumed, only for what further rounds show', () => {
    const resumed = [...rounds(1, 3), ...stoppedAndResumed('minting')];
    expect(reasonAfter(...resumed)).toBeUndefined();
    expect(reasonAfter(...resumed, ...rounds(4, 4))).toBeUndefined();
    expect(reasonAfter(...resumed, ...rounds(4, 5))).toBe('minting');
  });

  it('7.6 for fixes that undo each other, and when it is resumed, for the next that do', () => {
    const [x, y] = [finding('x'), finding('y')];
    const circle = [...look({ round: 1, head: 'c0', all: [x, y] }), ...fix(1, 'x'), ...fix(2, 'y', 't0')];
    expect(reasonAfter(...circle)).toBe('tree-returned');
    const resumed = [...circle, ...stoppedAndResumed('tree-returned')];
    expect(reasonAfter(...resumed, ...fix(3, 'x'))).toBeUndefined();
    expect(reasonAfter(...resumed, ...fix(3, 'x'), ...fix(4, 'y', 't1'))).toBe('tree-returned');
  });
});
