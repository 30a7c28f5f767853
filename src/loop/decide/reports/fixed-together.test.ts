/** Which findings a fix of another took along. */
import { describe, expect, it } from 'vitest';
import type { Commit } from '../../../model/run/snapshot.ts';
import type { Finding } from '../../../model/finding.ts';
import type { ToolResult } from '../../../model/verification.ts';
import { fixedTogether } from './fixed-together.ts';
import type { FindingState, RunState } from '../../state/state.ts';
import { attempted, exampleFinding, exampleState } from '../../../../test/support/loop/examples.ts';

const commit: Commit = { commit: 'c1', tree: 't1', unit: 'u1', findings: ['own'], files: ['a.ts'] };

const stateWith = (tools: ToolResult[]): RunState => {
  const state = exampleState();
  state.findings.set('own', { finding: { ...exampleFinding('own'), code: 'F019' }, status: 'fixed', attempts: [] });
  state.fixing.units.set('u1', {
    plan: { unit: 'u1', findings: ['own'], agent: 'house' },
    cycle: 1,
    base: 'c0',
    phase: 'judged',
    answer: { ...attempted('u1', ['own']), at: '' },
    check: { tree: 't1', verdict: 'passed', failures: [], commands: [], tools, durationMs: 1 },
  });
  return state;
};

const reported = (
  id: string,
  line: number,
  facts: Partial<Finding> = {},
  status: FindingState['status'] = 'open',
): FindingState => ({
  finding: { ...exampleFinding(id), reviewer: 'lint', rule: 'R1', file: 'a.ts', line, ...facts },
  status,
  attempts: [],
});

const ran = (...lines: number[]): ToolResult => ({
  reviewer: 'lint',
  status: 'ran',
  counts: { 'a.ts': lines.length === 0 ? {} : { R1: lines.length } },
  places: lines.map((line) => ({ file: 'a.ts', rule: 'R1', line, text: 't' })),
});

const ids = (tools: ToolResult[], findings: FindingState[], step: Commit[] = [commit]): string[] =>
  fixedTogether(stateWith(tools), findings, commit, step).map(({ id }) => id);

describe('1.10 findings that another fix took along', () => {
  it('1.10 are those that the tool no longer reports, with the commit of that fix', () => {
    const both = [reported('a', 3), reported('b', 9)];
    expect(ids([ran()], both)).toEqual(['a', 'b']);
    expect(ids([ran(9)], both)).toEqual(['a']);
    expect(ids([ran(3, 9)], both)).toEqual([]);
    expect(fixedTogether(stateWith([ran(9)]), both, commit, [commit])).toMatchObject([
      { type: 'finding.fixed', id: 'a', commit: 'c1', unit: 'u1' },
    ]);
  });

  it('1.10 are none where it is not clear which of several is left', () => {
    expect(ids([ran(7)], [reported('a', 3), reported('b', 9)])).toEqual([]);
    expect(ids([{ ...ran(9), places: [] }], [reported('a', 3), reported('b', 9)])).toEqual([]);
  });

  it('1.10 are none where nobody looked, or somebody else has reported it as well', () => {
    expect(ids([], [reported('a', 3)])).toEqual([]);
    expect(ids([{ ...ran(), status: 'crashed' }], [reported('a', 3)])).toEqual([]);
    expect(ids([ran()], [reported('a', 3, { file: 'b.ts' })])).toEqual([]);
    expect(ids([ran()], [reported('a', 3, { reviewer: 'human' })])).toEqual([]);
    expect(ids([ran()], [reported('a', 3, { reviewers: ['lint', 'human'] })])).toEqual([]);
    expect(ids([ran()], [reported('a', 3)], [commit, { ...commit, commit: 'c2', unit: 'u2' }])).toEqual([]);
  });

  it('1.10 what is final already stays as it is, and still accounts for what the tool reports', () => {
    expect(ids([ran(3)], [reported('a', 3, {}, 'blocked'), reported('b', 9)])).toEqual(['b']);
    expect(ids([ran()], [reported('a', 3, {}, 'blocked')])).toEqual([]);
  });
});
