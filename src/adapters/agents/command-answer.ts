/** Finds the answer of a `command` agent: its answer file, else the last JSON value on standard output. */
import { z } from 'zod';
import { looksLikeFixAnswer } from '../../model/answer-shape.ts';
import { Usage } from '../../model/attempt.ts';
import { extractJson } from '../../model/extract-json.ts';
import type { ProcessOutcome } from '../../ports/process.ts';
import { readAnswerFile } from './answer-file.ts';

export type CommandAnswer = { answer: unknown; session?: string; usage: Usage; problem?: string };

const amount = z.number().nonnegative().optional().catch(undefined);
const Extras = z.object({
  session: z.string().min(1).max(1_000).optional().catch(undefined),
  usage: z.object({ inputTokens: amount, outputTokens: amount, usd: amount }).catch({}).default({}),
});

export const readCommandAnswer = async (path: string, process: ProcessOutcome, keepBytes: number): Promise<CommandAnswer> => {
  const file = readAnswerFile(path);
  const written = file !== null && 'text' in file ? await extractJson(file.text, looksLikeFixAnswer) : null;
  const found = written ?? (await extractJson(tailOf(process, keepBytes), looksLikeFixAnswer));
  const problem = problemOf(file, written !== null, found !== null);
  return { answer: found?.value ?? null, ...extrasOf(found?.value), ...(problem === undefined ? {} : { problem }) };
};

const problemOf = (file: ReturnType<typeof readAnswerFile>, readable: boolean, answered: boolean): string | undefined => {
  if (file !== null && 'problem' in file) return file.problem;
  if (file !== null && !readable && file.text.trim() !== '') return 'the answer file holds no JSON';
  return answered ? undefined : 'no answer: neither an answer file nor JSON on standard output';
};

const extrasOf = (value: unknown): Pick<CommandAnswer, 'session' | 'usage'> => {
  const { session, usage } = Extras.catch({ usage: {} }).parse(value);
  return { ...(session === undefined ? {} : { session }), usage: Usage.parse(usage) };
};

/** Of output that was too much only the end is looked at: what is before the gap is not the last value. */
const tailOf = ({ stdout, stdoutBytes }: ProcessOutcome, keepBytes: number): string => {
  if (stdoutBytes <= keepBytes) return stdout;
  const gap = ' bytes left out …\n';
  const at = stdout.lastIndexOf(gap);
  return at === -1 ? stdout : stdout.slice(at + gap.length);
};
