/** Calls of agents that review, ask, plan or challenge, as lines of text. */
import type { CallAnswer, CallSubject } from '../../model/call.ts';
import type { RunEventOf } from '../../model/event.ts';
import type { PerEvent } from '../../model/run/per-event.ts';
import { printable, shorten } from '../../plain/printable.ts';
import { count, duration } from '../words/amounts.ts';
import { foundWords } from '../words/runs.ts';
import { answerCommand, questionWords, waitingLines } from '../questions.ts';
import type { Names } from '../names/names.ts';
import { said } from '../said.ts';

/** The line for each event, null for those that say nothing new to a person. */
export type Lines = PerEvent<string | null, [Names]>;

/** More corrections than this are counted, not shown. */
const shownCorrections = 5;

const begins = ({ subject, agent: name }: { subject: CallSubject; agent: string }, names: Names): string => {
  const agent = printable(name);
  switch (subject.role) {
    case 'review': {
      const of = names.parts(subject.reviewer);
      const asked = `Asking ${agent} as reviewer ${printable(subject.reviewer)}`;
      return of > 1 ? `${asked}, part ${subject.part} of ${of}` : asked;
    }
    case 'clarify':
      return subject.n > 1
        ? `Asking ${agent} whether anything is still unclear`
        : `Asking ${agent} whether anything is unclear`;
    case 'plan':
      return `Planning with ${agent}`;
    case 'challenge':
      return `Challenging the fix of ${names.unit(subject.unit)} with ${agent}${subject.n > 1 ? ' once more' : ''}`;
    case 'adjudicate':
      return `Asking ${agent} whether ${names.unit(subject.unit)} holds, which its fixer disputes`;
    default:
      return subject satisfies never;
  }
};

type AnswerOf<Role extends CallAnswer['role']> = Extract<CallAnswer, { role: Role }>;

const reviewWords = ({ verdict, findings, changed }: AnswerOf<'review'>): string => {
  const words = verdict === 'error' ? 'no verdict' : foundWords(verdict, findings.length);
  return changed.length === 0 ? words : `${words}; changed ${changed.map(printable).join(', ')}, which was put back`;
};

const challengeWords = ({ scores, problems }: AnswerOf<'challenge'>, names: Names): string => {
  const scored = Object.entries(scores).map(
    ([id, { score, feedback }]) => `${names.code(id)} scored ${score}${said(feedback)}`,
  );
  const odd = problems.map((problem) => shorten(printable(problem), 300));
  return [...(scored.length === 0 ? ['no score'] : scored), ...odd].join('; ');
};

const opinionsWords = ({ opinions, problems }: AnswerOf<'adjudicate'>, names: Names): string => {
  const decided = Object.entries(opinions).map(
    ([id, { verdict, reason }]) => `${names.code(id)} ${verdict}${said(reason)}`,
  );
  const odd = problems.map((problem) => shorten(printable(problem), 300));
  return [...(decided.length === 0 ? ['no verdict'] : decided), ...odd].join('; ');
};

const answerWords = (answer: CallAnswer, names: Names): string => {
  switch (answer.role) {
    case 'review':
      return reviewWords(answer);
    case 'clarify':
      return answer.questions.length > 0 ? count(answer.questions.length, 'question') : 'nothing is unclear';
    case 'plan':
      return answer.problem === undefined
        ? count(answer.steps.length, 'step')
        : `cannot be used: ${shorten(printable(answer.problem), 300)}`;
    case 'challenge':
      return challengeWords(answer, names);
    case 'adjudicate':
      return opinionsWords(answer, names);
    default:
      return answer satisfies never;
  }
};

/** What a call came to, whatever that is. */
export const ended = (event: RunEventOf<'call.finished'>, names: Names): string =>
  event.outcome !== 'ok' || event.answer === null
    ? `${event.outcome === 'ok' ? 'no answer' : event.outcome}${said(event.message)}`
    : answerWords(event.answer, names);

const makers = { agent: 'by the agent', computed: 'computed', file: 'as given' } as const;

export const planWords = ({ by, steps, corrections }: RunEventOf<'plan.made'>): string => {
  const shown = corrections.slice(0, shownCorrections).map((text) => shorten(printable(text), 200));
  const more = corrections.length > shown.length ? [`and ${corrections.length - shown.length} more`] : [];
  const corrected = shown.length === 0 ? '' : `; corrected: ${[...shown, ...more].join('; ')}`;
  return `${count(steps.length, 'step')}, ${makers[by]}${corrected}`;
};

export const callLines = {
  'call.started': begins,
  'call.postponed': (event, names) =>
    `${names.call(event.call)} waits ${duration(event.waitMs)} (${event.outcome})${said(event.message)}`,
  'call.finished': (event, names) =>
    `${names.call(event.call)}: ${ended(event, names)} (${duration(event.durationMs)})`,
  'question.asked': ({ run, question }, names) =>
    [
      `${names.code(question.finding)} waits for a decision: ${printable(question.id)}  ${questionWords(question)}`,
      `    ${answerCommand(run, question)}`,
    ].join('\n'),
  'run.waiting': ({ run, questions }) => waitingLines(run, questions).join('\n'),
  'question.answered': ({ question, answer }) =>
    answer === '' ? `${printable(question)} is left to the fixer` : `${printable(question)} answered`,
  'questions.answered': ({ answers }) => {
    const answered = Object.values(answers).filter((answer) => answer !== '').length;
    return answered === 0 ? 'No question was answered' : `${count(answered, 'question')} answered`;
  },
  'plan.made': (event) => `Plan: ${planWords(event)}`,
} satisfies Partial<Lines>;
