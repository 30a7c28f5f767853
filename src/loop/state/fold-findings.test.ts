/** What becomes of findings when attempts are judged. */
import { expect, it } from 'vitest';
import { attempted, exampleFinding, exampleState } from '../../../test/support/loop/examples.ts';
import type { FindingStatus } from '../../model/finding.ts';
import { judge } from './fold-findings.ts';

const statusAfterConflict = (before: FindingStatus): FindingStatus | undefined => {
  const state = exampleState();
  state.findings.set('f', { finding: exampleFinding('f'), status: before, attempts: [] });
  const answer = { ...attempted('u', ['f']), at: '' };
  state.fixing.units.set('u', {
    plan: { unit: 'u', findings: ['f'], agent: 'house' },
    cycle: 1,
    base: 'c0',
    phase: 'answered',
    answer,
  });
  judge(state, { type: 'attempt.judged', unit: 'u', results: { f: { result: 'conflict', reason: 'moved' } } });
  return state.findings.get('f')?.status;
};

it('1.10 1.7 a finding that another fix took along, or its file, stays closed when its own fix is a conflict', () => {
  expect(statusAfterConflict('fixed')).toBe('fixed');
  expect(statusAfterConflict('blocked')).toBe('blocked');
  expect(statusAfterConflict('dismissed')).toBe('dismissed');
  expect(statusAfterConflict('deferred')).toBe('open');
  expect(statusAfterConflict('open')).toBe('open');
});
