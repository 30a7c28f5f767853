/**
 * Drives `next` through a whole generated history, as the loop would: parallel work, crashes, cancels and resumes
 * included.
 */
import { stageOf } from '../../../src/model/call.ts';
import type { RunEvent, StoredEvent } from '../../../src/model/event.ts';
import { type Action, keyOf } from '../../../src/loop/actions.ts';
import { affordable } from '../../../src/loop/decide/calls/budget.ts';
import { fold } from '../../../src/loop/state/fold.ts';
import { next } from '../../../src/loop/decide/next.ts';
import { agentNow } from '../../../src/loop/decide/calls/replace-agent.ts';
import { isEnding, mayBegin } from '../../../src/loop/state/mode.ts';
import { pendingOf } from '../../../src/loop/state/unit.ts';
import { callOf } from '../../../src/loop/decide/calls/wanted-calls.ts';
import type { Coverage } from './coverage.ts';
import { folded } from './examples.ts';
import { SimulatedGit } from './git.ts';
import { Monitor } from './monitor.ts';
import { answersBeforehand, answersNow, dayMs, givesUp, lastAnswers, presence } from './people.ts';
import { beginning, outcomeOf } from './perform.ts';
import { passing } from './passing.ts';
import { planOfFile } from './plan-results.ts';
import type { Random } from './random.ts';
import { generateScenario } from './scenario.ts';
import { demand, type World } from './world.ts';

/** Sleeping: a call that waits for an agent which could not take the call; it has not begun yet. */
type Task = { action: Action; sleeping: boolean };

export class Simulation {
  readonly world: World;
  readonly events: StoredEvent[] = [];
  readonly monitor: Monitor;
  readonly #underWay = new Map<string, Task>();
  #disturbances: number;
  #resumes: number;
  #tampering: number;
  /** How often people may leave questions open. */
  #patience = 4;
  #isForgotten = false;
  readonly #started: StoredEvent;

  constructor(random: Random, coverage?: Coverage) {
    const scenario = generateScenario(random);
    const git = new SimulatedGit();
    const now = Date.UTC(2026, 0, 1);
    this.#started = startedEvent({ random, scenario, git, now });
    this.world = { random, scenario, git, state: folded([this.#started]), now };
    this.monitor = new Monitor(this.world, coverage);
    this.#disturbances = scenario.disturbances;
    this.#resumes = scenario.resumes;
    this.#tampering = random.chance(0.15) ? 1 : 0;
  }

  /** Runs to the end; a violation of a property is thrown. */
  run(): this {
    this.#store(this.#started);
    this.#append(this.#first());
    while (this.#goesOn()) this.#turn();
    this.monitor.atEnd(this.events);
    return this;
  }

  #first(): RunEvent[] {
    const { findings, planned } = this.world.scenario;
    if (findings === null) return [];
    const admitted: RunEvent = { type: 'findings.admitted', findings, leftOut: 0, problems: [] };
    return planned ? [admitted, planOfFile(this.world, findings)] : [admitted];
  }

  /** A run that ended early may be resumed; one that is through stays so, and one that nobody answers. */
  #goesOn(): boolean {
    const { state, random } = this.world;
    if (this.#isForgotten) return false;
    if (!state.end.finished) return true;
    this.#underWay.clear();
    demand(next(state).length === 0, 'something is to be done although the run is finished');
    if (state.end.finished.stopReason === undefined || this.#resumes === 0 || random.chance(0.2)) return false;
    this.#resumes -= 1;
    this.#append([this.#resumed()]);
    return true;
  }

  #turn(): void {
    const { random, state } = this.world;
    if (this.#disturbances > 0 && random.chance(0.04)) return this.#disturb();
    if (random.chance(0.02)) this.#append([random.pick(passing)]);
    if (random.chance(0.01)) this.#raiseBudget();
    if (isEnding(state) && this.#underWay.size > 0) return this.#settle();
    if (!mayBegin(state)) this.#endWaiting();
    const { actions } = this.monitor;
    this.monitor.onActions(actions);
    const decision = actions.find((action) => action.do === 'record');
    if (decision?.do === 'record') return this.#append(decision.events);
    const waits = actions.some((action) => action.do === 'wait');
    this.#start(actions.filter((action) => action.do !== 'wait'));
    if (waits && this.#underWay.size === 0) return this.#wait();
    demand(this.#underWay.size > 0, '4.6: there is nothing to do and the run is not finished');
    this.#finishOne(false);
  }

  /** Somebody gives it more, where it had a limit: what is checked from here on is checked against that. */
  #raiseBudget(): void {
    const { scenario } = this.world;
    const { usd, tokens } = scenario.config.limits;
    const limits = {
      ...(usd !== undefined && { usd: usd * 1.5 }),
      ...(tokens !== undefined && { tokens: tokens * 2 }),
      minutes: 600,
    };
    this.world.scenario = {
      ...scenario,
      config: { ...scenario.config, limits: { ...scenario.config.limits, ...limits } },
    };
    this.#append([{ type: 'limits.set', limits }]);
  }

  #disturb(): void {
    const { random, state } = this.world;
    this.#disturbances -= 1;
    if (random.chance(0.5) && !state.end.cancelled) return this.#append([{ type: 'cancel.requested' }]);
    this.#underWay.clear();
    this.world.state = folded(this.events);
    if (random.chance(0.8)) this.#append([this.#resumed()]);
    else if (!this.world.state.end.cancelled) this.#append([{ type: 'cancel.requested' }]);
  }

  #resumed(): RunEvent {
    return { type: 'run.resumed', version: '0', ...presence(this.world) };
  }

  /** Only a person can go on: answers come at once or days later, to whoever holds the run then, or never. */
  #wait(): void {
    const { random } = this.world;
    if (givesUp(this.world)) return this.#append([{ type: 'cancel.requested' }]);
    this.#patience -= 1;
    this.world.now += dayMs;
    if (this.#patience < 0) return this.#append(lastAnswers(this.world));
    const answers = answersNow(this.world);
    if (answers.length > 0) return this.#append(answers);
    if (this.world.state.people.attended) return;
    // It is parked: its process ends, and another one goes on, or nobody does.
    this.#isForgotten = random.chance(0.1);
    if (this.#isForgotten) return;
    this.world.state = folded(this.events);
    this.#append([this.#resumed()]);
  }

  #start(actions: readonly Action[]): void {
    for (const action of actions) {
      const key = keyOf(action);
      if (this.#underWay.has(key)) continue;
      const sleeping = isPostponed(this.world, action);
      // What was begun just before may have taken what was left.
      if (!sleeping && !canBePaid(this.world, action)) continue;
      this.#underWay.set(key, { action, sleeping });
      if (!sleeping) this.#append(beginning(this.world, action));
    }
    this.monitor.onUnderWay(
      [...this.#underWay.values()].filter(({ sleeping }) => !sleeping).map(({ action }) => action),
    );
  }

  /** Nobody waits for an agent any more once the run is stopping. */
  #endWaiting(): void {
    for (const [key, task] of this.#underWay) if (task.sleeping) this.#underWay.delete(key);
  }

  #settle(): void {
    while (this.#underWay.size > 0) this.#finishOne(true);
  }

  #finishOne(ending: boolean): void {
    const { random } = this.world;
    const [key, task] = random.pick([...this.#underWay]);
    if (task.sleeping && !ending) {
      if (isAnswered(this.world, task.action) || !canBePaid(this.world, task.action))
        return void this.#underWay.delete(key);
      task.sleeping = false;
      return this.#append(beginning(this.world, task.action));
    }
    this.#underWay.delete(key);
    if (task.sleeping) return;
    if (this.#tampering > 0 && random.chance(0.03)) {
      this.#tampering -= 1;
      return this.#append([
        { type: 'run.stopping', reason: 'tampered', message: 'the control repository was changed' },
      ]);
    }
    this.#append(outcomeOf(this.world, task.action, ending));
  }

  #append(events: readonly RunEvent[]): void {
    this.world.now += 10;
    const at = new Date(this.world.now).toISOString();
    for (const event of events) this.#store({ ...event, run: 'run', seq: this.events.length + 1, at });
  }

  #store(event: StoredEvent): void {
    this.events.push(event);
    this.monitor.before(event);
    fold(this.world.state, event);
    this.monitor.after(event, this.events);
  }
}

const startedEvent = (world: Omit<World, 'state'>): StoredEvent => {
  const { command, config } = world.scenario;
  const start = { root: '/repo', start: world.git.start, dirty: false, sources: [] };
  const people = { ...presence(world), request: answersBeforehand(world) };
  const at = new Date(world.now).toISOString();
  return { type: 'run.started', command, config, ...start, version: '0', ...people, run: 'run', seq: 1, at };
};

const isPostponed = ({ state }: World, action: Action): boolean => {
  if (action.do === 'call') return callOf(state, action.subject)?.postponed !== undefined;
  return action.do === 'attempt' && pendingOf(state.fixing.units.get(action.unit)).postponed !== undefined;
};

/** As the performer asks after the wait. */
const isAnswered = ({ state }: World, action: Action): boolean => {
  if (action.do === 'call') return callOf(state, action.subject)?.answer !== undefined;
  return action.do === 'attempt' && state.fixing.units.get(action.unit)?.answer !== undefined;
};

/** As the performer asks again before it begins. */
const canBePaid = ({ state }: World, action: Action): boolean => {
  const agent =
    action.do === 'call'
      ? agentNow(state, action.agent)
      : action.do === 'attempt'
        ? state.fixing.units.get(action.unit)?.plan.agent
        : undefined;
  return (
    agent === undefined ||
    affordable(state, [{ agent, role: action.do === 'call' ? stageOf(action.subject.role) : 'fix' }]).length > 0
  );
};
