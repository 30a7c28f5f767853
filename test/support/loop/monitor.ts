/** Watches a history while it happens and at its end: whatever must never happen is a violation. */
import { isDeepStrictEqual } from 'node:util';
import type { RunEventOf, StoredEvent } from '../../../src/model/event.ts';
import { keyOfCall, stageOf } from '../../../src/model/call.ts';
import { type Action, keyOf } from '../../../src/loop/actions.ts';
import { next } from '../../../src/loop/decide/next.ts';
import { buildReport } from '../../../src/loop/report.ts';
import { Calls } from './check-calls.ts';
import { Convergence } from './check-converge.ts';
import { checkChallenges } from './check-challenge.ts';
import { checkClosing } from './check-closing.ts';
import { checkEarlierVersion } from './check-earlier.ts';
import { checkDisputes } from './check-disputes.ts';
import { checkReasons } from './check-reasons.ts';
import { Questions } from './check-questions.ts';
import { ReopenedFindings } from './check-reopened.ts';
import { Rounds } from './check-rounds.ts';
import { Ladder } from './check-ladder.ts';
import { Groups } from './check-groups.ts';
import { Units } from './check-units.ts';
import { checkAttempt, checkBudget, checkCycle, checkShare, checkStep } from './check-limits.ts';
import { checkFixed, checkHandOver, checkProvenHead, Evidence } from './check-proof.ts';
import type { Coverage } from './coverage.ts';
import { folded } from './examples.ts';
import { expectedEnd } from './oracle.ts';
import { passing } from './passing.ts';
import { stepBound } from './step-bound.ts';
import { demand, type World } from './world.ts';

export class Monitor {
  readonly #world: World;
  readonly #coverage: Coverage | undefined;
  readonly #evidence: Evidence;
  readonly #calls: Calls;
  readonly #rounds: Rounds;
  readonly #questions: Questions;
  readonly #reopened: ReopenedFindings;
  readonly #units: Units;
  readonly #ladder: Ladder;
  readonly #groups: Groups;
  readonly #convergence: Convergence;
  #longestWait = 0;
  /** Whether anything happened since the run was resumed that it could stop for. */
  #freshCause = false;
  /** Since it was resumed last. */
  #hasStopped = false;
  /** Why it stopped last. */
  #lastReason = '';
  #bound = Number.POSITIVE_INFINITY;
  #decided: { state: World['state']; actions: readonly Action[] } | undefined;
  /** The prefix that is folded anew and compared, in every third history or so: it is by far the dearest check. */
  readonly #inspected: number;
  notes = 0;

  constructor(world: World, coverage?: Coverage) {
    this.#world = world;
    this.#coverage = coverage;
    this.#evidence = new Evidence(world);
    this.#calls = new Calls(world);
    this.#rounds = new Rounds(world, this.#calls);
    this.#questions = new Questions(world);
    this.#reopened = new ReopenedFindings(world);
    this.#units = new Units(world, this.#evidence);
    this.#ladder = new Ladder(world);
    this.#groups = new Groups(world, this.#evidence);
    this.#convergence = new Convergence(world);
    this.#inspected = 1 + world.random.below(150);
  }

  before(event: StoredEvent): void {
    const { state, scenario } = this.#world;
    this.#coverage?.see(event, state);
    this.#reopened.before(event);
    demand(!state.end.finished || event.type === 'run.resumed', `${event.type} comes after the run was finished`);
    if (event.type !== 'attempt.started' && event.type !== 'call.started') return;
    const answer =
      event.type === 'attempt.started'
        ? state.fixing.units.get(event.unit)?.answer
        : state.agents.calls.get(event.call)?.answer;
    demand(!answer, `11.1: ${JSON.stringify(event)} although its answer is stored`);
    demand(
      !this.#evidence.cancelled && (!this.#evidence.stop || this.#isOpinionPaidFor(event)),
      `${event.type} comes although the run is stopping`,
    );
    demand(state.agents.waitedMs <= scenario.config.limits.wait, 'a call is begun although limits.wait is used up');
  }

  /** 10.4: out of budget, what was fixed is still judged with what was held back. */
  #isOpinionPaidFor(event: StoredEvent): boolean {
    const { reason, atOnce = false } = this.#evidence.stop ?? {};
    return (
      event.type === 'call.started' && stageOf(event.subject.role) === 'challenge' && reason === 'budget' && !atOnce
    );
  }

  after(event: StoredEvent, events: readonly StoredEvent[]): void {
    const { state } = this.#world;
    if (event.type === 'limits.set' || passing.some(({ type }) => type === event.type)) this.notes += 1;
    this.#evidence.see(event);
    this.#calls.see(event);
    this.#rounds.see(event);
    this.#questions.see(event);
    this.#reopened.see(event);
    this.#groups.see(event);
    this.#convergence.see(event);
    this.#units.see(event);
    this.#ladder.see(event);
    this.#check(event);
    this.#decided = { state, actions: next(state) };
    const idle = this.#decided.actions.length === 0;
    demand(
      idle === (state.end.finished !== undefined),
      `4.6: after ${event.type} there is ${idle ? 'nothing' : 'something'} to do`,
    );
    if (event.seq % 16 === 5) this.#checkReport();
    if (event.seq === this.#inspected) this.#checkFold(events);
    if (event.seq % 8 === 0) this.#bound = stepBound(this.#world, events);
    demand(events.length - this.notes <= this.#bound, `4.6: more than ${this.#bound} events, so it would never end`);
  }

  /** What is to be done now; decided once for each event, since it takes as long as all the rest. */
  get actions(): readonly Action[] {
    const { state } = this.#world;
    return this.#decided?.state === state ? this.#decided.actions : next(state);
  }

  onActions(actions: readonly Action[]): void {
    demand(
      this.#world.state.end.finished === undefined || actions.length === 0,
      'something is to be done although the run is finished',
    );
    const decisions = actions.filter((action) => action.do === 'record');
    demand(decisions.length === 0 || actions.length === 1, 'a decision comes together with other actions');
    demand(!decisions.some(({ events }) => events.length === 0), '4.6: it is decided to do nothing, for ever');
    for (const action of actions) {
      if (action.do === 'call')
        demand(!this.#calls.answers.has(keyOfCall(action.subject)), `11.1: ${keyOf(action)} is answered already`);
      if (action.do !== 'attempt') continue;
      demand(
        !this.#evidence.answers.has(action.unit),
        `11.1: unit ${action.unit} is to be asked again although its answer is stored`,
      );
    }
  }

  onUnderWay(actions: readonly Action[]): void {
    const count = (isMeant: (action: Action) => boolean): number => actions.filter(isMeant).length;
    const { fix, review, verify } = this.#world.scenario.config;
    const attempts = count((action) => action.do === 'attempt');
    const challenges = count((action) => action.do === 'call' && action.subject.role === 'challenge');
    const reviews = count(
      (action) =>
        action.do === 'review' || action.do === 'scope' || (action.do === 'call' && action.subject.role === 'review'),
    );
    const checks = count((action) => action.do === 'check');
    const mostChecks = verify.concurrency ?? fix.concurrency;
    demand(checks <= mostChecks, `${checks} fixes are being checked, at most ${mostChecks} may be`);
    demand(attempts <= fix.concurrency, `${attempts} attempts are under way, fix.concurrency is ${fix.concurrency}`);
    demand(
      challenges <= fix.concurrency,
      `${challenges} challengers are at work, fix.concurrency is ${fix.concurrency}`,
    );
    demand(
      reviews <= review.concurrency,
      `2.2: ${reviews} reviewers are at work, review.concurrency is ${review.concurrency}`,
    );
  }

  /** The run is finished and nobody resumes it, or it waits for ever. */
  atEnd(events: readonly StoredEvent[]): void {
    const { state } = this.#world;
    if (!state.end.finished) return this.#checkParked(events);
    for (const { finding, status, reason } of state.findings.values()) {
      demand(['fixed', 'blocked', 'dismissed'].includes(status), `4.6: finding ${finding.id} ends ${status}`);
      demand(
        status === 'fixed' || (reason ?? '').trim() !== '',
        `4.6: finding ${finding.id} is ${status} without a reason`,
      );
    }
    checkFixed(this.#world, this.#evidence);
    checkProvenHead(this.#world, this.#evidence);
    this.#checkAnswers();
    this.#checkReport();
    if (this.#inspected > 140) this.#checkFold(events);
    if (this.#inspected % 10 === 0) checkEarlierVersion(this.#world, events);
  }

  /** It waits for a person and for nothing else: whoever answers finds it as it was left. */
  #checkParked(events: readonly StoredEvent[]): void {
    const { state } = this.#world;
    demand(this.#questions.waits && !state.end.cancelled, '4.6: a run ends in the middle of things');
    demand(buildReport(state).status === 'waiting', '3.1: a run that waits is not reported as waiting');
    const actions = next(folded(events));
    demand(actions.length === 1 && actions[0]?.do === 'wait', '3.1: a run that was parked does something else first');
  }

  #check(event: StoredEvent): void {
    switch (event.type) {
      case 'cycle.started':
        return checkCycle(this.#world, event);
      case 'finding.closed':
        return checkClosing(this.#world, this.#evidence, event);
      case 'step.started':
        return checkStep(this.#world, event);
      case 'attempt.started':
      case 'call.started':
        if (event.agent === 'autofix') return;
        if (event.type === 'attempt.started') checkShare(this.#world);
        return checkBudget(this.#world);
      case 'check.started':
      case 'head.check.started':
        return this.#checkBaseline();
      case 'attempt.postponed':
      case 'call.postponed':
        return this.#checkWait(event);
      case 'attempt.judged':
        checkAttempt(this.#world, event);
        checkReasons(this.#world, this.#evidence, event);
        checkDisputes(this.#world, this.#evidence, event);
        checkChallenges(this.#world, this.#calls, this.#evidence, event);
        return this.#evidence.checkJudged(event);
      case 'run.resumed':
        this.#longestWait = 0;
        // A run that was only interrupted has no old reason: what stops it now is new.
        this.#freshCause = !this.#hasStopped;
        this.#hasStopped = false;
        return;
      case 'baseline.finished':
      case 'check.finished':
      case 'head.checked':
      case 'round.measured':
      case 'head.accepted':
        this.#freshCause = true;
        return;
      case 'run.stopping':
        return this.#checkStop(event);
      case 'run.handed-over':
        return checkHandOver(this.#world, event);
      case 'run.finished':
        return this.#checkEnd(event);
      default:
    }
  }

  /** What a fix is compared with is known before it is proven, also when the start had to be verified once more. */
  #checkBaseline(): void {
    const { verify } = this.#world.scenario.config;
    const isWanted = verify.baseline && verify.commands.length > 0;
    demand(
      !isWanted || this.#world.state.checks.baseline !== undefined,
      '5.9: a fix is verified, and the start is not',
    );
  }

  #checkStop({ reason }: RunEventOf<'run.stopping'>): void {
    const isOld = reason === this.#lastReason && !this.#freshCause;
    demand(
      !isOld || ['tampered', 'budget'].includes(reason),
      `a resumed run stops at once for the old reason: ${reason}`,
    );
    this.#hasStopped = true;
    this.#lastReason = reason;
  }

  /** Calls that were already under way may each add one wait. */
  #checkWait(event: RunEventOf<'attempt.postponed'> | RunEventOf<'call.postponed'>): void {
    const { state, scenario } = this.#world;
    const { limits, fix, review } = scenario.config;
    this.#longestWait = Math.max(this.#longestWait, event.waitMs);
    this.#freshCause = true;
    const most = limits.wait + (2 * fix.concurrency + review.concurrency) * this.#longestWait;
    demand(state.agents.waitedMs <= most, `waited ${state.agents.waitedMs} ms in all, limits.wait is ${limits.wait}`);
  }

  #checkEnd(event: RunEventOf<'run.finished'>): void {
    const expected = expectedEnd(this.#world, this.#evidence, this.#rounds.isCovered());
    demand(
      event.status === expected.status && event.stopReason === expected.stopReason,
      `it ends ${event.status} (${event.stopReason}), and should end ${expected.status} (${expected.stopReason})`,
    );
  }

  /** An answer that was paid for is judged, or stays with those that a resumed run goes on with. */
  #checkAnswers(): void {
    const { state } = this.#world;
    const pending = state.fixing.working;
    for (const { plan, answer, phase } of state.fixing.units.values()) {
      demand(
        !answer || phase === 'judged' || pending.has(plan.unit),
        `11.1: the stored answer of unit ${plan.unit} is lost (${phase})`,
      );
      demand(
        answer?.outcome !== 'cancelled' || phase === 'judged',
        `4.10: the cancelled call of unit ${plan.unit} is not in the report`,
      );
    }
  }

  #checkReport(): void {
    const { totals, findings } = buildReport(this.#world.state);
    const { total, fixed, blocked, dismissed, open } = totals;
    demand(total === fixed + blocked + dismissed + open, 'the totals of the report do not add up');
    demand(total === findings.length && total === this.#world.state.findings.size, 'the report leaves findings out');
    demand(
      findings.filter((finding) => finding.status === 'fixed').length === fixed,
      'the report counts other fixes than it lists',
    );
  }

  /** As a process that reads the journal would see it. */
  #checkFold(events: readonly StoredEvent[]): void {
    const stored: StoredEvent[] = JSON.parse(JSON.stringify(events));
    demand(
      isDeepStrictEqual(folded(stored), this.#world.state),
      '10.1: the journal folds to another state than the one at hand',
    );
  }
}
