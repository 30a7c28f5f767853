/** What a call begins from (3.5, 4.14): the conversation so far, and the change that was refused. */
import { forkingKinds, settingsOf } from '../../../config/agents.ts';
import type { Attempt, Session } from '../../../model/attempt.ts';
import type { Snapshot } from '../../../model/run/snapshot.ts';
import { isMachineMade } from '../../../model/run/machine-made.ts';
import { gateNamed } from '../../../stages/gates/gates.ts';
import { isTestFile } from '../../../trust/test-files.ts';
import type { RunState } from '../../state/state.ts';
import type { AnsweredUnit, UnitState } from '../../state/unit.ts';
import { paidAttempts } from '../turns.ts';

/**
 * Of so many attempts or more, the last starts afresh: what an agent has talked itself into, it does not see any more
 * (4.14).
 */
const freshFrom = 3;

const startsAfresh = (state: RunState, { plan }: UnitState): boolean => {
  const { attemptsPerFinding, cycles } = state.config.limits;
  const limit = attemptsPerFinding ?? cycles;
  return plan.findings.some((id) => {
    const finding = state.findings.get(id);
    return finding !== undefined && limit >= freshFrom && paidAttempts(finding).length + 1 >= limit;
  });
};

/**
 * The last units about these findings that came to an answer: one, or the parts that one call was taken apart into.
 * None where a finding has none, or one was about others as well.
 */
const earlierUnits = ({ fixing }: RunState, { plan }: UnitState): AnsweredUnit[] => {
  const before = [...fixing.units.values()].filter(
    (each): each is AnsweredUnit => each.answer !== undefined && each.plan.unit !== plan.unit,
  );
  const own = new Set(plan.findings);
  const last = plan.findings.map((id) => before.findLast((each) => each.plan.findings.includes(id)));
  const isOurs = last.every((each) => each?.plan.findings.every((id) => own.has(id)));
  return isOurs ? before.filter((each) => last.includes(each)) : [];
};

/**
 * Undefined: a new one; the prompt says all that is needed. Else the one in which the same agent tried the same
 * findings
 * before, or the one in which it asked and planned.
 */
export const sessionFor = (state: RunState, unit: UnitState): Session | undefined => {
  if (startsAfresh(state, unit)) return undefined;
  const { agent } = unit.plan;
  const [first, ...others] = earlierUnits(state, unit).map(({ answer }) => answer);
  const isOneCall = others.every((each) => each.agent === first?.agent && each.session?.id === first.session?.id);
  if (isOneCall && first?.agent === agent && first.session) return first.session;
  const prepared = preparatorySession(state, agent);
  return prepared && goOnFrom(state, unit, prepared);
};

/**
 * Several fixes begin from one conversation: each in a copy of it, where the agent can make one; else only a fix that
 * is alone goes on in it.
 */
const goOnFrom = (state: RunState, unit: UnitState, session: Session): Session | undefined => {
  const kind = settingsOf(state.config, unit.plan.agent)?.kind;
  if (kind !== undefined && forkingKinds.has(kind)) return { ...session, fork: true };
  const isFirst = [...state.fixing.units.values()].every(
    ({ plan, answer }) => plan.unit === unit.plan.unit || answer?.agent !== unit.plan.agent,
  );
  const isAlone = state.fixing.working.size === 1;
  return isFirst && isAlone ? session : undefined;
};

/** The conversation in which this agent asked questions and planned, as it was left: in this run, or before it. */
export const preparatorySession = (state: RunState, agent: string): Session | undefined =>
  [...state.agents.calls.values()].findLast(
    ({ subject, answer }) =>
      (subject.role === 'clarify' || subject.role === 'plan') && answer?.agent === agent && answer.session,
  )?.answer?.session ?? sessionBefore(state, agent);

const sessionBefore = ({ run: { started } }: RunState, agent: string): Session | undefined =>
  started.clarified?.agent === agent ? started.clarified.session : undefined;

/** The changes of the last attempts at these findings, when something was wrong with them that can be put right. */
export const refusedSnapshots = (state: RunState, unit: UnitState): Snapshot[] => {
  if (isMachineMade(unit.plan) || startsAfresh(state, unit)) return [];
  const wereRefused = unit.plan.findings.every((id) => {
    const attempt = state.findings.get(id)?.attempts.at(-1);
    const isPutRight = attempt?.result === 'refused' && gateNamed(attempt.gate)?.retry.from === 'refused change';
    return isPutRight && !tookTests(attempt);
  });
  return wereRefused
    ? earlierUnits(state, unit).flatMap(({ plan, answer }) => (isMachineMade(plan) ? [] : (answer.snapshot ?? [])))
    : [];
};

/** Tests are gone, or were changed and its own check refused it: the next attempt needs them as they were. */
const tookTests = ({ files, gate }: Attempt): boolean =>
  files.some(
    ({ path, change }) => isTestFile(path) && (change === 'deleted' || (gate === 'target' && change !== 'added')),
  );
