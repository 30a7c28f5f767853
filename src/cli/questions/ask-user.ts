/** Asks the person at the terminal what is unclear about findings. */
import type { AskUser } from '../../app/index.ts';
import { printable } from '../../plain/printable.ts';
import { place } from '../../views/words/places.ts';
import { count } from '../../views/words/amounts.ts';
import type { Stream } from '../door.ts';
import { type Io, isLive } from '../io.ts';
import type { EventSink } from '../progress/event-sink.ts';

type Asked = Parameters<AskUser>[0][number];

const headOf = ({ about }: Asked): string =>
  `${printable(about.code)} ${printable(about.title)} (${printable(place(about))})`;

/** Some come up while others are fixed. */
const when = (questions: readonly Asked[]): string =>
  questions.every(({ unit }) => unit === undefined) ? ' before fixing' : '';

const askAll = async (
  questions: readonly Asked[],
  terminal: { signal: AbortSignal; output: Stream },
): Promise<Record<string, string> | null> => {
  const { intro, isCancel, log, outro, text } = await import('@clack/prompts');
  intro(`${count(questions.length, 'question')}${when(questions)}. Enter to skip, Ctrl-C to quit.`, terminal);
  const answers: Record<string, string> = {};
  for (const [finding, own] of Map.groupBy(questions, ({ finding }) => finding)) {
    log.step(own[0] === undefined ? printable(finding) : headOf(own[0]), terminal);
    for (const { id, question, context } of own) {
      const why = context === undefined || context === '' ? '' : ` (${printable(context)})`;
      const answer: unknown = await text({ ...terminal, message: `${printable(question)}${why}` });
      if (isCancel(answer)) return null;
      if (typeof answer === 'string' && answer.trim() !== '') answers[id] = answer.trim();
    }
  }
  outro(`${count(Object.keys(answers).length, 'answer')}.`, terminal);
  return answers;
};

/** Not there where nobody can answer. */
export const userAt = (io: Io, sink: EventSink, isTerminal: boolean = process.stdin.isTTY): AskUser | undefined => {
  if (!isTerminal || !isLive(io.stderr, io.env)) return undefined;
  return async (questions, signal) => {
    await sink.pause?.();
    try {
      return await io.stderr.draw(questions, (clean, output) => askAll(clean, { signal, output }));
    } finally {
      await sink.resume?.();
    }
  };
};
