/** Reads a fixer's answer: tolerant of its shape, strict about what it says, and silent about nothing. */
import { z } from 'zod';
import { type AnswerForm, readEntries } from '../../model/answers/entries.ts';
import type { Claim, Usage } from '../../model/attempt.ts';
import type { Finding } from '../../model/finding.ts';
import { given } from '../../plain/given.ts';
import { shortened } from '../../plain/clean-text.ts';
import type { ReadDispute } from '../../model/finding/dispute.ts';
import { readDispute } from './answer-dispute.ts';
import { readExtras } from './answer-extras.ts';

/** `silent`: nothing was said, and what was changed is judged all the same. */
export type FixClaim = { claim: Claim; explanation: string; confidence?: number; silent?: true; dispute?: ReadDispute };

export type FixReading = {
  /** By id of the finding; every finding that was asked about has one. */
  claims: Record<string, FixClaim>;
  /** Named in the answer, but not asked about. */
  unknownIds: string[];
  /** What could not be read, for a person. */
  problems: string[];
  session?: string;
  usage?: Usage;
};

const mostProblems = 20;

/**
 * The bolder a claim, the higher. When an answer contradicts itself about a finding the lowest wins: a deferred finding
 * comes back, a blocked one is closed by mistake at worst, a fixed one would be believed.
 */
const boldness = { none: 0, deferred: 1, blocked: 2, fixed: 3 } as const satisfies Record<Claim, number>;

const Entry = z.object({
  outcome: z
    .string()
    .transform((text) => text.trim().toLowerCase())
    .pipe(z.enum(['fixed', 'blocked', 'deferred'])),
  explanation: z.string().catch(''),
  confidence: z.number().optional().catch(undefined),
  dispute: z.unknown().optional(),
});

/** `{ outcomes: […] }`, a list, one outcome alone, or outcomes by id or code. */
const form: AnswerForm = {
  key: 'outcomes',
  nameKeys: ['id', 'code'],
  otherKeys: new Set(['session', 'usage']),
  isEntry: (value) => 'outcome' in value,
  fromMap: (value) => (typeof value === 'string' ? { outcome: value } : value),
  noun: 'outcomes',
  notEntries: 'the answer is not a list of outcomes',
  mayBeEmpty: true,
};

/**
 * A finding without an answer has claim `none`, "no status given". `mayBeSilent`: the one whose fixer need not say
 * anything.
 */
export const readFixAnswer = (answer: unknown, findings: readonly Finding[], mayBeSilent?: string): FixReading => {
  const { entries, unknownIds, problems } = readEntries(answer, findings, form);
  const claims = new Map<string, FixClaim>();
  for (const { finding, value } of entries) {
    const claim = readClaim(value);
    if (claim === null) problems.push(`the answer for ${finding.code} says neither fixed, blocked nor deferred`);
    else addClaim(claims, finding, claim, problems);
  }
  for (const { id } of findings) if (!claims.has(id)) claims.set(id, { claim: 'none', explanation: 'no status given' });
  const mentioned = new Set(entries.map(({ finding }) => finding.id));
  if (mayBeSilent !== undefined && !mentioned.has(mayBeSilent)) noteSilence(claims, mayBeSilent);
  return {
    claims: Object.fromEntries(claims),
    unknownIds,
    problems: shortened(problems, mostProblems, (more) => `${more} more problems`),
    ...readExtras(answer),
  };
};

/**
 * Whoever was asked about one finding and says nothing has its change judged like any other: claim `none`, the same
 * gates (4.4).
 */
const noteSilence = (claims: Map<string, FixClaim>, id: string): void => {
  const claim = claims.get(id);
  if (claim) claims.set(id, { ...claim, silent: true });
};

/** Whether its change is worth checking: somebody stands for it, or nobody said anything at all. */
export const standsForChange = (claim: { claim: Claim; silent?: boolean | undefined } | undefined): boolean =>
  claim?.claim === 'fixed' || claim?.silent === true;

type Said = Readonly<Record<string, { claim: Claim; explanation: string }>>;

/** What the fixer says of the one finding that its change is about; whoever said nothing explained nothing. */
export const explanationOf = (ids: readonly string[], claims: Said): string | undefined => {
  const [only, ...others] = ids;
  const said = only === undefined || others.length > 0 ? undefined : claims[only];
  return said?.claim === 'none' ? undefined : said?.explanation;
};

const readClaim = (value: unknown): FixClaim | null => {
  const entry = Entry.safeParse(value);
  if (!entry.success) return null;
  const { outcome, explanation, confidence } = entry.data;
  // Whoever says that a finding is wrong has not fixed it, nor means to.
  const dispute = outcome === 'blocked' ? readDispute(entry.data.dispute) : undefined;
  return { claim: outcome, explanation, ...given({ confidence, dispute }) };
};

const addClaim = (claims: Map<string, FixClaim>, finding: Finding, claim: FixClaim, problems: string[]): void => {
  const before = claims.get(finding.id);
  if (before !== undefined && before.claim !== claim.claim) {
    problems.push(`the answer for ${finding.code} contradicts itself: ${before.claim} and ${claim.claim}`);
  }
  if (before === undefined || boldness[claim.claim] < boldness[before.claim]) claims.set(finding.id, claim);
};
