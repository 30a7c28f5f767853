/** Checks that pass, and show nothing. */
import { describe, expect, it } from 'vitest';
import type { CommandEnd } from '../../model/verification.ts';
import { whyHollow } from './hollow.ts';

const red: CommandEnd = { status: 'failed', exitCode: 1, failedTests: ['b'], ranTests: ['a', 'b'], passedTests: 1 };
const green: CommandEnd = { status: 'passed', exitCode: 0, failedTests: [], ranTests: ['a', 'b'], passedTests: 2 };

const hollow = (facts: Partial<CommandEnd>, start: CommandEnd | undefined = red, removed = ''): string | null =>
  whyHollow({ command: 'check', ...green, ...facts }, start, removed);

describe('7.4 a check that passes shows something', () => {
  it('where the same tests ran, or as many under other names, or more', () => {
    expect(hollow({})).toBeNull();
    expect(hollow({ ranTests: ['a', 'b, but better'] })).toBeNull();
    expect(hollow({ ranTests: ['a', 'b', 'c'] })).toBeNull();
  });

  it('where nobody knows what ran before', () => {
    expect(hollow({ ranTests: [] }, { status: 'failed', exitCode: 1 })).toBeNull();
    expect(whyHollow({ command: 'check', ...green, ranTests: [] }, undefined, '')).toBeNull();
  });

  it('where a test is gone that passed, and the change takes it out by name', () => {
    expect(hollow({ ranTests: ['kept one'] }, { ...green, ranTests: ['kept one', 'old one'] }, "-it('old one'")).toBe(
      null,
    );
  });
});

describe('7.4 a check that passes shows nothing', () => {
  it('where the test that failed is gone, whatever the change says', () => {
    expect(hollow({ ranTests: ['a'] }, red, "-it('b'")).toMatch(/does not run now: b .*failed on the start/);
  });

  it('where it tells of no tests any more, or of fewer without a word', () => {
    const { ranTests: _, ...silent } = green;
    expect(whyHollow({ command: 'check', ...silent }, red, '')).toMatch(
      /told of 2 tests on the start, and tells of none/,
    );
    expect(hollow({ ranTests: ['a'] }, green)).toMatch(/does not run now: b/);
  });

  it('where tests fail though it ends well, unless it always did', () => {
    expect(hollow({ failedTests: ['b'] })).toMatch(/ends well although tests fail: b/);
    expect(hollow({ failedTests: ['b'] }, { ...green, failedTests: ['b'] })).toBeNull();
  });
});
