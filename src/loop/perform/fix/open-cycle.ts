/**
 * Begins a cycle: findings whose file is gone are closed first, so that nobody is asked about them (requirement 1.7).
 */
import type { RunEvent } from '../../../model/event.ts';
import type { Performing } from '../../engine.ts';
import { codesOfCommit } from '../../state/places.ts';
import { type FindingState, isOpen } from '../../state/state.ts';

export const performOpenCycle = async ({ engine, state }: Performing, cycle: number): Promise<RunEvent[]> => {
  const open = [...state.findings.values()].filter(isOpen);
  const files = [...new Set(open.flatMap(({ finding }) => finding.file ?? []))];
  const existing = await engine.custody.existing(state.code.head.commit, files);
  const byWhom = ({ removedBy }: FindingState): string =>
    removedBy === undefined ? '' : ` by the fix of ${codesOfCommit(state, removedBy)}`;
  const status = state.config.preset === 'raven' ? 'dismissed' : 'blocked';
  const gone = open.filter(({ finding }) => finding.file !== undefined && !existing.has(finding.file));
  return [
    { type: 'cycle.started', cycle },
    ...gone.map(
      (state) =>
        ({
          type: 'finding.closed',
          id: state.finding.id,
          status,
          cause: 'file-deleted',
          reason: `Referenced file deleted${byWhom(state)}`,
        }) as const,
    ),
  ];
};
