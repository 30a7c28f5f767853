/** Limits of a run: cycles, attempts, and what may run side by side. */
import type { RunEventOf } from '../../../src/model/event.ts';
import { severityRank } from '../../../src/model/finding.ts';
import type { UnitPlan } from '../../../src/model/run/snapshot.ts';
import { isOpen, workingUnits } from '../../../src/loop/state/state.ts';
import { pendingOf, type UnitState } from '../../../src/loop/state/unit.ts';
import { demand, type World } from './world.ts';

/** Those of the round that is under way. */
export const cyclesNow = ({ state }: World): number =>
  state.fixing.cycles.filter(({ round }) => round === state.reviews.rounds.length).length;

export const checkCycle = (world: World, { cycle }: RunEventOf<'cycle.started'>): void => {
  const { state, scenario } = world;
  const { cycles } = scenario.config.limits;
  demand(cyclesNow(world) <= cycles, `cycle ${cycle} begins, limits.cycles is ${cycles}`);
  demand(scenario.command === 'fix' || scenario.command === 'run', `${scenario.command} fixes`);
  demand(state.fixing.plan?.round === state.reviews.rounds.length, '3.2: a cycle begins without a plan');
  demand(state.fixing.cycles.length === cycle, `cycle ${cycle} is number ${state.fixing.cycles.length}`);
};

export const checkStep = (world: World, { units, base }: RunEventOf<'step.started'>): void => {
  const { state, scenario } = world;
  demand(units.length > 0, 'a step without units begins');
  demand(base === state.code.verifiedHead.commit, '7.5: a step begins on a head that is not verified');
  const own = new Set(units.map(({ unit }) => unit));
  const others = workingUnits(state).filter(({ plan }) => !own.has(plan.unit));
  const seen = new Set(others.flatMap(({ plan }) => plan.findings));
  const active = others.filter(({ plan }) => !isParked(world, plan.unit));
  const busy = active.flatMap(({ plan }) => plan.findings);
  const taken = new Set(busy.flatMap((id) => filesOf(world, id)));
  const isAnybodyElse = active.length > 0 || units.length > 1;
  for (const unit of units) {
    checkPurse(world, unit);
    const files = new Set(unit.findings.flatMap((id) => filesOf(world, id)));
    for (const id of unit.findings) {
      const finding = state.findings.get(id);
      demand(finding !== undefined && isOpen(finding) && !seen.has(id), `finding ${id} is planned but not due`);
      demand(isWanted(world, id), `finding ${id} is planned though it is not to be fixed`);
      const last = finding?.attempts.at(-1);
      demand(
        last?.claim !== 'blocked' || last.result !== 'no-change',
        `finding ${id} is planned again though its fixer gave it up`,
      );
      seen.add(id);
    }
    demand(!isAnybodyElse || files.size > 0, '3.3: a unit that may change anything does not run alone');
    for (const file of files) demand(!taken.has(file), `3.3: two units are about ${file} at a time`);
    for (const file of files) taken.add(file);
  }
  checkExclusive(world, active);
  checkPlan(world, [...busy, ...units.flatMap(({ findings }) => findings)]);
  const atWork = [...own].filter((key) => state.fixing.units.get(key)?.plan.agent !== 'autofix').length;
  const most = scenario.config.fix.concurrency;
  demand(atWork <= most, `${atWork} agents are to begin, fix.concurrency is ${most}`);
};

/** A question parks its finding, and nobody else. */
const isParked = ({ state }: World, key: string): boolean =>
  state.people.questions.values().some(({ unit, answer }) => unit === key && answer === undefined);

/** Who may change anything, or has to be alone, has nobody beside it until it is judged. */
const checkExclusive = (world: World, others: readonly UnitState[]): void => {
  for (const { plan } of others) {
    const isAnywhere = plan.findings.every((id) => filesOf(world, id).length === 0);
    demand(plan.alone !== true && !isAnywhere, `3.3: somebody begins while ${plan.unit} has to be alone`);
  }
};

const filesOf = ({ state }: World, id: string): string[] => {
  const finding = state.findings.get(id)?.finding;
  return [...(finding?.file === undefined ? [] : [finding.file]), ...(finding?.edits ?? []).map((edit) => edit.file)];
};

export const isWanted = ({ state, scenario }: World, id: string): boolean => {
  const finding = state.findings.get(id)?.finding;
  const { levels, minSeverity } = scenario.config.fix;
  return (
    finding !== undefined &&
    levels.includes(finding.level) &&
    severityRank[finding.severity] <= severityRank[minSeverity]
  );
};

/** 10.4: no call begins that could exceed the budget. The state already holds what was set aside for it. */
export const checkBudget = ({ state, scenario }: World): void => {
  const { usd = Number.POSITIVE_INFINITY, tokens = Number.POSITIVE_INFINITY } = scenario.config.limits;
  const aside = [...[...state.fixing.units.values()].map(pendingOf), ...state.agents.calls.values()].flatMap(
    ({ reserved }) => reserved ?? [],
  );
  const total = (key: 'usd' | 'tokens'): number => aside.reduce((sum, each) => sum + each[key], state.money.spent[key]);
  demand(total('usd') <= usd + 1e-9, `10.4: a call begins with $${total('usd')} spent or set aside of $${usd}`);
  demand(
    total('tokens') <= tokens,
    `10.4: a call begins with ${total('tokens')} tokens used or set aside of ${tokens}`,
  );
};

/** 10.4: fixes take no more than their share. */
export const checkShare = ({ state, scenario }: World): void => {
  const { usd = Number.POSITIVE_INFINITY, stages } = scenario.config.limits;
  const begun = [...state.fixing.units.values()].map(pendingOf);
  const aside = begun.reduce((sum, { reserved }) => sum + (reserved?.usd ?? 0), 0);
  const total = (state.money.spentBy.get('fix')?.usd ?? 0) + aside;
  demand(total <= usd * (stages?.fix ?? 1) + 1e-9, `10.4: a fix begins with $${total} spent or set aside for fixes`);
};

/** 10.4: a finding has a turn only as long as it can be paid for. */
const checkPurse = ({ state, scenario }: World, { agent, findings }: UnitPlan): void => {
  const { limits, fix } = scenario.config;
  const { usdPerFinding = Number.POSITIVE_INFINITY } = limits;
  if (agent === 'autofix' || fix.mode !== 'perFinding') return;
  const needs = state.money.largestCalls.get(agent)?.usd ?? 0;
  for (const id of findings) {
    const spent = state.money.spentOn.get(id)?.usd ?? 0;
    demand(
      spent + needs <= usdPerFinding + 1e-9,
      `10.4: ${id} is tried with $${spent} of $${usdPerFinding} spent on it`,
    );
  }
};

/** 3.6: with a plan that somebody made, findings of one step are worked on at a time. */
const checkPlan = ({ state, scenario }: World, ids: readonly string[]): void => {
  const { plan } = state.fixing;
  if (!plan || plan.by === 'computed' || scenario.config.fix.mode === 'delegated') return;
  const steps = new Set(ids.map((id) => plan.steps.findIndex(({ findings }) => findings.includes(id))));
  demand(steps.size === 1, `3.6: findings of the steps ${[...steps].join()} of the plan are worked on together`);
};

export const checkAttempt = ({ state, scenario }: World, { results }: RunEventOf<'attempt.judged'>): void => {
  const { attemptsPerFinding: limit } = scenario.config.limits;
  for (const id of Object.keys(results)) {
    const attempts = (state.findings.get(id)?.attempts ?? []).filter((attempt) => attempt.result !== 'cancelled');
    const paid = attempts.filter((attempt) => attempt.agent !== 'autofix');
    demand(
      limit === null || paid.length <= limit,
      `finding ${id} has ${paid.length} attempts, attemptsPerFinding is ${limit}`,
    );
    const byMachine = attempts.filter((attempt) => attempt.agent === 'autofix');
    const alone = byMachine.filter(({ unit = '' }) => state.fixing.units.get(unit)?.plan.findings.length === 1);
    demand(alone.length <= 1, `4.12: finding ${id} was given to autofix twice`);
    demand(byMachine.length <= 4, `5.6: finding ${id} was tried with more than three others`);
    const inCycle = paid.filter(({ cycle }) => cycle === state.fixing.cycles.length);
    const conflicts = inCycle.slice(0, -1).filter(({ result }) => result === 'conflict').length;
    const mayGoOn = inCycle.slice(0, -1).every(({ result, gate }) => gate === 'challenge' || result === 'conflict');
    demand(mayGoOn && conflicts <= 1, `finding ${id} is tried too often in cycle ${state.fixing.cycles.length}`);
  }
};
