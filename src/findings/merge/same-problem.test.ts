import { expect, it } from 'vitest';
import { isSameProblem } from './same-problem.ts';

const problem = { file: 'a.ts', line: 10, title: 'Missing full stop' };

it.each([
  ['the same words at the same place', {}, true],
  ['nearby lines', { line: 15 }, true],
  ['other words for it', { title: 'Missing full-stop!' }, true],
  ['no line at all', { line: undefined }, true],
  ['a range that reaches it', { line: 1, endLine: 6 }, true],
  ['lines further away', { line: 16 }, false],
  ['another file', { file: 'b.ts' }, false],
  ['another title', { title: 'Too loud' }, false],
  ['another rule', { rule: 'no-var' }, false],
])('7.9, 1.4 by %s', (_, change, expected) => {
  expect(isSameProblem(problem, { ...problem, ...change })).toBe(expected);
});

it('7.9 findings about no file are never one by their words alone', () => {
  expect(isSameProblem({ title: 'x' }, { title: 'x' })).toBe(false);
});
