/** The tool that reported a finding has looked again (5.5): it must be gone, and nothing new may be there. */
import type { Finding } from '../../model/finding.ts';
import { type MovedPlace, moveTo } from '../../model/place.ts';
import { everybody, gate, nobody } from './gate.ts';
import { judgeTools } from './tool-reports.ts';

/** The finding at its place in a changed tree. */
export const inSnapshot = (
  finding: Finding,
  { places }: { places?: Readonly<Record<string, MovedPlace>> | undefined },
): Finding => {
  const place = places?.[finding.id];
  return place ? moveTo(finding, place) : finding;
};

export const toolAgain = gate({
  name: 'tool',
  about: 'fixes',
  needs: ['piece', 'proof'],
  retry: { when: 'next cycle', from: 'refused change' },
  judge: ({ proof: { verification, places, before, rules } }, subject) => {
    const reason = judgeTools({
      fixed: subject.findings.map((finding) => inSnapshot(finding, { places })),
      results: verification?.tools ?? [],
      before: (reviewer) => before[reviewer] ?? {},
      // Not one of its lines is other than it was.
      isUntouched: ({ id }) => (places[id]?.fate ?? 'kept') === 'kept',
      rulesOf: (reviewer, { id }) => rules[reviewer]?.[id] ?? [],
    });
    return reason === null ? nobody : everybody(subject, { result: 'refused', reason });
  },
});
