/** Calls of agents that review, ask, plan or challenge, as lines of text. */
import type { CallAnswer, CallSubject } from '../model/call.ts';
import type { RunEventOf } from '../model/event.ts';
import type { PerEvent } from '../model/run/per-event.ts';
import { printable, shorten } from '../plain/printable.ts';
import { count, duration } from './words.ts';
import { waitingLines } from './questions.ts';
import type { Names } from './names.ts';
import { said } from './said.ts';

/** The line for each event, null for those that say nothing new to a person. */
export type Lines = PerEvent<string | null, [Names]>;

/** More corrections than this are counted, not shown. */
const shownCorrections = 5;

const begins = ({ subject, agent: name }: { subject: CallSubject; agent: string }, names: Names): string => {
  const agent = printable(name);
  switch (subject.role) {
    case 'review': {
      const of = names.parts(subject.reviewer);
      return `Asking ${agent} as reviewer ${printable(subject.reviewer)}${of > 1 ? `, part ${subject.part} of ${of}` : ''}`;
    }
    case 'clarify':
      return subject.n > 1
        ? `Asking ${agent} whether anything is still unclear`
        : `Asking ${agent} whether anything is unclear`;
    case 'plan':
      return `Planning with ${agent}`;
    case 'challenge':
      return `Challenging the fix of ${names.unit(subject.unit)} with ${agent}${subject.n > 1 ? ' once more' : ''}`;
    default:
      return subject satisfies never;
  }
};

const answerWords = (answer: CallAnswer, names: Names): string => {
  switch (answer.role) {
    case 'review': {
      const put =
        answer.changed.length === 0 ? '' : `; changed ${answer.changed.map(printable).join(', ')}, which was put back`;
      return `${answer.verdict === 'error' ? 'no verdict' : answer.verdict}, ${count(answer.findings.length, 'finding')}${put}`;
    }
    case 'clarify':
      return answer.questions.length > 0 ? count(answer.questions.length, 'question') : 'nothing is unclear';
    case 'plan':
      return answer.problem === undefined
        ? count(answer.steps.length, 'step')
        : `cannot be used: ${shorten(printable(answer.problem), 300)}`;
    case 'challenge': {
      const scores = Object.entries(answer.scores).map(
        ([id, { score, feedback }]) => `${names.code(id)} scored ${score}${said(feedback)}`,
      );
      return scores.join('; ') || 'no score';
    }
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
  'run.waiting': ({ run, questions }) => waitingLines(run, questions).join('\n'),
  'question.answered': ({ question, answer }) =>
    answer === '' ? `${printable(question)} is left to the fixer` : `${printable(question)} answered`,
  'questions.answered': ({ answers }) => {
    const given = Object.values(answers).filter((answer) => answer !== '').length;
    return given === 0 ? 'No question was answered' : `${count(given, 'question')} answered`;
  },
  'plan.made': (event) => `Plan: ${planWords(event)}`,
} satisfies Partial<Lines>;
