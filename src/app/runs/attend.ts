/** Puts the questions of a run to whoever started it, and hands on what they say: one of those who may answer. */
import { openQuestions, type Answer } from '../../loop/decide/questions.ts';
import type { RunState } from '../../loop/state/state.ts';
import type { Question } from '../../model/call.ts';
import type { RunEventOf, StoredEvent } from '../../model/event.ts';
import type { Finding } from '../../model/finding.ts';

/** With the finding that it is about. */
export type AskedQuestion = Question & { about: Finding };

/**
 * Gets questions answered by a person: answers by id, where one that is missing is left to the fixer; or null when they
 * gave up, which cancels the run. Settles soon after the signal aborts: the run ends, or others have answered.
 */
export type AskUser = (
  questions: readonly AskedQuestion[],
  signal: AbortSignal,
) => Promise<Record<string, string> | null>;

export type Attending = {
  askUser: AskUser;
  state: RunState;
  /** Puts answers into the inbox of the run, each as a command with an id of its own. */
  send: (answers: readonly Required<Answer>[]) => Promise<void>;
  /** The person gave up. */
  cancel: () => void;
  cancelled: AbortSignal;
  /** Says something to the person. */
  tell: (message: string) => void;
};

export class Attendant {
  readonly #attending: Attending;
  readonly #failure = Promise.withResolvers<never>();
  /** What this person answered: the id of the message, by question. */
  readonly #sent = new Map<string, string>();
  readonly #ended = new AbortController();
  #session: Promise<void> = Promise.resolve();
  #answeredElsewhere = new AbortController();

  constructor(attending: Attending) {
    this.#attending = attending;
    // It is heard of where somebody waits for an answer.
    this.#failure.promise.catch(() => undefined);
  }

  /** Rejects when the person could not be asked. */
  get failure(): Promise<never> {
    return this.#failure.promise;
  }

  see(event: StoredEvent): void {
    if (event.type === 'run.waiting')
      this.#session = this.#session.then(() => this.#ask(event)).catch(this.#failure.reject);
    if (event.type !== 'question.answered') return;
    if (openQuestions(this.#attending.state).length === 0) this.#answeredElsewhere.abort();
    const mine = this.#sent.get(event.question);
    if (mine !== undefined && mine !== event.command) this.#tellOf(event.question);
  }

  /** Ends a question that is being asked. */
  async end(): Promise<void> {
    this.#ended.abort();
    await this.#session;
  }

  async #ask({ questions: asked }: RunEventOf<'run.waiting'>): Promise<void> {
    const { state, askUser, cancel, cancelled } = this.#attending;
    const questions = stillOpen(state, asked);
    if (questions.length === 0) return;
    this.#answeredElsewhere = new AbortController();
    const signal = AbortSignal.any([cancelled, this.#ended.signal, this.#answeredElsewhere.signal]);
    if (signal.aborted) return;
    const words = await askUser(questions, signal);
    if (signal.aborted) return;
    if (words === null) return cancel();
    await this.#send(
      questions.map(({ id }) => ({ question: id, answer: words[id] ?? '', command: crypto.randomUUID() })),
    );
  }

  async #send(answers: readonly Required<Answer>[]): Promise<void> {
    const { state, send } = this.#attending;
    for (const { question, command } of answers) this.#sent.set(question, command);
    for (const { question } of answers)
      if (state.people.questions.get(question)?.answer !== undefined) this.#tellOf(question);
    await send(answers);
  }

  #tellOf(question: string): void {
    this.#sent.delete(question);
    this.#attending.tell(`${question} was answered by somebody else first; that answer counts`);
  }
}

const stillOpen = (state: RunState, asked: readonly Question[]): AskedQuestion[] => {
  const open = new Set(openQuestions(state).map(({ id }) => id));
  return asked.flatMap((question) => {
    const about = state.findings.get(question.finding)?.finding;
    return about && open.has(question.id) ? [{ ...question, about }] : [];
  });
};
