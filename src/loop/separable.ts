/** Whether a change about several findings can be taken apart, so that one that is not good enough does not take the others with it. */
import { type Piece, separate } from '../stages/commit/separate.ts';
import { claimed } from './judge.ts';
import type { RunState, UnitState } from './state.ts';

export const piecesOf = (state: RunState, unit: UnitState): Piece[] => {
  const { answer } = unit;
  const files = answer?.snapshot?.files.map(({ path }) => path) ?? [];
  const claims = claimed(unit).flatMap((id) => {
    const finding = state.findings.get(id)?.finding;
    return finding ? [{ finding, explanation: answer?.claims[id]?.explanation ?? '' }] : [];
  });
  return separate(claims, files);
};

export const separable = (state: RunState, unit: UnitState): boolean =>
  unit.partOf === undefined && unit.plan.findings.length > 1 && unit.plan.agent !== 'autofix' && piecesOf(state, unit).length > 1;
