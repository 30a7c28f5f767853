/** Which commits findings follow from one head to another. */
import { expect, it } from 'vitest';
import { stateOf } from '../../../test/support/loop/examples.ts';
import { finding, fix, look, run } from '../../../test/support/loop/told-rounds.ts';
import type { RunEvent } from '../../model/event.ts';
import { commitsBetween } from './places.ts';

const [x, y] = [finding('x'), finding('y')];
const fixed = [...look({ round: 1, head: 'c0', all: [x, y] }), ...fix(1, 'x'), ...fix(2, 'y')];

const between = (from: string, to: string, ...more: RunEvent[]): string[] =>
  commitsBetween(stateOf(...run(...fixed, ...more)), from, to).map(({ commit }) => commit);

it('1.10 findings follow the commits on the way', () => {
  expect(between('c0', 'c2')).toEqual(['c1', 'c2']);
  expect(between('c1', 'c2')).toEqual(['c2']);
  expect(between('c0', 'c1')).toEqual(['c1']);
});

it('1.10 7.9 from what was taken back no commit leads on: earlier ones have been followed, and take nothing along', () => {
  const restored: RunEvent = {
    type: 'head.restored',
    head: { commit: 'c1', tree: 't1' },
    taken: ['c2'],
    fixed: {},
    reason: 'it was worse',
  };
  expect(between('c2', 'c1', restored)).toEqual([]);
});
