/** Several challengers, one judgement. */
import { describe, expect, it } from 'vitest';
import type { Vote } from '../../model/challenge.ts';
import { combineVotes } from './votes.ts';

const votes = (...scores: (number | null)[]): Vote[] =>
  scores.map((score, index) => ({
    challenger: `c${index + 1}`,
    score,
    feedback: score === null ? '' : `I say ${score}`,
  }));

const score = (vote: 'veto' | 'median' | 'majority', scores: (number | null)[], threshold = 90): number =>
  combineVotes(votes(...scores), { vote, threshold }, []).score;

describe('6.4 several challengers vote', () => {
  it.each([
    ['veto', [95], 95],
    ['veto', [95, 40, 100], 40],
    ['veto', [100, 9, 20], 9],
    ['median', [95], 95],
    ['median', [10, 95, 100], 95],
    ['median', [100, 95, 10], 95],
    ['median', [100, 9, 20], 20],
    ['median', [80, 95], 80],
    ['median', [100, 95, 80, 10], 80],
    ['majority', [95], 95],
    ['majority', [40], 40],
    ['majority', [95, 92, 10], 92],
    ['majority', [95, 80, 10], 80],
    ['majority', [95, 80], 80],
    ['majority', [90, 90, 0, 0], 0],
    ['majority', [90, 0, 90], 90],
  ] as const)('by %s: of %j the score is %i', (vote, scores, expected) => {
    expect(score(vote, [...scores])).toBe(expected);
  });

  it('with the threshold of the configuration', () => {
    expect(score('majority', [70, 65, 100], 70)).toBe(70);
    expect(score('majority', [70, 65, 100], 80)).toBe(70);
    expect(score('majority', [75, 65, 60], 70)).toBe(65);
    expect(combineVotes(votes(70), { vote: 'veto', threshold: 65 }, []).threshold).toBe(65);
  });
});

describe('6.3 a challenger never approves by its own failure', () => {
  it.each([
    ['veto', [null], 0],
    ['veto', [100, null], 0],
    ['median', [100, null], 0],
    ['median', [100, null, 95], 95],
    ['majority', [100, null], 0],
    ['majority', [null, 100, null], 0],
    ['majority', [null, 100, 95], 95],
    ['veto', [], 0],
    ['median', [], 0],
    ['majority', [], 0],
  ] as const)('by %s: of %j the score is %i', (vote, scores, expected) => {
    expect(score(vote, [...scores])).toBe(expected);
  });
});

describe('6.2 what a re-fix is told', () => {
  const rules = { vote: 'veto', threshold: 90 } as const;

  it('is the feedback of the one challenger as it is', () => {
    expect(combineVotes(votes(70), rules, ['Handle the empty list']).feedback).toBe('I say 70');
    expect(combineVotes(votes(null), rules, []).feedback).toBe('the challenger gave no score');
    expect(combineVotes([], rules, []).feedback).toBe('no challenger was asked');
  });

  it('names each of several, with its score', () => {
    const feedback = combineVotes(votes(70, null, 95), rules, []).feedback;
    expect(feedback).toBe('c1 (70): I say 70\nc2 (no score)\nc3 (95): I say 95');
  });

  it('holds every improvement once, and the votes as they were', () => {
    const cast = votes(70, 80);
    const many = Array.from({ length: 100 }, (_, index) => `improvement ${index}`);
    expect(combineVotes(cast, rules, ['a', 'b', 'a'])).toMatchObject({ improvements: ['a', 'b'], votes: cast });
    expect(combineVotes(cast, rules, many).improvements).toHaveLength(20);
  });
});
