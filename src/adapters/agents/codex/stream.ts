/** The events of codex, as far as they are read; versions differ, so that whatever is odd is left out. */
import { z } from 'zod';
import { parseEvent } from '../shared/parse-event.ts';

const Text = z.string().optional().catch(undefined);
const Count = z.number().min(0).max(1e15).catch(0);

const Item = z.object({
  type: z.string(),
  status: Text,
  text: Text,
  message: Text,
  command: Text,
  aggregated_output: Text,
  changes: z.array(z.object({ path: z.string() }).nullable().catch(null)).catch([]),
  server: Text,
  tool: Text,
  query: Text,
  error: z.object({ message: z.string() }).nullish().catch(undefined),
});
export type CodexItem = z.infer<typeof Item>;

/** Of the whole session, not of the call. */
const Tokens = z.object({ input_tokens: Count, cached_input_tokens: Count, output_tokens: Count });
export type CodexTokens = z.infer<typeof Tokens>;

const Event = z.discriminatedUnion('type', [
  z.object({ type: z.literal('thread.started'), thread_id: z.string() }),
  z.object({ type: z.literal('turn.completed'), usage: Tokens.optional().catch(undefined) }),
  z.object({ type: z.literal('turn.failed'), error: z.object({ message: z.string() }).catch({ message: '' }) }),
  z.object({ type: z.literal('error'), message: z.string() }),
  z.object({ type: z.literal('item.started'), item: Item }),
  z.object({ type: z.literal('item.completed'), item: Item }),
]);
export type CodexEvent = z.infer<typeof Event>;

export const parseCodexEvent = parseEvent(Event);
