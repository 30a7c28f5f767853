/**
 * Takes a fix out again, and keeps the tests that came with it (7.4): they have to fail then, or they show nothing.
 */
import type { WithoutFix } from '../../../model/verification.ts';
import type { Performing } from '../../engine.ts';
import type { AnsweredUnit } from '../../state/unit.ts';
import { testsOfFix } from '../../decide/gates/tests-of-fix.ts';
import { proveTree } from './prove-tree.ts';

/** Undefined where there is nothing to take out. */
export const proveWithoutFix = async (
  performing: Performing,
  unit: AnsweredUnit,
): Promise<WithoutFix | 'cancelled' | undefined> => {
  const { custody } = performing.engine;
  const tests = testsOfFix(performing.state, unit);
  const { snapshot } = unit.answer;
  if (tests.length === 0 || !snapshot) return undefined;
  const { tree } = await custody.pick(unit.base, snapshot.tree, tests);
  // Nothing was taken out, so nothing could fail for it.
  if (tree === snapshot.tree) return undefined;
  const { verdict, reason } = await proveTree(performing, tree, { once: true, base: unit.base });
  if (verdict === 'cancelled') return verdict;
  return { tree, verdict: meaning[verdict] ?? 'unknown', ...(reason !== undefined && { reason }) };
};

const meaning: Partial<Record<string, WithoutFix['verdict']>> = { passed: 'passes', failed: 'fails' };
