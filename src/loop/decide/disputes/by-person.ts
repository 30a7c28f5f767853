/** What a person says to a dispute that no agent settled. */
import type { Question } from '../../../model/call.ts';
import type { Ruling } from '../../../model/finding/dispute.ts';
import { disputeWords } from '../../../stages/dispute/words.ts';
import { decisionOn, undecidedWords } from '../decisions.ts';
import type { Case } from './cases.ts';

const questionId = ({ finding: { finding, attempts } }: Case): string => `${finding.code}-d${attempts.length + 1}`;

export const isAskedOfPeople = (own: Case): boolean => own.state.people.questions.has(questionId(own));

/** Asked where no agent may decide, or none could. */
const questionOn = (own: Case, doubt: string | undefined): Question => ({
  id: questionId(own),
  finding: own.finding.finding.id,
  question: `Is this finding wrong, as the fixer says: ${disputeWords(own.dispute)}? Answer yes, or no and why.`,
  context: doubt === undefined ? nameOf(own) : `not settled by an agent: ${doubt}`,
  unit: own.unit.plan.unit,
});

const nameOf = ({ finding: { finding } }: Case): string => `${finding.code}: ${finding.title}`;

export type Step = { ruling: Ruling } | { question: Question };

export const byPerson = (own: Case, doubt: string | undefined): Step => {
  const question = questionOn(own, doubt);
  const decision = decisionOn(own.state, question);
  if (decision === undefined) return { question };
  const { verdict, words } = decision;
  if (verdict === 'nobody') return { ruling: { verdict: 'undecided', by: 'nobody', reason: undecidedWords(question) } };
  const reason = words || 'nobody said that it is wrong';
  return { ruling: { verdict: verdict === 'yes' ? 'refuted' : 'upheld', by: 'the user', reason } };
};
