/** What proves a change that was checked, before anybody has looked at it again. */
import type { Finding } from '../../../model/finding.ts';
import type { Proof } from '../../../model/proof.ts';
import type { Verification } from '../../../model/verification.ts';
import { present } from '../../../plain/present.ts';
import { inSnapshot } from '../../../stages/gates/tool.ts';
import type { RunState } from '../../state/state.ts';
import { type UnitState, verificationOf } from '../../state/unit.ts';
import { canProve } from './watching.ts';

/** Commands really ran, and all of them passed; neither a hook of the user's nor a check of one file is a test. */
const testsPassed = (shown: Verification | undefined): boolean =>
  shown?.verdict === 'passed' &&
  shown.commands.some(({ hook, target, status }) => hook !== true && !target && status === 'passed');

/** Every check that speaks about its file passed on the change. */
const targetPassed = ({ check, answer }: UnitState, finding: Finding): boolean => {
  const { file } = answer?.snapshot ? inSnapshot(finding, answer.snapshot) : finding;
  const own = (check?.commands ?? []).filter(({ target }) => file !== undefined && target?.files.includes(file));
  return own.length > 0 && own.every(({ status }) => status === 'passed');
};

/** A test that it names, or that came with the fix, fails without the fix; that it passes with it was seen as well. */
const isReproduced = ({ check }: UnitState, { id }: Finding): boolean =>
  check?.withoutFix?.verdict === 'fails' ||
  (check?.commands ?? []).some(({ target, status }) => target?.reproduces?.includes(id) && status === 'passed');

/** A tool that reported it looked at the change, and the gate found that it does so no longer. */
const toolLooked = (state: RunState, shown: Verification | undefined, finding: Finding): boolean =>
  shown?.tools?.some(({ reviewer, status }) => status === 'ran' && canProve(state, reviewer, finding)) === true;

/**
 * Of a unit, before and when it is accepted: its own tree, the commit that it became, and the head with all of them.
 */
const shownOf = ({ checks: { verified }, code }: RunState, unit: UnitState): (Verification | undefined)[] => {
  const own = unit.answer && verificationOf(unit);
  return unit.commit ? [own, verified.get(unit.commit.tree), verified.get(code.verifiedHead.tree)] : [own];
};

/** What a run has shown of a change: of the group that it is in, or of the change by itself. */
const looksAtChange = (unit: UnitState, shown: Verification | null): (Verification | undefined)[] => [
  shown ?? undefined,
  unit.answer && verificationOf(unit),
];

/** Of a change that was checked: what is about the finding itself. */
export const rechecksOf = (
  state: RunState,
  unit: UnitState,
  finding: Finding,
  shown: Verification | null = null,
): Proof[] =>
  present([
    looksAtChange(unit, shown).some((each) => toolLooked(state, each, finding)) && 'tool',
    targetPassed(unit, finding) && 'target',
    isReproduced(unit, finding) && 'reproduction',
  ]);

/** What is known as soon as a change was checked. `shown`: what a run has shown of the group that it is in. */
export const proofOfChange = (
  state: RunState,
  unit: UnitState,
  finding: Finding,
  shown: Verification | null = null,
): Proof[] => {
  const runs = [...looksAtChange(unit, shown), ...shownOf(state, unit)];
  return [
    ...rechecksOf(state, unit, finding, shown),
    // Where breaking the files breaks nothing, passing says nothing about them.
    ...(state.checks.doubt === undefined && runs.some(testsPassed) ? (['tests'] as const) : []),
  ];
};
