/** Whether a person lets a fix add what lasts and what its finding does not ask for (7.7). */
import type { Question } from '../../../model/call.ts';
import { isMachineMade } from '../../../model/run/machine-made.ts';
import { cutEnd } from '../../../plain/cut.ts';
import { durableIn } from '../../../stages/gates/decided/durable.ts';
import type { RunState } from '../../state/state.ts';
import type { AnsweredUnit } from '../../state/unit.ts';
import { type Decision, decisionOn } from '../decisions.ts';
import { claimed } from './claims.ts';

const longestQuestion = 1_500;

/** Null: there is nothing to ask. What machines propose with a finding is what it asks for. */
export const durableQuestion = (state: RunState, unit: AnsweredUnit): Question | null => {
  const added = isMachineMade(unit.plan) ? [] : durableIn(unit.answer.snapshot?.remarks ?? [], state.config);
  const first = state.findings.get(claimed(unit)[0] ?? '');
  if (added.length === 0 || !first) return null;
  const { finding, attempts } = first;
  const what = added.map(({ file, line, message, rule }) => {
    const place = line === undefined ? file : `${file}:${line}`;
    return `${place}: ${message} (${rule})`;
  });
  return {
    id: `${finding.code}-s${attempts.length + 1}`,
    finding: finding.id,
    question: `May the fix of ${finding.code} add this? ${cutEnd(what.join('; '), longestQuestion)}. Answer yes or no.`,
    context: `the finding does not ask for it; fixpoint explain ${state.run.id} ${finding.code} shows the change`,
    unit: unit.plan.unit,
  };
};

/** Null where nobody has to be asked; undefined as long as somebody is to decide. */
export const decisionOnDurable = (state: RunState, unit: AnsweredUnit): Decision | null | undefined => {
  const question = durableQuestion(state, unit);
  return question === null ? null : decisionOn(state, question);
};
