/** What a call in another role than the fixer's can come to, as performCall would record it. */
import { type CallAnswer, type CallSubject, keyOfCall, type Question } from '../../../src/model/call.ts';
import type { Opinion } from '../../../src/model/finding/dispute.ts';
import type { Score } from '../../../src/model/challenge.ts';
import type { RunEvent } from '../../../src/model/event.ts';
import type { Finding } from '../../../src/model/finding.ts';
import { correctPlan } from '../../../src/stages/plan/correct.ts';
import { askedToDecide } from '../../../src/loop/decide/disputes/cases.ts';
import { answeredUnit } from '../../../src/loop/state/state.ts';
import { askedAbout } from '../../../src/loop/decide/gates/challenge.ts';
import { claimed } from '../../../src/loop/decide/gates/claims.ts';
import { toBeFixed } from '../../../src/loop/perform/fix/open-findings.ts';
import { postponement } from '../../../src/loop/perform/fix/wait.ts';
import { agentResult, outcomeFor, usageFor } from './agent-results.ts';
import { generateDraft } from './scenario.ts';
import { demand, goesWrong, type World } from './world.ts';

export const callResults = (world: World, subject: CallSubject, ending: boolean): RunEvent[] => {
  const { random, state } = world;
  const key = keyOfCall(subject);
  const { agent, answer } = state.agents.calls.get(key) ?? { agent: '' };
  demand(answer === undefined, `11.1: ${key} is asked again although its answer is stored`);
  const outcome = outcomeFor(world, agent, ending);
  const later = postponement(agentResult(world, outcome), new Date(world.now), state);
  if (later) return [{ type: 'call.postponed', call: key, ...later }];
  return [
    {
      type: 'call.finished',
      call: key,
      agent,
      outcome,
      ...(outcome !== 'ok' && random.chance(0.7) && { message: `it says ${outcome}` }),
      answer: outcome === 'ok' ? answerOf(world, subject) : null,
      usage: usageFor(world, outcome),
      artifacts: [],
      durationMs: random.below(10_000),
    },
  ];
};

const answerOf = (world: World, subject: CallSubject): CallAnswer => {
  switch (subject.role) {
    case 'review':
      return review(world);
    case 'clarify':
      return clarify(world, subject.n);
    case 'plan':
      return plan(world);
    case 'challenge':
      return challenge(world, subject);
    case 'adjudicate':
      return adjudicate(world, subject);
    default:
      return subject satisfies never;
  }
};

/** What could be read of an answer without a verdict counts all the same. */
const review = (world: World): CallAnswer => {
  const { random, scenario } = world;
  const verdict =
    scenario.habit === 'review-fails' || goesWrong(world, 0.1)
      ? 'error'
      : random.pick(['NEEDS_WORK', 'NEEDS_WORK', 'PASSED'] as const);
  const count = verdict === 'PASSED' || (verdict === 'error' && random.chance(0.7)) ? 0 : 1 + random.below(4);
  return {
    role: 'review',
    verdict,
    findings: Array.from({ length: count }, () => generateDraft(random, random.below(12))),
    problems: goesWrong(world, 0.1) ? [{ place: 'answer', message: 'cannot be read' }] : [],
    changed: goesWrong(world, 0.1) ? ['a.ts'] : [],
  };
};

const clarify = (world: World, n: number): CallAnswer => {
  const { random, state, scenario } = world;
  const asksOn = scenario.habit === 'asks-on';
  const about = toBeFixed(state).filter((_, index) => (asksOn && index === 0) || random.chance(0.3));
  const questions = about.map(({ id, code }): Question => ({
    id: `${code}-q${n}`,
    finding: id,
    question: 'which one?',
  }));
  return { role: 'clarify', questions, ready: questions.length === 0 || (!asksOn && random.chance(0.3)), problems: [] };
};

/** As it is read: whatever the agent left out or put side by side is corrected. */
const plan = (world: World): CallAnswer => {
  const { random, state } = world;
  const findings = toBeFixed(state);
  const problem = goesWrong(world, 0.2) ? 'it has no steps' : undefined;
  const todos = { role: 'plan', todos: {} } as const;
  if (problem !== undefined) return { ...todos, steps: [], corrections: [], problem };
  return {
    ...todos,
    ...correctPlan(namedSteps(world, findings), findings),
    ...(random.chance(0.1) && { todos: notesOn(findings) }),
  };
};

export const namedSteps = (world: World, findings: readonly Finding[]): { reason: string; names: string[] }[] => {
  const named = findings.filter(() => !goesWrong(world, 0.1)).map(({ code }) => code);
  const steps = Map.groupBy(named, () => world.random.below(3));
  return [...steps.values()].map((names) => ({
    reason: 'so it is best',
    names: goesWrong(world, 0.1) ? [...names, 'NOBODY'] : names,
  }));
};

const notesOn = (findings: readonly Finding[]) =>
  Object.fromEntries(
    findings.map(({ id }) => [id, { clarifications: [], related_files: [], existing_patterns: ['as in b.ts'] }]),
  );

const challenge = (world: World, subject: Extract<CallSubject, { role: 'challenge' }>): CallAnswer => {
  const { state, scenario } = world;
  const unit = state.fixing.units.get(subject.unit);
  if (!unit?.answer?.snapshot) throw new Error(`unit ${subject.unit} has nothing to judge`);
  const isSkipped = (): boolean => scenario.habit === 'silent' || goesWrong(world, 0.25);
  const asked = askedAbout(state, subject, claimed(unit));
  demand(asked.length > 0, `6.3: ${keyOfCall(subject)} is about nothing`);
  const scores = asked.filter(() => !isSkipped()).map((id) => [id, score(world)]);
  return {
    role: 'challenge',
    scores: Object.fromEntries(scores),
    unknownIds: goesWrong(world, 0.1) ? ['id-of-nobody'] : [],
    problems: [],
  };
};

/** As it is weighed: a verdict counts with the line that was read, and some are left out. */
const adjudicate = (world: World, subject: Extract<CallSubject, { role: 'adjudicate' }>): CallAnswer => {
  const { random, state } = world;
  const unit = answeredUnit(state, subject.unit);
  const cases = unit ? askedToDecide(state, unit, subject) : [];
  demand(cases.length > 0, `7.8: ${keyOfCall(subject)} is about nothing`);
  const opinions = cases
    .filter(() => !goesWrong(world, 0.25))
    .map(({ finding }): [string, Opinion] => [
      finding.finding.id,
      { verdict: random.pick(['refuted', 'upheld', 'unresolved']), ground: 'is-there', reason: 'see line 1' },
    ]);
  return { role: 'adjudicate', opinions: Object.fromEntries(opinions), problems: [] };
};

const score = ({ random, scenario }: World): Score => ({
  score: random.weighted([
    [scenario.habit === 'low-scores' ? 0 : 4, 90 + random.below(11)],
    [scenario.trouble, random.below(90)],
    [scenario.trouble, scenario.config.challenger.threshold - 1],
  ]),
  feedback: 'look again',
  improvements: random.chance(0.5) ? ['the empty case'] : [],
});
