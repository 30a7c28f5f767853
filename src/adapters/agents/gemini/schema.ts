/** The events that Gemini CLI prints, as far as they are used. */
import { z } from 'zod';
import { parseEvent } from '../shared/parse-event.ts';

const text = z.string().catch('');
const count = z.number().nonnegative().catch(0);

const Stats = z.object({ total_tokens: count, input_tokens: count, output_tokens: count, cached: count });
export type GeminiStats = z.infer<typeof Stats>;

const Fault = z.object({ type: text, message: text });

const Event = z.discriminatedUnion('type', [
  z.object({ type: z.literal('init'), session_id: z.string().min(1).max(200).optional().catch(undefined) }),
  z.object({ type: z.literal('message'), role: text, content: text }),
  z.object({
    type: z.literal('tool_use'),
    tool_name: text,
    tool_id: text,
    parameters: z.record(z.string(), z.unknown()).catch({}),
  }),
  z.object({ type: z.literal('tool_result'), tool_id: text, status: text, error: Fault.optional().catch(undefined) }),
  z.object({ type: z.literal('error'), severity: text, message: text }),
  z.object({
    type: z.literal('result'),
    status: text,
    error: Fault.optional().catch(undefined),
    stats: Stats.optional().catch(undefined),
  }),
]);
export type GeminiEvent = z.infer<typeof Event>;
export type GeminiEventOf<T extends GeminiEvent['type']> = Extract<GeminiEvent, { type: T }>;

export const parseGeminiEvent = parseEvent(Event);
