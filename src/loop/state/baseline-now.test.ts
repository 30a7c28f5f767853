/** What a change is compared with, by the commit that it began from. */
import { describe, expect, it } from 'vitest';
import type { RunEvent } from '../../model/event.ts';
import type { CommandResult, Verification } from '../../model/verification.ts';
import {
  attempted,
  exampleConfig,
  exampleFinding,
  exampleVerification,
  findingsAdmitted,
  planMade,
  runStarted,
  stateOf,
  stepStarted,
} from '../../../test/support/loop/examples.ts';
import { baselineNow } from './baseline-now.ts';

const command = (failedTests: string[]): CommandResult => ({
  command: 'npm test',
  status: failedTests.length > 0 ? 'failed' : 'passed',
  exitCode: failedTests.length > 0 ? 1 : 0,
  signal: null,
  durationMs: 1,
  stdout: '',
  stderr: '',
  failedTests,
  passedTests: 3 - failedTests.length,
});

const shown = (tree: string, failedTests: string[]): Verification => ({
  ...exampleVerification(),
  tree,
  commands: [command(failedTests)],
});

const started = runStarted(exampleConfig({ fix: { agent: 'house' }, verify: { commands: ['npm test'] } }));
const start = started.type === 'run.started' ? started.start : { commit: '', tree: '' };

/** Three tests fail at the start; each fix mends one. */
const accepted = (n: number, failing: string[]): RunEvent[] => {
  const head = { commit: `c${n}`, tree: `t${n}` };
  const commit = { ...head, unit: `1.1.${n}`, findings: [`f${n}`], files: [`f${n}.ts`] };
  return [
    { type: 'units.ready', units: [commit.unit] },
    { type: 'units.integrated', group: n, head, commits: [commit], conflicts: [] },
    { type: 'head.checked', verification: shown(head.tree, failing) },
    { type: 'head.accepted', head, group: n, units: [commit.unit], verification: 'passed' },
    { type: 'group.finished', group: n },
  ];
};

const state = stateOf(
  started,
  findingsAdmitted(exampleFinding('f1'), exampleFinding('f2')),
  planMade('f1', 'f2'),
  { type: 'baseline.finished', verification: shown(start.tree, ['a', 'b', 'c']) },
  { type: 'cycle.started', cycle: 1 },
  stepStarted(1, ['f1'], ['f2']),
  attempted('1.1.1', ['f1']),
  attempted('1.1.2', ['f2']),
  ...accepted(1, ['b', 'c']),
  ...accepted(2, ['c']),
);

const failingAt = (base?: string): string[] | undefined => baselineNow(state, base)?.commands[0]?.failedTests;

describe('a change is compared with what it began from', () => {
  it('5.2 the start, for one that was begun before anything was taken in', () => {
    expect(failingAt(start.commit)).toEqual(['a', 'b', 'c']);
  });

  it('5.2 a test that an accepted fix has mended may not fail again', () => {
    expect(failingAt('c1')).toEqual(['b', 'c']);
    expect(failingAt('c2')).toEqual(['c']);
    expect(failingAt()).toEqual(['c']);
  });
});
