/** Which fixes a failure seems to be about. */
import { describe, expect, it } from 'vitest';
import type { Commit } from '../../../model/run/snapshot.ts';
import { exampleVerification } from '../../../../test/support/loop/examples.ts';
import { suspectsOf } from './suspects.ts';

const commits = ['src/cart.ts', 'src/price.ts', 'lib/a.ts', 'src/user.ts', 'src/menu.ts'].map(
  (file, index): Commit => ({ commit: `c${index}`, tree: `t${index}`, unit: `u${index}`, findings: [], files: [file] }),
);
const failing = (...failedTests: string[]) =>
  exampleVerification({
    verdict: 'failed',
    commands: [
      {
        command: 'npm test',
        status: 'failed',
        exitCode: 1,
        signal: null,
        durationMs: 1,
        stdout: '',
        stderr: '',
        failedTests,
      },
    ],
  });

describe('5.6 suspects', () => {
  it('5.6 are those whose files failing tests or tools name, counted from 1', () => {
    expect(suspectsOf(commits, failing('src/price.ts > rounds'), undefined)).toEqual([2]);
    expect(suspectsOf(commits, failing(), 'eslint still reports eqeqeq in src/user.ts')).toEqual([4]);
  });

  it.each(['test_cart', 'test/cart.test.ts > adds', 'CartTest.adds'])(
    '5.6 a test is called like what it tests: %s',
    (name) => {
      expect(suspectsOf(commits, failing(name), undefined)).toEqual([1]);
    },
  );

  it('5.6 are none where nothing is named, or too much', () => {
    expect(suspectsOf(commits, undefined, undefined)).toEqual([]);
    expect(suspectsOf(commits, failing('something else'), 'verification: failed')).toEqual([]);
    expect(suspectsOf(commits, failing('cart', 'price', 'user', 'menu'), undefined)).toEqual([]);
  });

  it('5.6 a name that is too short names nobody', () => {
    expect(suspectsOf(commits, failing('a test of a thing'), undefined)).toEqual([]);
  });
});
