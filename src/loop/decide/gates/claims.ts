/** Whom an attempt is about, and what its fixer says of them. */
import { standsForChange } from '../../../stages/fix/answer.ts';
import type { AnsweredUnit } from '../../state/unit.ts';

/** The findings that the agent was really asked about in this call. */
export const asked = ({ plan, answer }: AnsweredUnit): string[] =>
  plan.findings.filter((id) => !answer.cut.includes(id));

/** Those that it says are fixed, and the one that it changed files for without a word. */
export const claimed = (unit: AnsweredUnit): string[] =>
  asked(unit).filter((id) => standsForChange(unit.answer.claims[id]));
