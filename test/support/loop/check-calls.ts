/** Calls in other roles than the fixer's: begun once, by whom it may be, when it may be; from the events alone. */
import { type CallRole, type CallSubject, keyOfCall } from '../../../src/model/call.ts';
import type { RunEventOf, StoredEvent } from '../../../src/model/event.ts';
import { isOpen } from '../../../src/loop/state/state.ts';
import { isWanted } from './check-limits.ts';
import { demand, type World } from './world.ts';

type Answer = RunEventOf<'call.finished'>;

export class Calls {
  /** What calls are about, by key. */
  readonly subjects = new Map<string, CallSubject>();
  /** Answers that are stored, by key. */
  readonly answers = new Map<string, Answer>();
  readonly #underWay = new Set<string>();
  readonly #attempted = new Set<string>();
  readonly #replaced = new Set<string>();
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
  }

  see(event: StoredEvent): void {
    switch (event.type) {
      case 'call.started':
        this.#begin(event);
        return;
      case 'call.postponed':
        return this.#end(event.call);
      case 'call.finished':
        this.answers.set(event.call, event);
        return this.#end(event.call);
      case 'agent.replaced':
        this.#replaced.add(event.agent);
        return;
      case 'attempt.started':
        return this.#attempt(event);
      case 'run.resumed':
        this.#underWay.clear();
        for (const [key, { outcome }] of this.answers) if (outcome === 'cancelled') this.answers.delete(key);
        return;
      default:
    }
  }

  /** The answers of a role, by what the calls were about. */
  of<R extends CallRole>(role: R): { subject: Extract<CallSubject, { role: R }>; answer: Answer }[] {
    return [...this.answers].flatMap(([key, answer]) => {
      const subject = this.subjects.get(key);
      return subject !== undefined && hasRole(subject, role) ? [{ subject, answer }] : [];
    });
  }

  #begin({ call, subject, agent }: RunEventOf<'call.started'>): void {
    demand(call === keyOfCall(subject), `${call} is not the key of its subject`);
    demand(!this.answers.has(call), `11.1: ${call} is begun again although its answer is stored`);
    demand(!this.#underWay.has(call), `11.1: ${call} is begun twice`);
    this.#checkAgent(agent, call);
    this.#underWay.add(call);
    this.subjects.set(call, subject);
    this.#checkSubject(subject);
  }

  #end(call: string): void {
    demand(this.#underWay.delete(call), `${call} ends and was not begun`);
  }

  /** Whoever was at work when its agent was replaced, and is put off afterwards, tries it once more. */
  #attempt({ unit, agent }: RunEventOf<'attempt.started'>): void {
    if (!this.#attempted.has(unit)) this.#checkAgent(agent, `unit ${unit}`);
    this.#attempted.add(unit);
  }

  #checkAgent(agent: string, what: string): void {
    demand(!this.#replaced.has(agent), `4.15: ${what} is begun with ${agent}, which was replaced`);
  }

  #checkSubject(subject: CallSubject): void {
    switch (subject.role) {
      case 'review':
        return demand(
          subject.round === this.#world.state.reviews.rounds.length,
          `round ${subject.round} is reviewed, and is not under way`,
        );
      case 'clarify':
        return this.#checkClarify(subject.n);
      case 'plan':
        return demand(
          subject.round === this.#world.state.reviews.rounds.length && this.#isWorthIt(),
          '2.10: a plan that nobody needs is paid for',
        );
      case 'challenge':
        return this.#checkChallenge(subject);
      case 'adjudicate':
        return this.#checkAdjudication(subject);
      default:
        return subject satisfies never;
    }
  }

  #checkClarify(n: number): void {
    const { state, scenario } = this.#world;
    const asked = this.of('clarify').length;
    demand(n === asked + 1 && n <= scenario.config.clarify.rounds, `3.1: questions for the time ${n}, after ${asked}`);
    demand(this.#isWorthIt() && state.fixing.plan === undefined, '2.10: questions that nobody needs are paid for');
    const open = [...state.people.questions.values()].filter(({ answer }) => answer === undefined);
    demand(open.length === 0, '3.1: it is asked for questions although earlier ones are not answered');
  }

  /** 6.3: once more about what was left without a score, never a third time. */
  #checkChallenge({ unit, challenger, n }: Extract<CallSubject, { role: 'challenge' }>): void {
    const { config } = this.#world.scenario;
    demand(config.challenger.agents.includes(challenger), `${challenger} judges, and is not a challenger`);
    const earlier = this.of('challenge').filter(
      ({ subject }) => subject.unit === unit && subject.challenger === challenger,
    );
    demand(
      n === earlier.length + 1 && n <= 2,
      `6.3: ${challenger} is asked for the time ${n} about ${unit}, after ${earlier.length} answers`,
    );
  }

  /** 7.8: never the one that disputes; once more about what was left without a verdict. */
  #checkAdjudication({ unit, judge, n }: Extract<CallSubject, { role: 'adjudicate' }>): void {
    const { state, scenario } = this.#world;
    const { challenger, disputes } = scenario.config;
    demand([...challenger.agents, disputes.agent].includes(judge), `${judge} decides, and was not named for it`);
    const { answer } = state.fixing.units.get(unit) ?? {};
    const call = state.agents.calls.get(`adjudicate/${unit}/${judge}/${n}`);
    demand(call !== undefined && call.agent !== answer?.agent, `7.8: ${judge} decides about its own dispute`);
    const disputed = Object.values(answer?.claims ?? {}).filter(({ dispute }) => dispute && !dispute.problem);
    demand(disputes.hear && disputed.length > 0, `7.8: nothing is to be heard in ${unit}`);
    const earlier = this.of('adjudicate').filter(({ subject }) => subject.unit === unit && subject.judge === judge);
    demand(n === earlier.length + 1 && n <= 2, `7.8: ${judge} is asked for the time ${n} about ${unit}`);
  }

  #isWorthIt(): boolean {
    return [...this.#world.state.findings.values()].some(
      (finding) => isOpen(finding) && isWanted(this.#world, finding.finding.id),
    );
  }
}

const hasRole = <R extends CallRole>(subject: CallSubject, role: R): subject is Extract<CallSubject, { role: R }> =>
  subject.role === role;
