/** The events that opencode prints, as far as they are read. */
import { z } from 'zod';
import { parseEvent } from '../shared/parse-event.ts';

const text = z.string().optional().catch(undefined);
const count = z.number().nonnegative().finite().catch(0);

const Tokens = z.object({
  input: count,
  output: count,
  reasoning: count,
  cache: z.object({ read: count, write: count }).catch({ read: 0, write: 0 }),
});

const State = z.object({
  status: text,
  input: z.record(z.string(), z.unknown()).catch({}),
  error: text,
});
export type OpencodeToolState = z.infer<typeof State>;

const Failure = z.object({
  name: text,
  data: z
    .object({
      message: text,
      statusCode: z.number().optional().catch(undefined),
      responseHeaders: z.record(z.string(), z.unknown()).catch({}),
      responseBody: text,
    })
    .catch({ responseHeaders: {} }),
});
export type OpencodeFailure = z.infer<typeof Failure>;

const OpencodeEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('step_start'), sessionID: text }),
  z.object({ type: z.literal('text'), sessionID: text, part: z.object({ messageID: text, text: z.string() }) }),
  z.object({ type: z.literal('tool_use'), sessionID: text, part: z.object({ tool: z.string(), state: State }) }),
  z.object({
    type: z.literal('step_finish'),
    sessionID: text,
    part: z.object({
      reason: text,
      tokens: Tokens.catch({ input: 0, output: 0, reasoning: 0, cache: { read: 0, write: 0 } }),
      cost: count,
    }),
  }),
  z.object({ type: z.literal('error'), sessionID: text, error: Failure }),
  /** From our own plugin. */
  z.object({
    type: z.literal('fixpoint_retry'),
    sessionID: text,
    attempt: count,
    message: z.string().catch(''),
    waitMs: count,
  }),
]);
export type OpencodeEvent = z.infer<typeof OpencodeEvent>;
export type OpencodeEventOf<T extends OpencodeEvent['type']> = Extract<OpencodeEvent, { type: T }>;

export const parseOpencodeEvent = parseEvent(OpencodeEvent);
