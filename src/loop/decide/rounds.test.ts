/** Rounds of reviews: who is asked when, about what. */
import { describe, expect, it } from 'vitest';
import type { ConfigInput } from '../../config/schema.ts';
import type { RunEvent, RunEventOf } from '../../model/event.ts';
import type { Command } from '../../model/run/outcome.ts';
import { firstRound, nextRound } from './rounds.ts';
import { exampleConfig, runStarted, stateOf } from '../../../test/support/loop/examples.ts';

const reviewers = ['types', 'security', 'tests'].map((name) => ({ name, kind: 'agent', agent: 'house' }) as const);
const configOf = (review: ConfigInput['review'] = {}) => exampleConfig({ reviewers, review });
const names = reviewers.map(({ name }) => name);
const base = { ref: 'main', commit: 'c-main' };

const round = (n: number, cause: RunEventOf<'round.started'>['cause'], asked = names, commit = 'c0'): RunEvent => ({
  type: 'round.started',
  round: n,
  cause,
  reviewers: [...asked],
  base: null,
  head: { commit, tree: `tree of ${commit}` },
});

type Given = { head?: string; command?: Command; rounds?: RunEvent[] };

const state = (review: ConfigInput['review'], { head = 'c0', command = 'run', rounds = [] }: Given) => {
  const folded = stateOf(runStarted(configOf(review), { command, base }), ...rounds);
  folded.code.head = { commit: head, tree: `tree of ${head}` };
  return folded;
};

const asked = (events: readonly RunEvent[]) =>
  events.flatMap((event) =>
    event.type === 'round.started' ? [[event.round, event.cause, event.reviewers, event.base]] : [],
  );

const first = (review: ConfigInput['review'], command: Command = 'run') =>
  asked(firstRound(state(review, { command })));
const then = (review: ConfigInput['review'], rounds: RunEvent[], head: string, command: Command = 'run') =>
  asked(nextRound(state(review, { command, rounds, head })));

describe('2.2 the first round', () => {
  it('2.2 asks all reviewers side by side, about what changed since the base', () => {
    expect(first({})).toEqual([[1, 'first', names, 'c-main']]);
  });

  it('2.2 asks only the first of them when they follow each other with fixes in between', () => {
    expect(first({ sequence: true })).toEqual([[1, 'first', ['types'], 'c-main']]);
  });

  it.each(['review', 'plan'] as const)('2.2 asks all of them for `%s`, which fixes nothing in between', (command) => {
    expect(first({ sequence: true }, command)).toEqual([[1, 'first', names, 'c-main']]);
  });
});

describe('2.2 one reviewer after the other', () => {
  const sequence = { sequence: true, again: 'never' } as const;
  const [one, two, three] = [
    round(1, 'first', ['types']),
    round(2, 'sequence', ['security'], 'c1'),
    round(3, 'sequence', ['tests'], 'c1'),
  ];

  it('2.2 each has its turn once, in the order of the configuration', () => {
    expect(then(sequence, [one], 'c1')).toEqual([[2, 'sequence', ['security'], 'c-main']]);
    expect(then(sequence, [one, two], 'c1')).toEqual([[3, 'sequence', ['tests'], 'c-main']]);
    expect(then(sequence, [one, two, three], 'c2')).toEqual([]);
  });

  it('2.2 the next has its turn also when there was nothing to fix', () => {
    expect(then(sequence, [one], 'c0')).toEqual([[2, 'sequence', ['security'], 'c-main']]);
  });

  it('2.2 fixes are reviewed once more only when all had their turn, by all of them', () => {
    expect(then({ sequence: true }, [one, two], 'c2')).toEqual([[3, 'sequence', ['tests'], 'c-main']]);
    expect(then({ sequence: true }, [one, two, three], 'c2')).toEqual([[4, 'again', names, 'c0']]);
  });
});

describe('review.again', () => {
  it('2.10 nothing is reviewed again when nothing was fixed', () => {
    expect(then({}, [round(1, 'first')], 'c0')).toEqual([]);
  });

  it('2.2 what fixes changed is reviewed once more, and only that', () => {
    expect(then({}, [round(1, 'first')], 'c5')).toEqual([[2, 'again', names, 'c0']]);
  });

  it('2.2 a third round looks at what came after the second', () => {
    const rounds = [round(1, 'first'), round(2, 'again', names, 'c5')];
    expect(then({ rounds: 3 }, rounds, 'c8')).toEqual([[3, 'again', names, 'c5']]);
    expect(then({ rounds: 3 }, rounds, 'c5')).toEqual([]);
  });

  it('4.6 ends with review.rounds, the first review included', () => {
    const rounds = [round(1, 'first'), round(2, 'again', names, 'c5')];
    expect(then({ rounds: 2 }, rounds, 'c8')).toEqual([]);
    expect(then({ rounds: 1 }, rounds.slice(0, 1), 'c8')).toEqual([]);
  });

  it('2.2 never: fixes are not reviewed', () => {
    expect(then({ again: 'never' }, [round(1, 'first')], 'c5')).toEqual([]);
  });

  it.each(['fix', 'review', 'plan'] as const)('2.2 `%s` has no further round', (command) => {
    expect(then({}, [round(1, 'first')], 'c5', command)).toEqual([]);
  });
});
