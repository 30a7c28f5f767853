/** Which checks of single files speak about a unit is decided by its state alone (5.7). */
import { describe, expect, it } from 'vitest';
import type { ConfigInput } from '../../../config/schema.ts';
import {
  attempted,
  exampleConfig,
  exampleFinding,
  exampleSnapshot,
  exampleVerification,
  findingsAdmitted,
  planMade,
  runStarted,
  stateOf,
  stepStarted,
} from '../../../../test/support/loop/examples.ts';
import type { RunEvent } from '../../../model/event.ts';
import type { Snapshot } from '../../../model/run/snapshot.ts';
import { answeredUnit } from '../../state/state.ts';
import { isChecked } from './evidence.ts';
import { targetsOf } from './targets.ts';

type Verify = NonNullable<ConfigInput['verify']>;
const targets: NonNullable<Verify['targets']> = [
  { files: '{name}.ts', command: ['check', '{name}'] },
  { files: '*.ts', command: 'make' },
];

const eventsOf = (verify: Verify, fixed: string[], snapshot: Snapshot): RunEvent[] => [
  runStarted(exampleConfig({ fix: { agent: 'house' }, verify })),
  findingsAdmitted(exampleFinding('a'), exampleFinding('b'), exampleFinding('c', { file: 'a.ts' })),
  planMade('a', 'b', 'c'),
  { type: 'cycle.started', cycle: 1 },
  stepStarted(1, ['a', 'b', 'c']),
  attempted('1.1.1', fixed, { snapshot }),
];

const attemptedWith = (verify: Verify, fixed: string[], snapshot = exampleSnapshot('a.ts')) => {
  const state = stateOf(...eventsOf(verify, fixed, snapshot));
  const unit = answeredUnit(state, '1.1.1');
  if (!unit || unit.phase === 'judged') throw new Error('it was not answered');
  return { state, unit };
};

const askedBy = (fixed: string[], snapshot?: Snapshot) => {
  const { state, unit } = attemptedWith({ targets }, fixed, snapshot);
  return targetsOf(state, unit).map(({ command, files }) => [command, files]);
};

describe('checks of single files', () => {
  it('5.7 are those about findings that are said to be fixed, each command once', () => {
    expect(askedBy(['a', 'b', 'c'])).toEqual([
      [['check', 'a'], ['a.ts']],
      [['check', 'b'], ['b.ts']],
      ['make', ['a.ts', 'b.ts']],
    ]);
    expect(askedBy(['c'])).toEqual([
      [['check', 'a'], ['a.ts']],
      ['make', ['a.ts']],
    ]);
  });

  it('5.7 are about a file under the name that it has after the fix', () => {
    const renamed = { ...exampleSnapshot('a.ts', 'new.ts'), places: { a: { file: 'new.ts', fate: 'kept' as const } } };
    expect(askedBy(['a'], renamed)[0]).toEqual([['check', 'new'], ['new.ts']]);
    const away = { ...renamed, places: { a: { file: 'new.js', fate: 'kept' as const } } };
    expect(askedBy(['a'], away)).toEqual([]);
  });

  it('5.7 are reason enough to check a change', () => {
    expect(isChecked(attemptedWith({}, ['a']))).toBe(true);
    expect(isChecked(attemptedWith({ targets }, ['a']))).toBe(false);
    expect(isChecked(attemptedWith({ targets: [{ files: 'x/**', command: 'make' }] }, ['a']))).toBe(true);
  });

  it('5.7 say nothing about the tree as a whole: what is known of it stays', () => {
    const events = eventsOf({ targets, commands: ['npm test'], together: 'each' }, ['a'], exampleSnapshot('a.ts'));
    const tree = 'tree of a.ts';
    const command = { status: 'failed', exitCode: 1, signal: null, durationMs: 1, stdout: '', stderr: '' } as const;
    const own = { ...command, command: 'check a', target: { files: ['a.ts'] } };
    const check = (commands: (typeof own)[]): RunEvent => ({
      type: 'check.finished',
      unit: '1.1.1',
      verification: exampleVerification({ tree, verdict: commands.length > 0 ? 'failed' : 'passed', commands }),
    });
    const { checks } = stateOf(...events, check([]), check([own]));
    expect(checks.verified.get(tree)?.verdict).toBe('passed');
  });
});
