/** The disputes of an attempt, and which of them somebody is asked about. */
import type { CallSubject } from '../../../model/call.ts';
import type { Opinion, ReadDispute } from '../../../model/finding/dispute.ts';
import type { FindingState, RunState } from '../../state/state.ts';
import type { AnsweredUnit } from '../../state/unit.ts';
import { callOf } from '../calls/wanted-calls.ts';
import { disputedIn, isOver } from './disputed.ts';

export type Subject = Extract<CallSubject, { role: 'adjudicate' }>;

export type Case = { state: RunState; unit: AnsweredUnit; finding: FindingState; dispute: ReadDispute };

export const casesIn = (state: RunState, unit: AnsweredUnit): Case[] =>
  disputedIn(state, unit).flatMap((id) => {
    const finding = state.findings.get(id);
    const dispute = unit.answer.claims[id]?.dispute;
    return finding && dispute ? [{ state, unit, finding, dispute }] : [];
  });

export const whyNotHeard = ({ finding, dispute }: Case): string | undefined =>
  isOver(finding) ? 'it was disputed in vain before: it is to be fixed now' : dispute.problem;

/** Those that somebody is asked about. */
export const heardIn = (state: RunState, unit: AnsweredUnit): Case[] =>
  casesIn(state, unit).filter((each) => whyNotHeard(each) === undefined);

export const opinionsIn = (state: RunState, subject: Subject): Record<string, Opinion> => {
  const answer = callOf(state, subject)?.answer?.answer;
  return answer?.role === 'adjudicate' ? answer.opinions : {};
};

/** Those that a call is about: a second one is only about what the first left out. */
export const askedToDecide = (state: RunState, unit: AnsweredUnit, subject: Subject): Case[] => {
  const before = subject.n === 1 ? {} : opinionsIn(state, { ...subject, n: 1 });
  return heardIn(state, unit).filter(({ finding }) => !Object.hasOwn(before, finding.finding.id));
};
