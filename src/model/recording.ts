/** A recording: what the agents of a run were asked, said and changed, as files that a run can be repeated from. */
import { z } from 'zod';
import { Role } from './answer.ts';
import { Session, Usage } from './attempt.ts';
import { AgentOutcome } from './run/outcome.ts';

/** Grows when older versions could not read it any more. */
export const recordingFormat = 1;

const Format = z.literal(recordingFormat, {
  error: 'it was made by another version of Fixpoint, in a form that this one does not know',
});

const Price = z.object({
  inputPerMTok: z.number().nonnegative(),
  outputPerMTok: z.number().nonnegative(),
  cachedPerMTok: z.number().nonnegative().optional(),
});

/**
 * Of an agent's settings, those that decide which way the loop takes; how it is started is nobody's business elsewhere.
 */
export const RecordedAgent = z.object({
  kind: z.string().max(100),
  model: z.string().max(1_000).optional(),
  context: z.int().min(1_000).optional(),
  access: z.enum(['edit', 'full']).optional(),
  answer: z.enum(['tools', 'schema', 'text']).optional(),
  price: Price.optional(),
  fallback: z.string().max(1_000).optional(),
});
export type RecordedAgent = z.infer<typeof RecordedAgent>;

/** `recording.json`. */
export const Recording = z.object({
  format: Format,
  fixpoint: z.string().max(100).describe('Version that made it'),
  run: z.string().max(200),
  start: z.string().max(100).describe('Commit that the run began from'),
  agent: z.string().max(1_000).describe('The agent that fixes'),
  ladder: z
    .array(z.string().max(1_000))
    .min(1)
    .max(100)
    .optional()
    .describe('Where several fix: whose turn the first attempt at a finding is, the second, and so on'),
  agents: z.record(z.string().max(1_000), RecordedAgent).describe('Every agent that the run may call'),
});
export type Recording = z.infer<typeof Recording>;

export const RecordedEvent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), text: z.string() }),
  z.object({ kind: z.literal('tool'), name: z.string(), detail: z.string().exactOptional() }),
  z.object({ kind: z.literal('file'), path: z.string() }),
  z.object({ kind: z.literal('usage'), usage: Usage }),
]);
export type RecordedEvent = z.infer<typeof RecordedEvent>;

export const RecordedResult = z.object({
  outcome: AgentOutcome,
  message: z.string().exactOptional(),
  answer: z.unknown(),
  text: z.string(),
  transcript: z.string(),
  session: Session.exactOptional(),
  usage: Usage,
  denials: z.array(z.string()),
  problems: z.array(z.string()),
  retryAfterMs: z.number().exactOptional(),
});

/** `calls/<key>.json`; `calls/<key>.patch` beside it holds what the agent changed, as git writes it. */
export const RecordedCall = z.object({
  format: Format,
  agent: z.string(),
  n: z.int().min(1).describe('How often the agent was called for this role and these findings, this time included'),
  request: z.object({
    role: Role,
    prompt: z.string(),
    input: z.looseObject({
      run: z.string(),
      findings: z.array(z.looseObject({ id: z.string(), code: z.string() })),
      reviewer: z.string().optional(),
    }),
    answerBy: z.enum(['tools', 'schema', 'text']),
    session: Session.optional(),
    access: z.enum(['read', 'edit', 'full']),
    commands: z.array(z.string()),
    limits: z.object({ timeoutMs: z.number(), idleMs: z.number().optional(), usd: z.number().optional() }),
  }),
  events: z.array(RecordedEvent),
  eventsLeftOut: z.int().min(0).describe('Events beyond what is kept'),
  result: RecordedResult,
  patch: z
    .object({
      sha256: z.string(),
      redacted: z.boolean().describe('Secrets were taken out of it, so it may not fit any more'),
    })
    .optional()
    .describe('Not there when nothing was changed'),
});
export type RecordedCall = z.infer<typeof RecordedCall>;
