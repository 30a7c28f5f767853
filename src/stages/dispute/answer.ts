/** Reads what somebody decided about disputes: tolerant of its shape, and whatever is not clear decides nothing. */
import { z } from 'zod';
import { type AnswerForm, readEntries } from '../../model/answers/entries.ts';
import { DisputeGround, type Opinion } from '../../model/finding/dispute.ts';
import type { Finding } from '../../model/finding.ts';
import { shortened } from '../../plain/clean-text.ts';
import { given } from '../../plain/given.ts';
import { headAndTail } from '../../plain/text.ts';

export type OpinionReading = { opinions: Record<string, Opinion>; problems: string[] };

const mostProblems = 20;
const longestReason = 2_000;

const Word = z.string().transform((text) => text.trim().toLowerCase());

const Entry = z.object({
  verdict: Word.pipe(z.enum(['refuted', 'upheld', 'unresolved'])),
  ground: Word.pipe(DisputeGround).optional().catch(undefined),
  file: z.string().min(1).optional().catch(undefined),
  line: z.int().min(1).optional().catch(undefined),
  quote: z.string().optional().catch(undefined),
  reason: z.string().catch(''),
});

/** `{ rulings: … }` with a list or a map by code, either of them alone, or one alone for one finding. */
const form: AnswerForm = {
  key: 'rulings',
  nameKeys: ['code', 'id'],
  otherKeys: new Set(['session', 'usage', 'summary']),
  isEntry: (value) => 'verdict' in value,
  fromMap: (value) => value,
  noun: 'rulings',
  notEntries: 'the answer holds no rulings',
  mayBeEmpty: false,
};

const readOpinion = (value: unknown): Opinion | null => {
  const entry = Entry.safeParse(value);
  if (!entry.success) return null;
  const { verdict, ground, file, line, quote, reason } = entry.data;
  const read = file === undefined || line === undefined || quote === undefined ? undefined : { file, line, quote };
  return { verdict, ...given({ ground, read }), reason: headAndTail(reason.trim(), longestReason) };
};

/** Whoever says two things of a finding has decided nothing. */
const combined = (before: Opinion | undefined, now: Opinion): Opinion =>
  before === undefined || before.verdict === now.verdict
    ? (before ?? now)
    : { verdict: 'unresolved', reason: `it says ${before.verdict} and ${now.verdict}` };

export const readOpinions = (answer: unknown, findings: readonly Finding[]): OpinionReading => {
  const { entries, problems } = readEntries(answer, findings, form);
  const opinions = new Map<string, Opinion>();
  for (const { finding, value } of entries) {
    const opinion = readOpinion(value);
    if (opinion === null) problems.push(`${finding.code}: it says neither refuted, upheld nor unresolved`);
    else opinions.set(finding.id, combined(opinions.get(finding.id), opinion));
  }
  return {
    opinions: Object.fromEntries(opinions),
    problems: shortened(problems, mostProblems, (more) => `${more} more problems`),
  };
};
