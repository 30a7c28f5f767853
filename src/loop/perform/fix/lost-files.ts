/** Findings whose file is gone at a commit are closed, so that nobody is asked about them (requirement 1.7). */
import { closeDeleted } from '../../../findings/admit/deleted.ts';
import type { RunEvent } from '../../../model/event.ts';
import type { Performing } from '../../engine.ts';
import { codesOfCommit } from '../../state/places.ts';
import type { FindingState } from '../../state/state.ts';

/** `findings`: open ones, where they are at the commit; `removedBy`: the commit whose fix took their code away. */
export const closeLost = async (
  { engine, state }: Performing,
  findings: readonly Pick<FindingState, 'finding' | 'removedBy'>[],
  commit: string,
): Promise<RunEvent[]> => {
  const files = [...new Set(findings.flatMap(({ finding }) => finding.file ?? []))];
  const existing = await engine.custody.existing(commit, files);
  return findings
    .filter(({ finding }) => finding.file !== undefined && !existing.has(finding.file))
    .map(({ finding, removedBy }) =>
      closeDeleted(
        finding.id,
        state.config,
        removedBy === undefined ? '' : ` by the fix of ${codesOfCommit(state, removedBy)}`,
      ),
    );
};
