/** Reads scores from 0 to 100, and only what can mean nothing else. */
import { z } from 'zod';
import { QualityScores } from '../../model/challenge.ts';
import { cutEnd } from '../../plain/cut.ts';

/** 95, "95", "95%", "95/100". */
const written = /^(\d{1,3}(?:\.\d{1,6})?) ?(?:%|\/ ?100)?$/;

export const readScore = (value: unknown): { score: number } | { problem: string } => {
  const score = typeof value === 'string' ? Number(written.exec(value.trim().slice(0, 50))?.[1] ?? Number.NaN) : value;
  if (typeof score !== 'number' || Number.isNaN(score))
    return { problem: `there is no score${value === undefined ? '' : ` in ${show(value)}`}` };
  if (score < 0 || score > 100) return { problem: `its score of ${score} is not between 0 and 100` };
  // 0.95 of 1 or of 100? Whoever means the one is not understood as the other.
  return score > 0 && score < 1 ? { problem: `its score of ${score} is not on the scale from 0 to 100` } : { score };
};

const show = (value: unknown): string => cutEnd(JSON.stringify(value) ?? 'it', 50);

const Part = z
  .unknown()
  .optional()
  .transform((value) => readScore(value))
  .transform((read) => ('score' in read ? read.score : undefined));
const Parts = z.object({ correctness: Part, safety: Part, minimality: Part, style: Part });

/** Those that can be read; undefined when there is none. */
export const readQuality = (value: unknown): QualityScores | undefined => {
  const parts = Parts.safeParse(value);
  if (!parts.success) return undefined;
  const known = Object.entries(parts.data).filter(([, score]) => score !== undefined);
  return known.length === 0 ? undefined : QualityScores.parse(Object.fromEntries(known));
};
