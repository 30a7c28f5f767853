/** Searches the fixes of a step that fail together, and takes them out with what cannot be merged without them. */
import type { RunEvent } from '../../../model/event.ts';
import type { Verification } from '../../../model/verification.ts';
import { divide } from '../../../plain/divide.ts';
import { findCulprits } from '../../../stages/commit/culprit.ts';
import { isAcceptable } from '../../../stages/gates/acceptable.ts';
import type { Performing } from '../../engine.ts';
import { currentCycle, stepUnits } from '../../state/state.ts';
import type { AnsweredUnit } from '../../state/unit.ts';
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
  const { engine, state } = performing;
  const base = stepBase(state);
  const step = currentCycle(state)?.step;
  const units: AnsweredUnit[] = step ? stepUnits(state, step).filter((unit) => unit.phase === 'committed') : [];
  const proofs = proofsIn(performing);
  const build = async (candidates: readonly AnsweredUnit[]) => {
    const built = await integrate(engine.custody, state, base, candidates);
    const apart = new Set(built.conflicts.map((conflict) => conflict.unit));
    const [unmergeable, mergeable] = divide(candidates, (unit) => apart.has(unit.plan.unit));
    return { ...built, units: mergeable, unmergeable };
  };
  const { kept, culprits, unmergeable } = await findCulprits(units, {
    build,
    holds: ({ head }) => proofs.holds(head.tree),
  });
  const { tree } = kept.head;
  const shown = tree === base.tree ? state.checks.verified.get(tree) : proofs.shown(tree);
  return {
    type: 'culprits.removed',
    head: kept.head,
    commits: kept.commits,
    removed: [
      ...removedFor(`fails together with the other fixes: ${proofs.complaint()}`, culprits),
      ...removedFor('cannot be merged without a fix that was taken out', unmergeable),
    ],
    verification: shown ?? { tree, verdict: 'none', failures: [], commands: [], tools: [], durationMs: 0 },
  };
};

const removedFor = (reason: string, units: readonly AnsweredUnit[]): { unit: string; reason: string }[] =>
  units.map(({ plan }) => ({ unit: plan.unit, reason }));

/** Verifies trees, and remembers what was shown of those that hold, and the last complaint about those that do not. */
const proofsIn = (performing: Performing) => {
  const shownBy = new Map<string, Verification>();
  let complaint = 'the combined result fails';
  return {
    shown: (tree: string) => shownBy.get(tree),
    complaint: () => complaint,
    holds: async (tree: string): Promise<boolean> => {
      const shown = await verifyTree(performing, tree);
      if (shown.verdict === 'cancelled') throw new Cancelled();
      const isGood = isAcceptable(shown, performing.state.config);
      if (isGood) shownBy.set(tree, shown);
      else complaint = shown.reason ?? complaint;
      return isGood;
    },
  };
};
