/** What runners say they ran. */
import { describe, expect, it } from 'vitest';
import type { CommandEnd } from '../../model/verification.ts';
import { fewerPrinted, printedTests } from './printed-tests.ts';

const blue = (text: string): string => `\u001B[34m${text}\u001B[39m`;

describe('7.1 the number of tests that ran is read from what is printed', () => {
  it.each([
    ['pytest', '....s\n========= 4 passed, 1 skipped in 0.12s =========\n', 4],
    ['pytest, quiet', '1 failed, 4 passed, 2 warnings in 0.12s\n', 5],
    ['pytest, all skipped', '=== 3 skipped in 0.01s ===\n', 0],
    ['unittest', '.s.\n---\nRan 3 tests in 0.001s\n\nOK (skipped=1)\n', 2],
    ['cargo', 'test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured\ntest result: ok. 2 passed; 1 failed;\n', 6],
    ['jest', 'Tests:       1 failed, 2 skipped, 3 passed, 6 total\n', 4],
    ['vitest', blue('      Tests  1 failed | 2 passed (3)') + '\n', 3],
    ['node', 'ℹ tests 4\nℹ pass 2\nℹ fail 1\nℹ skipped 1\n', 3],
    ['mocha', '  5 passing (12ms)\n  1 pending\n  2 failing\n', 7],
    [
      'maven',
      '[INFO] Tests run: 1, Failures: 0, Errors: 0, Skipped: 0\n[INFO] Tests run: 9, Failures: 0, Errors: 0, Skipped: 2\n',
      7,
    ],
    ['phpunit', 'OK (3 tests, 4 assertions)\n', 3],
    ['rspec', '12 examples, 0 failures\n', 12],
  ])('of %s', (_, output, ran) => {
    expect(printedTests(output)).toBe(ran);
  });

  it.each(['', 'ok\n', '3 files passed over\n', 'Tests are green\n'])('and not where none is said: %s', (output) => {
    expect(printedTests(output)).toBeNull();
  });

  it('and is quick about a long log', () => {
    expect(printedTests('1 passed, '.repeat(200_000))).toBeNull();
  });
});

describe('7.1 fewer tests', () => {
  const end = (printedTests?: number): CommandEnd => ({
    status: 'passed',
    exitCode: 0,
    ...(printedTests !== undefined && { printedTests }),
  });

  it('are told, and more or unknown ones are not', () => {
    expect(fewerPrinted(end(11), end(12))).toMatch(/^1 of 12 tests that ran on the start do not run now/);
    for (const [now, start] of [
      [12, 12],
      [13, 12],
      [3, undefined],
      [undefined, undefined],
    ])
      expect(fewerPrinted(end(now), end(start))).toBeNull();
  });

  it('are missed where nothing is told any more, as a number or one by one; a failure says enough', () => {
    const none = /told of 12 tests on the start and tells of none now/;
    expect(fewerPrinted(end(), end(12))).toMatch(none);
    const ranTests = Array.from({ length: 12 }, (_, index) => `test ${index}`);
    expect(fewerPrinted(end(), { ...end(), ranTests })).toMatch(none);
    expect(fewerPrinted({ ...end(), status: 'failed' }, end(12))).toBeNull();
    expect(fewerPrinted({ ...end(), failedTests: [] }, { ...end(), ranTests })).toBeNull();
  });
});
