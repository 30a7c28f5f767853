import { describe, expect, it } from 'vitest';
import { branchProblem } from './branch.ts';

describe('branchProblem', () => {
  it.each([
    'refs/heads/x y',
    'a.lock',
    '/a',
    'a/',
    '.a',
    'a/.b',
    'a..b',
    'a~1',
    '-x',
    'HEAD',
    '@',
    'a//b',
    'a@{b',
    'x\\y',
    'a\nb',
    'a.',
    '',
    'x'.repeat(300),
  ])('14 refuses the branch %j, as git does', (branch) => {
    expect(branchProblem(branch)).toContain('git does not allow');
  });

  it.each(['{date}', 'a/{}', '{RUN}'])('14 says that %j holds nothing to fill in', (branch) => {
    expect(branchProblem(branch)).toContain('only {run}');
  });

  it.each(['fixpoint/{run}', '{run}', 'fix/ü-{run}', 'a.b/c-d_e', 'x{'])('14 accepts the branch %j', (branch) => {
    expect(branchProblem(branch)).toBeNull();
  });
});
