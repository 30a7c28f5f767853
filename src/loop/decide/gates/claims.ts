/** Whom an attempt is about, and what its fixer says of them. */
import { standsForChange } from '../../../stages/fix/answer.ts';
import type { UnitState } from '../../state/state.ts';

/** The findings that the agent was really asked about in this call. */
export const asked = (unit: UnitState): string[] => unit.plan.findings.filter((id) => !unit.answer?.cut.includes(id));

/** Those that it says are fixed, and the one that it changed files for without a word. */
export const claimed = (unit: UnitState): string[] =>
  asked(unit).filter((id) => standsForChange(unit.answer?.claims[id]));
