/** A check of one file, compared with how it ended before. */
import { describe, expect, it } from 'vitest';
import type { CommandEnd, CommandResult } from '../../model/verification.ts';
import { judgeTarget } from './judge-target.ts';

const passed: CommandEnd = { status: 'passed', exitCode: 0 };
const failed: CommandEnd = { status: 'failed', exitCode: 1 };
const crashed: CommandEnd = { status: 'crashed', exitCode: 127 };
const late: CommandEnd = { status: 'timeout', exitCode: null };
const tests = (failedTests: string[], passedTests: number): CommandEnd => ({ ...failed, failedTests, passedTests });
const reports = (findings: Record<string, number>): CommandEnd => ({ ...failed, reported: { findings, unread: 0 } });
const now = (end: CommandEnd): CommandResult => ({
  command: 'check a',
  signal: null,
  durationMs: 1,
  stdout: '',
  stderr: '',
  ...end,
});

describe('a check of one file', () => {
  it.each<[string, CommandEnd, CommandEnd | undefined, string, RegExp | undefined]>([
    ['passes', passed, failed, 'passed', undefined],
    ['fails, and nobody knows how it ended before', failed, undefined, 'failed', /`check a` failed \(exit 1\)$/],
    ['fails, and passed before', failed, passed, 'failed', /`check a` failed \(exit 1\)$/],
    ['fails as it did before', failed, failed, 'failed', /as it did before: .* stays red is not fixed/],
    ['runs out of time as it did before', late, late, 'failed', /stays red is not fixed/],
    ['fails the same tests', tests(['a', 'b'], 1), tests(['a', 'b'], 1), 'failed', /stays red is not fixed/],
    ['fails fewer tests', tests(['b'], 2), tests(['a', 'b'], 1), 'passed', undefined],
    [
      'fails as many tests, one of them another',
      tests(['a', 'c'], 1),
      tests(['a', 'b'], 1),
      'failed',
      /more tests fail/,
    ],
    ['fails fewer tests, since some are gone', tests(['b'], 1), tests(['a', 'b'], 1), 'failed', /did not run/],
    ['fails with no failed test', tests([], 3), tests(['a'], 2), 'failed', /stays red is not fixed/],
    ['reports the same', reports({ x: 2 }), reports({ x: 2 }), 'failed', /stays red is not fixed/],
    ['reports less', reports({ x: 1 }), reports({ x: 2 }), 'passed', undefined],
    ['reports something else', reports({ y: 1 }), reports({ x: 2 }), 'failed', /something new/],
    ['cannot be started any more', crashed, failed, 'crashed', /crashed/],
    ['could never be started', crashed, crashed, 'unproven', /crashed .*as it did before, so nothing is proven/],
    ['could not be started before, and fails', failed, crashed, 'failed', /stays red/],
  ])('5.7 that %s', (_, after, before, verdict, reason) => {
    const judged = judgeTarget(now(after), before);
    expect(judged.verdict).toBe(verdict);
    if (reason === undefined) expect(judged.reason).toBeUndefined();
    else expect(judged.reason).toMatch(reason);
  });
});
