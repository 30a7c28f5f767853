/**
 * Reads what a reviewing agent answered: its verdict is what its findings make of it, and no answer is never a pass
 * (1.3).
 */
import { realpath } from 'node:fs/promises';
import type { Engine } from '../loop/engine.ts';
import { FindingsError } from '../findings/read/error.ts';
import { readFindings } from '../findings/read/read.ts';
import { cleanFindings } from '../findings/read/clean-findings.ts';
import type { Secrets } from '../secrets/secrets.ts';

type Review = Awaited<ReturnType<Engine['readReview']>>;

const failed = (message: string): Review => ({ verdict: 'error', findings: [], problems: [], message });

export const readReview = async (
  { answer, text }: Parameters<Engine['readReview']>[0],
  reviewer: string,
  root: string,
  { clean }: Secrets,
): Promise<Review> => {
  const said = answer === null || answer === undefined ? text : JSON.stringify(answer);
  if (said.trim() === '') return failed('it answered nothing');
  try {
    const roots = { root, otherRoots: [await realpath(root)] };
    const read = await readFindings(
      { name: `answer of ${reviewer}`, text: said },
      { ...roots, fromTool: true, format: 'answer' },
    );
    const { findings, problems } = clean(cleanFindings(read, { clean }));
    const verdict = read.verdict ?? (findings.length > 0 ? 'NEEDS_WORK' : undefined);
    return verdict ? { verdict, findings, problems } : failed('its answer holds no verdict and no findings');
  } catch (error) {
    if (error instanceof FindingsError) return failed(clean(error.message));
    throw error;
  }
};
