/** What commands say in words of tests that fail, and what that is good for. */
import { describe, expect, it } from 'vitest';
import type { CommandEnd } from '../../model/verification.ts';
import { endsWellInSpite, printedFailures } from './printed-failures.ts';

describe('7.1 how much a command says that tests fail', () => {
  it.each([
    ['pytest', 'FAILED tests/test_a.py::test_b - assert 1 == 2\n=== 1 failed, 3 passed in 0.12s ===\n'],
    ['unittest', '.E\n---\nRan 2 tests in 0.001s\n\nFAILED (errors=1)\n'],
    ['cargo', 'test result: FAILED. 3 passed; 1 failed; 0 ignored\n'],
    ['node', 'ℹ tests 4\nℹ pass 3\nℹ fail 1\n'],
    ['mocha', '  5 passing (12ms)\n  2 failing\n'],
    ['maven', 'Tests run: 3, Failures: 1, Errors: 0, Skipped: 0\n'],
    ['go', '--- FAIL: TestSum (0.00s)\nFAIL\texample.com/sum\t0.002s\n'],
    ['automake', 'PASS: one\nFAIL: two\n'],
    ['a script of one’s own', 'two: wanted 1\n2 passed, 1 failed\n'],
    ['colours', '[\u001B[31mFAILED\u001B[39m] two\n'],
  ])('is more than nothing: %s', (_, output) => {
    expect(printedFailures(output)).toBeGreaterThan(0);
  });

  it.each([
    ['pytest', '=== 3 passed in 0.12s ===\n'],
    ['cargo', 'test result: ok. 3 passed; 0 failed; 0 ignored\n'],
    ['node', 'ℹ pass 3\nℹ fail 0\n'],
    ['maven', 'Tests run: 3, Failures: 0, Errors: 0, Skipped: 0\n'],
    ['rspec', '12 examples, 0 failures\n'],
    ['names of tests', 'ok: failing requests are tried again\n  ✔ fails for no input (1.2ms)\n'],
  ])('is nothing where all pass: %s', (_, output) => {
    expect(printedFailures(output)).toBe(0);
  });

  it('is not asked of a log without end', () => {
    expect(printedFailures('1 failed, '.repeat(200_000))).toBe(0);
  });
});

describe('7.1 a command that ends well', () => {
  const end = (status: CommandEnd['status'], printedFailures: number): CommandEnd => ({
    status,
    exitCode: status === 'passed' ? 0 : 1,
    ...(printedFailures > 0 && { printedFailures }),
  });

  it.each([
    ['it says as much as when it failed', end('failed', 2), 2, true],
    ['it says less than when it failed', end('failed', 2), 1, false],
    ['it said nothing when it failed', end('failed', 0), 1, false],
    ['it passed before: a new test may be called `2 failed calls`', end('passed', 0), 2, false],
    ['it says nothing', end('failed', 2), 0, false],
    ['it crashed before', end('crashed', 1), 1, false],
  ])('shows nothing or something: %s', (_, before, said, isInSpite) => {
    expect(endsWellInSpite(end('passed', said), before)).toBe(isInSpite);
  });
});
