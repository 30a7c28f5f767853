/** What belongs together among the findings of a call. */
import { describe, expect, it } from 'vitest';
import type { Config } from '../../../config/schema.ts';
import type { RunEvent } from '../../../model/event.ts';
import {
  exampleConfig,
  exampleFinding,
  findingsAdmitted,
  runStarted,
  stateOf,
} from '../../../../test/support/loop/examples.ts';
import type { RunState } from '../../state/state.ts';
import { companionsOf, groupsOf, inOrder } from './ask-groups.ts';

const findings = [
  exampleFinding('a', { group: 'g', severity: 'low' }),
  exampleFinding('b', { group: 'g', line: 4, severity: 'high' }),
  exampleFinding('c'),
];

const plan: RunEvent = {
  type: 'plan.made',
  round: 0,
  by: 'file',
  steps: [
    { reason: 'first', findings: ['c', 'a'] },
    { reason: 'then', findings: ['b'] },
  ],
  todos: {},
  corrections: [],
};

const stateIn = (mode: Config['fix']['mode'], ...more: RunEvent[]): RunState =>
  stateOf(runStarted(exampleConfig({ fix: { mode } })), findingsAdmitted(...findings), ...more);

const asked = (state: RunState) => groupsOf(state, inOrder(state, [...state.findings.values()]));

describe('groups', () => {
  it('T15 3.6 delegated, with a plan: its steps, in their order', () => {
    expect(asked(stateIn('delegated', plan))).toEqual({
      grouping: 'steps',
      groups: [
        { description: 'Step 1: first', findings: ['C', 'A'] },
        { description: 'Step 2, after step 1: then', findings: ['B'] },
      ],
    });
  });

  it('U08 2.4 delegated, without a plan: the groups of the reviewer, and files', () => {
    expect(asked(stateIn('delegated'))).toEqual({
      grouping: 'sub-agents',
      groups: [
        { description: 'g', findings: ['B', 'A'] },
        { description: 'c.ts', findings: ['C'] },
      ],
    });
  });

  it('U08 batch: the groups of the reviewer and nothing else', () => {
    expect(asked(stateIn('batch'))).toEqual({
      grouping: 'hint',
      groups: [{ description: 'g', findings: ['B', 'A'] }],
    });
    const state = stateIn('batch');
    expect(groupsOf(state, [...state.findings.values()].slice(2)).groups).toBeUndefined();
  });

  it('U08 one call for each finding: it is told of the others of its group, unless somebody planned', () => {
    const told = (state: RunState, ids = ['a']) =>
      [...state.findings.values()].slice(0, 1).flatMap((finding) => companionsOf(state, finding, ids));
    expect(told(stateIn('perFinding'))).toEqual(['B (still open), b.ts:4: problem b']);
    expect(told(stateIn('perFinding'), ['a', 'b'])).toEqual([]);
    expect(told(stateIn('perFinding', plan))).toEqual([]);
    expect(told(stateIn('batch'))).toEqual([]);
    expect(asked(stateIn('perFinding')).groups).toBeUndefined();
  });
});
