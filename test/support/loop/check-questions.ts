/** Questions to people: each is answered once, nothing is begun before it is, and waiting costs no time. */
import { isDeepStrictEqual } from 'node:util';
import type { RunEventOf, StoredEvent } from '../../../src/model/event.ts';
import { activeMsAt } from '../../../src/loop/state/spent/active-time.ts';
import { dayMs } from './people.ts';
import { demand, type World } from './world.ts';

export class Questions {
  /** Ids of those that wait for an answer, in their order. */
  readonly #open = new Set<string>();
  readonly #answers = new Map<string, string>();
  /** Nobody answered before the attempt that they are about was judged. */
  readonly #lapsed = new Set<string>();
  /** Of the round that is under way. */
  #round: string[] = [];
  #hasWaited = false;
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
  }

  see(event: StoredEvent): void {
    const { state } = this.#world;
    demand(activeMsAt(state, new Date(event.at)) < dayMs, '3.1: the time that a run waits for a person is counted');
    switch (event.type) {
      case 'call.finished':
        return this.#ask(event);
      case 'question.asked':
        demand(!this.#answers.has(event.question.id), `7.8: ${event.question.id} is asked again`);
        demand(!this.#open.has(event.question.id), `7.8: ${event.question.id} is asked twice`);
        return void this.#open.add(event.question.id);
      case 'attempt.judged':
        return this.#lapse(event.unit);
      case 'question.answered':
        return this.#answer(event);
      case 'questions.answered':
        return this.#endRound(event);
      case 'run.waiting':
        return this.#checkWaiting(event.questions.map(({ id }) => id));
      case 'finding.closed':
        return this.#checkClosing(event);
      case 'finding.fixed':
        return this.#leave(event.id);
      case 'call.started':
        return demand(this.#clarifying.length === 0, `3.1: a call comes although ${this.#clarifying.join()} are open`);
      case 'plan.made':
      case 'cycle.started':
        return demand(this.#open.size === 0, `3.1: ${event.type} comes although ${[...this.#open].join()} are open`);
      default:
    }
  }

  /** Those that come before fixing: everybody waits for them. */
  get #clarifying(): string[] {
    return [...this.#open].filter((id) => this.#unitOf(id) === undefined);
  }

  #unitOf(id: string): string | undefined {
    return this.#world.state.people.questions.get(id)?.unit;
  }

  /** A decision is waited for as long as somebody may take it; else its finding is closed, by another's fix or so. */
  #lapse(unit: string): void {
    for (const id of [...this.#open].filter((each) => this.#unitOf(each) === unit)) {
      this.#open.delete(id);
      this.#lapsed.add(id);
      const finding = this.#world.state.people.questions.get(id)?.finding ?? '';
      const isOpen = ['open', 'deferred'].includes(this.#world.state.findings.get(finding)?.status ?? '');
      demand(!isOpen || !this.#isHeard, `7.8: ${unit} is judged although people may answer ${id}`);
    }
  }

  /** A run that nobody answers any more waits for just that. */
  get waits(): boolean {
    return this.#open.size > 0;
  }

  /** Somebody is there, or will be. */
  get #isHeard(): boolean {
    const { state, scenario } = this.#world;
    return state.people.attended || this.#hasWaited || scenario.config.clarify.wait;
  }

  #checkWaiting(ids: readonly string[]): void {
    this.#hasWaited = true;
    const open = [...this.#open];
    demand(
      open.length > 0 && isDeepStrictEqual(ids, open),
      `3.1: it waits for ${ids.join()}, and ${open.join()} are open`,
    );
  }

  #ask({ answer }: RunEventOf<'call.finished'>): void {
    if (answer?.role !== 'clarify') return;
    this.#round = answer.questions.map(({ id }) => id);
    for (const id of this.#round) this.#open.add(id);
  }

  #answer({ question, answer }: RunEventOf<'question.answered'>): void {
    demand(this.#open.delete(question), `3.1: ${question} is answered, and is not open`);
    this.#answers.set(question, answer);
  }

  /** Nobody has to say anything about a finding that is fixed, or closed for good. */
  #leave(id: string, cause?: RunEventOf<'finding.closed'>['cause']): void {
    if (cause === 'stopped' || cause === 'cancelled') return;
    const isAbout = (question: string): boolean => this.#world.state.people.questions.get(question)?.finding === id;
    for (const question of [...this.#open].filter(isAbout)) this.#open.delete(question);
  }

  /** A finding that needs a decision: nobody is there, nobody is waited for, and nobody has said all there is to say. */
  #checkClosing({ id, cause }: RunEventOf<'finding.closed'>): void {
    if (cause !== 'needs-decision') return this.#leave(id, cause);
    const { state } = this.#world;
    const isAbout = (question: string): boolean => state.people.questions.get(question)?.finding === id;
    const isDecided = state.findings.get(id)?.attempts.at(-1)?.gate;
    if (isDecided === 'durable' || [...this.#lapsed].some(isAbout))
      return demand(!this.#isHeard, `7.7: ${id} is given up although people may answer`);
    const asked = [...this.#open].filter(isAbout);
    demand(asked.length > 0, `3.1: ${id} needs a decision, and nothing is asked about it`);
    demand(
      !this.#isHeard && state.run.started.request.answers === undefined,
      `3.1: ${id} is given up although people may answer`,
    );
    for (const question of asked) this.#open.delete(question);
    this.#round = this.#round.filter((question) => !asked.includes(question));
  }

  /** Without an answer only where somebody brought all that they have to say, and nobody is waited for. */
  #endRound({ answers }: RunEventOf<'questions.answered'>): void {
    const { state } = this.#world;
    const mayLeave = !this.#isHeard && state.run.started.request.answers !== undefined;
    demand(this.#open.size === 0 || mayLeave, `3.1: ${[...this.#open].join()} are left although people may answer`);
    this.#open.clear();
    const given = this.#round.flatMap((id) => (this.#answers.get(id) ? [[id, this.#answers.get(id)]] : []));
    demand(isDeepStrictEqual(answers, Object.fromEntries(given)), '3.1: other answers count than the first ones');
    for (const id of this.#round)
      demand(
        state.people.questions.get(id)?.answer === (this.#answers.get(id) ?? ''),
        `3.1: the answer to ${id} is lost`,
      );
  }
}
