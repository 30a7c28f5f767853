/** One fixer call, as seen by one finding. */
import { z } from 'zod';
import { Challenge } from './challenge.ts';
import { ReadDispute, Ruling } from './finding/dispute.ts';
import { Proof } from './proof.ts';
import { Verification } from './verification.ts';

export const Claim = z.enum(['fixed', 'blocked', 'deferred', 'none']);
export type Claim = z.infer<typeof Claim>;

export const AttemptResult = z.enum([
  'accepted',
  'refused',
  'no-change',
  'not-answered',
  'agent-error',
  'timeout',
  'cancelled',
  'conflict',
]);
export type AttemptResult = z.infer<typeof AttemptResult>;

/** Any name: a journal may have been written by a version with other gates. */
export const GateName = z.string().describe('Gate between a fix and its commit, such as verify, tool or challenge');

export const GateResult = z.object({
  gate: GateName,
  result: z.enum(['passed', 'flagged', 'refused', 'no-change', 'conflict']),
  evidence: z.record(z.string(), z.string()).describe('What it judged by: kind of evidence, and what was seen'),
});
export type GateResult = z.infer<typeof GateResult>;

export const FileChange = z.object({
  path: z.string(),
  change: z.enum(['added', 'modified', 'deleted', 'type-changed']),
  added: z.int().nullable().describe('Lines added; null for binary files'),
  removed: z.int().nullable(),
});
export type FileChange = z.infer<typeof FileChange>;

export const Usage = z.object({
  inputTokens: z.number().optional().describe('All of them, also those that came from a cache or went into one'),
  cachedTokens: z.number().optional().describe('Those of the input that were read from a cache'),
  outputTokens: z.number().optional(),
  usd: z.number().optional(),
  leastTokens: z.number().optional().describe('By the length of its prompt: it cannot have used fewer'),
});
export type Usage = z.infer<typeof Usage>;

const keys = ['inputTokens', 'cachedTokens', 'outputTokens', 'usd'] as const;

/** What neither of them says stays unsaid. */
export const addUsage = (a: Usage, b: Usage): Usage =>
  Object.fromEntries(
    keys.flatMap((key) => (a[key] === undefined && b[key] === undefined ? [] : [[key, (a[key] ?? 0) + (b[key] ?? 0)]])),
  );

/** What no call can have used says nothing; more than can be counted is the most that can be. */
export const possible = (usage: Usage): Usage =>
  Object.fromEntries(
    keys.flatMap((key) => {
      const value = usage[key];
      const isPossible = value !== undefined && value >= 0;
      return isPossible ? [[key, Math.min(value, Number.MAX_SAFE_INTEGER)]] : [];
    }),
  );

/** Whoever is given a text reads it: no tokeniser makes fewer tokens of it than this. */
export const leastTokens = (text: string): number => Math.floor(text.replaceAll(/\s/g, '').length / 8);

export const tokensOf = ({ inputTokens = 0, outputTokens = 0 }: Usage): number => inputTokens + outputTokens;

/** A conversation with an agent that a later call can go on with. */
export const Session = z.object({
  id: z.string(),
  used: Usage.describe('What it has used up in all, for agents that count cumulatively'),
  fork: z.boolean().optional().describe('Go on in a copy of it: several calls begin from the same conversation'),
});
export type Session = z.infer<typeof Session>;

export const Attempt = z.object({
  n: z.int().min(1),
  at: z.string().describe('When it was answered'),
  startedAt: z.string().optional(),
  cycle: z.int().min(1),
  unit: z.string().optional().describe('The call: attempts of several findings may be one'),
  agent: z.string(),
  claim: Claim,
  result: AttemptResult,
  gate: GateName.optional().describe('The gate that refused it'),
  reason: z.string().optional(),
  explanation: z.string().optional(),
  confidence: z.number().optional(),
  dispute: ReadDispute.optional().describe('The fixer says that the finding is wrong'),
  ruling: Ruling.optional().describe('What was decided about that'),
  files: z.array(FileChange),
  outside: z.array(z.string()).optional().describe('Those of the files that none of its findings is about'),
  patch: z.string().optional().describe('Artifact that holds the patch'),
  verification: Verification.optional(),
  group: z.int().optional().describe('The group of fixes that was verified with it'),
  challenge: Challenge.optional().describe('What the challengers said'),
  proof: z.array(Proof).optional().describe('What proved it when it was accepted'),
  gates: z.array(GateResult).optional().describe('The gates that judged it, in their order'),
  flag: z.string().optional().describe('What is doubtful about it, such as a weak reason not to fix'),
  usage: Usage,
  denials: z.array(z.string()).optional().describe('What the agent wanted to do and was not allowed to'),
  durationMs: z.number(),
});
export type Attempt = z.infer<typeof Attempt>;
