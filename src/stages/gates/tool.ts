/** The tool that reported a finding has looked again (5.5): it must be gone, and nothing new may be there. */
import type { Snapshot } from '../../model/run/snapshot.ts';
import type { Finding } from '../../model/finding.ts';
import { moveTo } from '../../model/place.ts';
import { everybody, gate, nobody } from './gate.ts';
import { judgeTools } from './tool-reports.ts';

/** The finding at its place in a changed tree. */
export const inSnapshot = (finding: Finding, snapshot: Snapshot): Finding => {
  const place = snapshot.places?.[finding.id];
  return place ? moveTo(finding, place) : finding;
};

export const toolAgain = gate({
  name: 'tool',
  about: 'fixes',
  needs: ['piece', 'check'],
  retry: { when: 'next cycle', from: 'refused change' },
  judge: ({ piece, check: { shown, before, rules } }, subject) => {
    const reason = judgeTools({
      fixed: subject.findings.map((finding) => inSnapshot(finding, piece)),
      results: shown?.tools ?? [],
      before: (reviewer) => before[reviewer] ?? {},
      // Not one of its lines is other than it was.
      isUntouched: ({ id }) => (piece.places?.[id]?.fate ?? 'kept') === 'kept',
      rulesOf: (reviewer, { id }) => rules[reviewer]?.[id] ?? [],
    });
    return reason === null ? nobody : everybody(subject, { result: 'refused', reason });
  },
});
