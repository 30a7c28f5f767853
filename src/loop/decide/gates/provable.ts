/** Whether a finding can be proven to be fixed, before anything is spent on it. */
import type { Finding } from '../../../model/finding.ts';
import type { Proof } from '../../../model/proof.ts';
import { present } from '../../../plain/present.ts';
import { missingProof } from '../../../stages/gates/proof.ts';
import type { FindingState, RunState } from '../../state/state.ts';
import { hasTarget } from './targets.ts';
import { isWatched } from './watching.ts';

/** There is a review to come that may prove it. */
export const mayBeReviewed = ({ run, reviews, config: { review } }: RunState): boolean =>
  run.started.command === 'run' &&
  review.again !== 'never' &&
  reviews.rounds.filter(({ cause }) => cause === 'again').length + 1 < review.rounds;

/** By a test that it names, or by one that may come with the fix. */
const mayBeReproduced = ({ config: { verify } }: RunState, { reproduction }: Finding): boolean =>
  (verify.reproduction !== undefined && reproduction !== undefined) ||
  (verify.withoutFix && verify.commands.length > 0);

export const whyNobodyLooks = ({ checks }: RunState, { id }: Finding): string | undefined =>
  checks.recheck?.nobody.find(({ findings }) => findings.includes(id))?.reason;

/** Why a finding cannot be fixed with the proof that is required, before anything is spent on it; null when it can. */
export const whyUnprovable = (state: RunState, { finding }: FindingState): string | null => {
  const possible = present<Proof>([
    isWatched(state, finding) && 'tool',
    mayBeReviewed(state) && 'review',
    hasTarget(state, finding.file) && 'target',
    mayBeReproduced(state, finding) && 'reproduction',
    state.config.verify.commands.length > 0 && 'tests',
  ]);
  return missingProof(possible, state.config, whyNobodyLooks(state, finding));
};
