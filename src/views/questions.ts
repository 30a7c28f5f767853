/** What a run asks people, in words, and the commands that answer. */
import type { Question } from '../model/call.ts';
import { printable } from '../plain/printable.ts';
import { shellWord } from '../plain/shell-word.ts';
import { count } from './words/amounts.ts';

type Asked = Pick<Question, 'id' | 'question' | 'context'>;

export const questionWords = ({ question, context }: Asked): string =>
  context === undefined || context === '' ? printable(question) : `${printable(question)} (${printable(context)})`;

/** To be copied; what stands for the answer is replaced. */
export const answerCommand = (run: string, { id }: Pick<Question, 'id'>): string =>
  `fixpoint answer ${run} ${printable(shellWord(id))} 'YOUR ANSWER'`;

/** What is asked, each with how to answer it. */
export const waitingLines = (run: string, questions: readonly Asked[]): string[] => [
  `Waiting for ${count(questions.length, 'answer')}`,
  ...questions.flatMap((asked) => [
    `  ${printable(asked.id)}  ${questionWords(asked)}`,
    `    ${answerCommand(run, asked)}`,
  ]),
];
