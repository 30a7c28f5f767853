/** Finds the answer of a `command` agent: its answer file, else the last JSON value on standard output. */
import { z } from 'zod';
import type { Role } from '../../../model/answer.ts';
import { Usage } from '../../../model/attempt.ts';
import { given } from '../../../plain/given.ts';
import type { ProcessOutcome } from '../../../ports/process.ts';
import { type AnswerFile, readAnswerFile } from '../shared/answer-file.ts';
import { answerIn } from '../shared/answer-in-text.ts';

/** `text`: what it wrote as its answer, else what it printed last. */
export type CommandAnswer = { answer: unknown; text: string; session?: string; usage: Usage; problem?: string };

const amount = z.number().nonnegative().optional().catch(undefined);
const Extras = z.object({
  session: z.string().min(1).max(1_000).optional().catch(undefined),
  usage: z.object({ inputTokens: amount, outputTokens: amount, usd: amount }).catch({}).default({}),
});

/** What it wrote is read for people as well, as one text. */
const longestReview = 4 * 1024 * 1024;

export const readCommandAnswer = async (
  path: string,
  role: Role,
  process: ProcessOutcome,
  keepBytes: number,
): Promise<CommandAnswer> => {
  // A review may be in words: then what is printed beside them is none.
  const inWords = role === 'review';
  const file = inWords ? readAnswerFile(path, longestReview) : readAnswerFile(path);
  const written = textOf(file);
  const text = written === '' ? tailOf(process, keepBytes) : written;
  const inFile = written === '' ? null : await answerIn(written, role);
  const isPrinted = inFile === null && !(inWords && written !== '');
  const answer = isPrinted ? await answerIn(tailOf(process, keepBytes), role) : inFile;
  const problem = problemOf(file, inFile !== null || inWords, answer !== null || (inWords && text.trim() !== ''));
  return { answer, text, ...extrasOf(answer), ...given({ problem }) };
};

/** Empty when it holds nothing but white space. */
const textOf = (file: AnswerFile): string => {
  const text = file !== null && 'text' in file ? file.text : '';
  return text.trim() === '' ? '' : text;
};

const problemOf = (file: AnswerFile, readable: boolean, answered: boolean): string | undefined => {
  if (file !== null && 'problem' in file) return file.problem;
  if (file !== null && !readable && file.text.trim() !== '') return 'the answer file holds no JSON';
  return answered ? undefined : 'no answer: neither an answer file nor JSON on standard output';
};

const extrasOf = (value: unknown): Pick<CommandAnswer, 'session' | 'usage'> => {
  const { session, usage } = Extras.catch({ usage: {} }).parse(value);
  return { ...given({ session }), usage: Usage.parse(usage) };
};

/** Of output that was too much only the end is looked at: what is before the gap is not the last value. */
const tailOf = ({ stdout, stdoutBytes }: ProcessOutcome, keepBytes: number): string => {
  if (stdoutBytes <= keepBytes) return stdout;
  const gap = ' bytes left out …\n';
  const at = stdout.lastIndexOf(gap);
  return at === -1 ? stdout : stdout.slice(at + gap.length);
};
