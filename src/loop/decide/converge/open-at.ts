/** Which findings are open in a state that the run went through. */
import { reviewersOf } from '../../../model/finding.ts';
import type { FindingState, RunState } from '../../state/state.ts';
import { isSelected } from '../turns.ts';
import { type Burden, burdenOf } from './burden.ts';
import { cameLater, fixedBy, isTool, type Then } from './fixed-at.ts';

export const isFixedBetween = (state: RunState, finding: FindingState, before: Then, then: Then): boolean =>
  isOpenAt(state, finding, before) && !isOpenAt(state, finding, then);

export const wantedOnes = ({ findings, config }: RunState): FindingState[] =>
  [...findings.values()].filter((each) => each.status !== 'dismissed' && isSelected(each, config));

export const severitiesOf = (findings: readonly FindingState[]): Burden =>
  burdenOf(findings.map(({ finding }) => finding.severity));

/** Tools say themselves how much they report of a state. */
export const isOfTools = (state: RunState, { finding }: FindingState): boolean =>
  state.reviews.rounds.length > 0 && reviewersOf(finding).some((name) => isTool(state, name));

export const isOpenAt = (state: RunState, finding: FindingState, then: Then): boolean =>
  !cameLater(state, finding, then) && fixedBy(state, finding, then) === undefined;
