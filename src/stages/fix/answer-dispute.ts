/** Reads how a fixer says that a finding is wrong: whatever cannot be read is told, and nobody is asked about it. */
import { z } from 'zod';
import { Citation, DisputeGround, type ReadDispute } from '../../model/finding/dispute.ts';
import { isObject } from '../../plain/shape.ts';
import { headAndTail } from '../../plain/text.ts';

const mostCitations = 10;
const longestQuote = 2_000;
const longestName = 4_096;

const Word = z.string().transform((text) => text.trim().toLowerCase());
const Ground = Word.pipe(DisputeGround);

const shape = '`dispute` takes a ground and evidence: [{ file, line, quote }]';

const citationsIn = (list: unknown): Citation[] =>
  (Array.isArray(list) ? list : [list]).slice(0, mostCitations).flatMap((each) => {
    const { data } = Citation.safeParse(each);
    if (data === undefined || data.file.length > longestName) return [];
    return [{ ...data, file: data.file.replace(/^\.\//, ''), quote: headAndTail(data.quote, longestQuote) }];
  });

/** Undefined where nothing is disputed. */
export const readDispute = (value: unknown): ReadDispute | undefined => {
  if (value === undefined || value === null) return undefined;
  if (!isObject(value)) return { evidence: [], problem: shape };
  const evidence = citationsIn(value['evidence']);
  const { data: ground } = Ground.safeParse(value['ground']);
  if (ground === undefined)
    return { evidence, problem: `its ground is none of ${DisputeGround.options.join(', ')}; ${shape}` };
  return evidence.length === 0 ? { ground, evidence, problem: `no line is cited; ${shape}` } : { ground, evidence };
};
