/** Reads a fixer's answer: tolerant of its shape, strict about what it says, and silent about nothing. */
import { z } from 'zod';
import type { Claim, Usage } from '../../model/attempt.ts';
import type { Finding } from '../../model/finding.ts';
import { listEntries, readExtras } from './answer-entries.ts';
import { cutEnd } from '../../plain/cut.ts';

/** `silent`: nothing was said, and what was changed is judged all the same. */
export type FixClaim = { claim: Claim; explanation: string; confidence?: number; silent?: true };

export type FixReading = {
  /** By id of the finding; every finding that was asked about has one. */
  claims: Record<string, FixClaim>;
  /** Named in the answer, but not asked about. */
  unknownIds: string[];
  /** Asked about, and not one word about them in the answer. */
  unmentioned: string[];
  /** What could not be read, for a person. */
  problems: string[];
  session?: string;
  usage?: Usage;
};

const mostProblems = 20;
const longestId = 200;

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
});

/** A finding without an answer has claim `none`, "no status given". */
export const readFixAnswer = (answer: unknown, findings: readonly Finding[]): FixReading => {
  const { entries, problem } = listEntries(answer, findings);
  const problems = problem === undefined ? [] : [problem];
  const unknownIds = new Set<string>();
  const claims = new Map<string, FixClaim>();
  const find = finder(findings);
  const mentioned = new Set<string>();
  for (const { name, value } of entries) {
    const finding = find(name);
    if (finding === undefined) {
      unknownIds.add(cutEnd(name, longestId));
      continue;
    }
    mentioned.add(finding.id);
    const claim = readClaim(value);
    if (claim === null) problems.push(`the answer for ${finding.code} says neither fixed, blocked nor deferred`);
    else addClaim(claims, finding, claim, problems);
  }
  for (const { id } of findings) if (!claims.has(id)) claims.set(id, { claim: 'none', explanation: 'no status given' });
  return {
    claims: Object.fromEntries(claims),
    unknownIds: [...unknownIds],
    unmentioned: findings.map(({ id }) => id).filter((id) => !mentioned.has(id)),
    problems: shortened(problems),
    ...readExtras(answer),
  };
};

/**
 * Whoever was asked about one finding and says nothing has its change judged like any other: claim `none`, the same
 * gates (4.4).
 */
export const withSilence = (reading: FixReading, asked: readonly string[]): FixReading => {
  const [only, ...others] = asked;
  const claim = only === undefined || others.length > 0 ? undefined : reading.claims[only];
  if (only === undefined || !claim || !reading.unmentioned.includes(only)) return reading;
  return { ...reading, claims: { ...reading.claims, [only]: { ...claim, silent: true } } };
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
  return { claim: outcome, explanation, ...(confidence === undefined ? {} : { confidence }) };
};

const addClaim = (claims: Map<string, FixClaim>, finding: Finding, claim: FixClaim, problems: string[]): void => {
  const before = claims.get(finding.id);
  if (before !== undefined && before.claim !== claim.claim) {
    problems.push(`the answer for ${finding.code} contradicts itself: ${before.claim} and ${claim.claim}`);
  }
  if (before === undefined || boldness[claim.claim] < boldness[before.claim]) claims.set(finding.id, claim);
};

/** By id, else by code, else by code in another case. */
const finder = (findings: readonly Finding[]): ((name: string) => Finding | undefined) => {
  const byId = new Map(findings.map((finding) => [finding.id, finding]));
  const byCode = new Map(findings.map((finding) => [finding.code, finding]));
  const byLowerCode = new Map(findings.map((finding) => [finding.code.toLowerCase(), finding]));
  return (name) => byId.get(name) ?? byCode.get(name) ?? byLowerCode.get(name.trim().toLowerCase());
};

const shortened = (problems: readonly string[]): string[] =>
  problems.length <= mostProblems
    ? [...problems]
    : [...problems.slice(0, mostProblems), `${problems.length - mostProblems} more problems`];
