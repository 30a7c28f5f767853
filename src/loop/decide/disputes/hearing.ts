/** How far a dispute has come (7.8): who is to be asked next, an agent or a person, and what was decided. */
import type { Question } from '../../../model/call.ts';
import type { Opinion, Ruling } from '../../../model/finding/dispute.ts';
import { given } from '../../../plain/given.ts';
import { opinionWords } from '../../../stages/dispute/words.ts';
import type { RunState } from '../../state/state.ts';
import type { AnsweredUnit } from '../../state/unit.ts';
import { callOf, type WantedCall } from '../calls/wanted-calls.ts';
import { judgeOf } from './disputed.ts';
import { type Subject, type Case, casesIn, whyNotHeard, heardIn, opinionsIn } from './cases.ts';
import { type Step, byPerson, isAskedOfPeople } from './by-person.ts';

/** By id of the finding; whoever is not there yet is waited for. */
export type Hearing = { calls: WantedCall[]; questions: Question[]; rulings: Record<string, Ruling> };

/** Once, and once more about what was left without a verdict. */
const mostAsked = 2;

type Heard = { judge?: string; wanted: WantedCall[]; opinions: Record<string, Opinion>; silence: string };

/** A person who was asked instead of an agent is not passed over when somebody else could decide later. */
const isLeftToPeople = (state: RunState, unit: AnsweredUnit): boolean =>
  heardIn(state, unit).some(isAskedOfPeople) &&
  [...state.agents.calls.values()].every(
    ({ subject }) => subject.role !== 'adjudicate' || subject.unit !== unit.plan.unit,
  );

const hear = (state: RunState, unit: AnsweredUnit, ids: readonly string[]): Heard => {
  const judge = isLeftToPeople(state, unit) ? undefined : judgeOf(state, unit);
  const heard: Heard = { ...given({ judge }), wanted: [], opinions: {}, silence: 'it gave no verdict' };
  if (judge === undefined) return heard;
  for (let n = 1; n <= mostAsked && ids.some((id) => !Object.hasOwn(heard.opinions, id)); n += 1) {
    const subject: Subject = { role: 'adjudicate', unit: unit.plan.unit, judge, n };
    const answer = callOf(state, subject)?.answer;
    // One that the budget cut short has said nothing yet.
    if (!answer || answer.outcome === 'cancelled') return { ...heard, wanted: [{ subject, agent: judge }] };
    if (answer.outcome !== 'ok') heard.silence = answer.message ?? answer.outcome;
    heard.opinions = { ...opinionsIn(state, subject), ...heard.opinions };
  }
  return heard;
};

const byAgent = (opinion: Opinion, judge: string): Ruling | null =>
  opinion.verdict === 'unresolved'
    ? null
    : { verdict: opinion.verdict, by: judge, reason: opinionWords(opinion), ...given({ read: opinion.read }) };

const decide = (own: Case, { judge, opinions, silence }: Heard): Step => {
  const unheard = whyNotHeard(own);
  if (unheard !== undefined) return { ruling: { verdict: 'not-heard', by: 'code', reason: unheard } };
  if (judge === undefined) return byPerson(own, undefined);
  const opinion = opinions[own.finding.finding.id];
  const ruling = opinion && byAgent(opinion, judge);
  return ruling ? { ruling } : byPerson(own, `${judge}: ${opinion?.reason ?? silence}`);
};

export const hearingOf = (state: RunState, unit: AnsweredUnit): Hearing => {
  const ids = heardIn(state, unit).map(({ finding }) => finding.finding.id);
  const heard = hear(state, unit, ids);
  return heard.wanted.length > 0
    ? { calls: heard.wanted, questions: [], rulings: {} }
    : { calls: [], ...settled(casesIn(state, unit), heard) };
};

const settled = (cases: readonly Case[], heard: Heard): Pick<Hearing, 'questions' | 'rulings'> => {
  const questions: Question[] = [];
  const rulings: Record<string, Ruling> = {};
  for (const own of cases) {
    const step = decide(own, heard);
    if ('question' in step) questions.push(step.question);
    else rulings[own.finding.finding.id] = step.ruling;
  }
  return { questions, rulings };
};

/** What a gate judges by; undefined as long as somebody is to be heard. */
export const rulingsOn = (state: RunState, unit: AnsweredUnit): Readonly<Record<string, Ruling>> | undefined => {
  const { calls, questions, rulings } = hearingOf(state, unit);
  return calls.length + questions.length === 0 ? rulings : undefined;
};
