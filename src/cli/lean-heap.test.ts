import { expect, it } from 'vitest';
import { leanHeap } from './lean-heap.ts';

const told = (...types: ('attempt.judged' | 'cycle.finished' | 'attempt.started')[]): string[] => {
  const flags: string[] = [];
  const heap = leanHeap((flag) => flags.push(flag));
  for (const type of types) heap.event({ type });
  heap.end();
  return flags;
};
const judged = (count: number): 'attempt.judged'[] => Array.from({ length: count }, () => 'attempt.judged');
const [lean, usual] = ['--heap-growing-percent=30', '--heap-growing-percent=0'];

it('leaves short runs alone', () => {
  expect(told(...judged(49), 'attempt.started', 'cycle.finished')).toEqual([]);
});

it('keeps long ones small until they end', () => {
  expect(told(...judged(80), 'cycle.finished', 'attempt.started', ...judged(40))).toEqual([lean, usual]);
});
