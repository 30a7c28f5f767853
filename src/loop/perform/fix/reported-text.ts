/** Machine-made edits are about the text that their finding was reported on, under the name that the file had then. */
import type { AgentRequest } from '../../../ports/agent.ts';
import type { Custody } from '../../../ports/repo.ts';
import type { RunState } from '../../state/state.ts';

export const reportedText =
  (custody: Custody, state: RunState, ids: readonly string[]): AgentRequest['startText'] =>
  (file) => {
    const of = ids.flatMap((id) => state.findings.get(id) ?? []);
    const { reportedAt, editNames } = of.find(({ finding }) => finding.edits?.some((edit) => edit.file === file)) ?? {};
    return custody.readText(reportedAt ?? custody.start.commit, editNames?.[file] ?? file);
  };
