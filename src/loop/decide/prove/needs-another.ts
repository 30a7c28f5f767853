/**
 * Machine-made fixes that failed by themselves are tried once more in twos: one may need the other (5.6). What passes
 * is one change about two findings, so one commit that names both.
 */
import type { Attempt } from '../../../model/attempt.ts';
import { isMachineMade, machine } from '../../../model/run/machine-made.ts';
import type { PlannedUnit } from '../../../stages/plan/steps.ts';
import { TakenEdits } from '../../../stages/plan/taken-edits.ts';
import { type FindingState, isOpen, type RunState, workingUnits } from '../../state/state.ts';
import { isSelected, madePlan } from '../turns.ts';

/** Of more than these, the twos are too many to be tried; each of them costs a run. */
const mostRefused = 4;

/** The next two, if there are any; a plan that somebody made is kept to. */
export const nextTwo = (state: RunState): PlannedUnit | null => {
  const refused = madePlan(state) ? [] : failedAlone(state);
  if (refused.length > mostRefused) return null;
  const tried = triedIn(state);
  const next = twosOf(refused).find((two) => !tried.has(idsOf(two).join(' ')) && keepApart(two));
  return next ? { findings: idsOf(next), agent: machine } : null;
};

const triedIn = ({ fixing }: RunState): Set<string> =>
  new Set([...fixing.units.values()].map(({ plan }) => plan.findings.join(' ')));

type Two = readonly [FindingState, FindingState];

const twosOf = (findings: readonly FindingState[]): Two[] =>
  findings.flatMap((first, index) => findings.slice(index + 1).map((second): Two => [first, second]));

const idsOf = (two: Two): string[] => two.map(({ finding }) => finding.id);

/** A fix of one that waits for a person's decision is still under way. */
const failedAlone = (state: RunState): FindingState[] => {
  const underWay = new Set(workingUnits(state).flatMap(({ plan }) => plan.findings));
  return [...state.findings.values()].filter(
    (each) =>
      isOpen(each) &&
      isSelected(each, state.config) &&
      each.attempts.some(isRefusedByRun) &&
      !underWay.has(each.finding.id),
  );
};

const isRefusedByRun = (attempt: Attempt): boolean =>
  isMachineMade(attempt) && attempt.result === 'refused' && (attempt.gate === 'verify' || attempt.gate === 'combined');

const keepApart = (two: Two): boolean => {
  const taken = new TakenEdits();
  return two.every(({ finding, reportedAt }) => taken.take(finding.edits ?? [], reportedAt));
};
