/** What a person says to a dispute that no agent settled. */
import type { Question } from '../../../model/call.ts';
import type { Ruling } from '../../../model/finding/dispute.ts';
import { disputeWords } from '../../../stages/dispute/words.ts';
import { decisionOn, undecidedWords } from '../decisions.ts';
import type { Case } from './cases.ts';

/** Asked where no agent may decide, or none could. */
const questionOn = ({ unit, finding: { finding, attempts }, dispute }: Case, doubt: string | undefined): Question => ({
  id: `${finding.code}-d${attempts.length + 1}`,
  finding: finding.id,
  question: `Is this finding wrong, as is said: ${disputeWords(dispute)}? Answer yes if it is, or no and why.`,
  context: doubt === undefined ? `${finding.code}: ${finding.title}` : `not settled by an agent: ${doubt}`,
  unit: unit.plan.unit,
});

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
