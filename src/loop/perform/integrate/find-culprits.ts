/** Searches the fixes of a step that fail together, and takes them out with what cannot be merged without them. */
import type { RunEvent } from '../../../model/event.ts';
import type { Verification } from '../../../model/verification.ts';
import { findCulprits } from '../../../stages/commit/culprit.ts';
import { isAcceptable } from '../../../stages/gates/acceptable.ts';
import type { Performing } from '../../engine.ts';
import { currentCycle, stepUnits, type UnitState } from '../../state/state.ts';
import { integrate, stepBase } from './integrate.ts';
import { verifyTree } from '../verify/verify.ts';

class Cancelled extends Error {}

export const performFindCulprits = async (performing: Performing): Promise<RunEvent[]> => {
  try {
    return [await search(performing)];
  } catch (error) {
    // Nothing was decided yet: a resumed run searches again.
    if (error instanceof Cancelled) return [];
    throw error;
  }
};

const search = async (performing: Performing): Promise<RunEvent> => {
  const { engine, state, config } = performing;
  const base = stepBase(state);
  const step = currentCycle(state)?.step;
  const units = step ? stepUnits(state, step).filter((unit) => unit.phase === 'committed') : [];
  const shownBy = new Map<string, Verification>();
  let complaint = 'the combined result fails';
  const build = async (candidates: readonly UnitState[]) => {
    const built = await integrate(engine.custody, state, base, candidates);
    const apart = new Set(built.conflicts.map((conflict) => conflict.unit));
    return {
      ...built,
      units: candidates.filter((unit) => !apart.has(unit.plan.unit)),
      unmergeable: candidates.filter((unit) => apart.has(unit.plan.unit)),
    };
  };
  const holds = async ({ head }: { head: { commit: string; tree: string } }) => {
    const shown = await verifyTree(performing, head.tree);
    if (shown.verdict === 'cancelled') throw new Cancelled();
    if (isAcceptable(shown, config)) shownBy.set(head.tree, shown);
    else complaint = shown.reason ?? complaint;
    return isAcceptable(shown, config);
  };
  const { kept, culprits, unmergeable } = await findCulprits(units, { build, holds });
  const { tree } = kept.head;
  const known = tree === base.tree ? state.verified.get(tree) : shownBy.get(tree);
  return {
    type: 'culprits.removed',
    head: kept.head,
    commits: kept.commits,
    removed: [
      ...culprits.map((unit) => ({
        unit: unit.plan.unit,
        reason: `fails together with the other fixes: ${complaint}`,
      })),
      ...unmergeable.map((unit) => ({
        unit: unit.plan.unit,
        reason: 'cannot be merged without a fix that was taken out',
      })),
    ],
    verification: known ?? { tree, verdict: 'none', failures: [], commands: [], tools: [], durationMs: 0 },
  };
};
