/**
 * Reads what a reviewing agent answered: its verdict is what its findings make of it, and no answer is never a pass
 * (1.3).
 */
import { bothRoots } from '../adapters/files/look-in.ts';
import { FindingsError } from '../findings/read/error.ts';
import { readFindings, type ReadResult } from '../findings/read/read.ts';
import type { Engine } from '../loop/engine.ts';
import { given } from '../plain/given.ts';
import { cleanFindings } from '../findings/read/clean-findings.ts';
import type { Secrets } from '../secrets/secrets.ts';

type ReviewAnswer = Parameters<Engine['readReview']>[0];
type Review = Awaited<ReturnType<Engine['readReview']>>;

const failed = (message: string): Review => ({ verdict: 'error', findings: [], problems: [], message });

export const readReview = async (
  answer: ReviewAnswer,
  reviewer: string,
  root: string,
  secrets: Secrets,
): Promise<Review> => {
  const source = { name: `answer of ${reviewer}`, text: textOf(answer) };
  if (source.text.trim() === '') return failed('it answered nothing');
  try {
    const read = await readFindings(source, { ...(await bothRoots(root)), fromTool: true, format: 'answer' });
    return judged(read, secrets);
  } catch (error) {
    if (error instanceof FindingsError) return failed(secrets.clean(error.message));
    throw error;
  }
};

const textOf = ({ answer, text }: ReviewAnswer): string =>
  answer === null || answer === undefined ? text : JSON.stringify(answer);

const judged = (read: ReadResult, secrets: Secrets): Review => {
  const { findings, problems, summary } = secrets.clean(cleanFindings(read, secrets));
  const verdict = read.verdict ?? (findings.length > 0 ? 'NEEDS_WORK' : undefined);
  return verdict
    ? { verdict, findings, problems, ...given({ summary }) }
    : failed('its answer holds no verdict and no findings');
};
