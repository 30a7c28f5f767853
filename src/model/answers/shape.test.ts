/** What counts as an answer, by role. */
import { expect, it } from 'vitest';
import type { Role } from '../answer.ts';
import { looksLikeAnswer } from './shape.ts';

const bug = { title: 'Off by one', severity: 'high' };

const answers: Record<Role, unknown[]> = {
  fix: [{ outcomes: [] }, [{ outcome: 'fixed' }], { F001: { outcome: 'fixed' } }],
  review: [
    { findings: [] },
    { groups: [] },
    { verdict: 'PASSED' },
    { issues: [bug] },
    [bug],
    [{ issue: 'x', file: 'a.ts' }],
  ],
  clarify: [{ questions_by_issue: [] }, { ready_to_plan: true }],
  plan: [{ execution_steps: [] }],
  challenge: [{ issues: {} }, { issues: [] }, { F001: { score: 1 } }, [{ code: 'F001', score: 1 }]],
  adjudicate: [{ rulings: [] }, { F001: { verdict: 'upheld' } }, [{ code: 'F001', verdict: 'upheld' }]],
};

const others: unknown[] = [
  null,
  'PASSED',
  7,
  [],
  {},
  [1],
  { name: 'x' },
  [{ name: 'x' }],
  { F001: { name: 'x' } },
  { verdict: 1, findings: 'none' },
];

const roles: Role[] = ['fix', 'review', 'clarify', 'plan', 'challenge', 'adjudicate'];

it.each(roles)('15 tells an answer of role %s from other JSON', (role) => {
  for (const answer of answers[role]) expect([answer, looksLikeAnswer(role)(answer)]).toEqual([answer, true]);
  for (const other of others) expect([other, looksLikeAnswer(role)(other)]).toEqual([other, false]);
});

it('15 takes no answer of one role for that of another', () => {
  expect(looksLikeAnswer('fix')({ findings: [] })).toBe(false);
  expect(looksLikeAnswer('review')({ issues: { F001: { score: 90 } } })).toBe(false);
  expect(looksLikeAnswer('plan')({ ready_to_plan: true })).toBe(false);
  expect(looksLikeAnswer('challenge')({ outcomes: [] })).toBe(false);
});
