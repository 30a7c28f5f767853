/**
 * Whether a change about several findings can be taken apart, so that one that is not good enough does not take the
 * others with it.
 */
import { isMachineMade } from '../../../model/run/machine-made.ts';
import { type Piece, separate } from '../../../stages/commit/separate.ts';
import { disputedIn } from '../disputes/disputed.ts';
import { asked, claimed } from './claims.ts';
import type { RunState } from '../../state/state.ts';
import type { AnsweredUnit } from '../../state/unit.ts';

const filesOf = ({ answer }: AnsweredUnit): string[] => answer.snapshot?.files.map(({ path }) => path) ?? [];

export const piecesOf = (state: RunState, unit: AnsweredUnit): Piece[] => {
  const claims = asked(unit).flatMap((id) => {
    const finding = state.findings.get(id)?.finding;
    const { claim, explanation = '' } = unit.answer.claims[id] ?? {};
    return finding ? [{ finding, explanation, fixed: claim === 'fixed' }] : [];
  });
  return separate(claims, filesOf(unit));
};

/** Also when a part of it is to be left behind. */
export const separable = (state: RunState, unit: AnsweredUnit): boolean => {
  if (unit.partOf !== undefined || unit.plan.findings.length <= 1 || isMachineMade(unit.plan) || !unit.answer.snapshot)
    return false;
  const pieces = piecesOf(state, unit);
  const [first] = pieces;
  return (
    pieces.length !== 1 ||
    // What is disputed stays behind, so that nobody waits for what becomes of it.
    disputedIn(state, unit).length > 0 ||
    first?.findings.length !== claimed(unit).length ||
    first.files.length !== filesOf(unit).length
  );
};
