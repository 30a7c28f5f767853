/** Which reports are about a finding that was fixed, though its code has changed. */
import type { TakenUp } from '../../../findings/admit/take-up.ts';
import type { Finding } from '../../../model/finding.ts';
import { moveTo } from '../../../model/place.ts';
import { isSameProblem } from '../../../findings/merge/same-problem.ts';
import type { FindingState, RunState } from '../../state/state.ts';

/**
 * A fix changes the very code that its finding is known by: what is reported at its place, in like words, is that
 * finding. By the id that it came with, the one of the finding.
 */
export const recognised = ({ findings }: TakenUp, state: RunState): Map<string, string> => {
  const known = new Set(findings.map(({ id }) => id));
  const gone = [...state.findings.values()].filter(
    ({ status, finding }) => status === 'fixed' && !known.has(finding.id),
  );
  const byFile = Map.groupBy(
    gone.map((fixed) => placeAfterFix(fixed, state)),
    ({ file }) => file,
  );
  const names = new Map<string, string>();
  for (const again of findings) {
    const fixed = byFile.get(again.file) ?? [];
    const at = state.findings.has(again.id) ? -1 : fixed.findIndex((before) => isSameProblem(before, again));
    const [before] = at < 0 ? [] : fixed.splice(at, 1);
    if (before) names.set(again.id, before.id);
  }
  return names;
};

const placeAfterFix = ({ finding, attempts }: FindingState, { fixing }: RunState): Finding => {
  const place = fixing.units.get(attempts.at(-1)?.unit ?? '')?.answer?.snapshot?.places?.[finding.id];
  return place ? moveTo(finding, place) : finding;
};
