/** The events of Claude Code, as far as they are read; versions differ, so that whatever is odd is left out. */
import { z } from 'zod';
import { parseEvent } from '../shared/parse-event.ts';

const Count = z.number().min(0).max(1e15).catch(0);
const Text = z.string().optional().catch(undefined);
const Parent = z.string().nullish().catch(undefined);

/** Input apart from what a cache gave or took. */
const Tokens = z.object({
  input_tokens: Count,
  cache_creation_input_tokens: Count,
  cache_read_input_tokens: Count,
  output_tokens: Count,
});
export type ClaudeTokens = z.infer<typeof Tokens>;
const MaybeTokens = Tokens.optional().catch(undefined);

const ModelUsage = z.object({
  inputTokens: Count,
  outputTokens: Count,
  cacheReadInputTokens: Count,
  cacheCreationInputTokens: Count,
  costUSD: z.number().min(0).optional().catch(undefined),
});
export type ClaudeModelUsage = z.infer<typeof ModelUsage>;
const ByModel = z.record(z.string(), ModelUsage).optional().catch(undefined);

const Input = z.record(z.string(), z.unknown()).catch({});

const Block = z.object({
  type: z.string(),
  text: Text,
  id: Text,
  name: Text,
  input: Input,
  tool_use_id: Text,
  is_error: z.boolean().optional().catch(undefined),
});
export type ClaudeBlock = z.infer<typeof Block>;
const Blocks = z.array(Block.nullable().catch(null)).catch([]);

const System = z.object({
  type: z.literal('system'),
  subtype: Text,
  session_id: Text,
  mcp_servers: z.array(z.object({ name: z.string(), status: z.string() })).catch([]),
  retry_delay_ms: Count,
  error_status: z.number().nullish().catch(undefined),
  error: Text,
});

const Stream = z.object({
  type: z.literal('stream_event'),
  parent_tool_use_id: Parent,
  api_message_id: Text,
  event: z.object({
    type: z.string(),
    message: z.object({ id: z.string(), usage: MaybeTokens }).optional().catch(undefined),
    delta: z.object({ type: Text, text: Text }).optional().catch(undefined),
    usage: MaybeTokens,
  }),
});

const Assistant = z.object({
  type: z.literal('assistant'),
  parent_tool_use_id: Parent,
  message: z.object({ id: z.string().catch(''), model: Text, content: Blocks, usage: MaybeTokens }),
});

const User = z.object({ type: z.literal('user'), message: z.object({ content: Blocks }) });

const Denial = z.object({ tool_name: z.string(), tool_input: Input });

const Result = z.object({
  type: z.literal('result'),
  subtype: Text,
  // What does not say that it ended well did not.
  is_error: z.boolean().catch(true),
  result: Text,
  structured_output: z.unknown().optional(),
  errors: z.array(z.string()).catch([]),
  session_id: Text,
  api_error_status: z.number().nullish().catch(undefined),
  total_cost_usd: z.number().min(0).optional().catch(undefined),
  usage: MaybeTokens,
  modelUsage: ByModel,
  model_usage_since_last_result: ByModel,
  permission_denials: z.array(Denial.nullable().catch(null)).catch([]),
});
export type ClaudeResult = z.infer<typeof Result>;

const Event = z.discriminatedUnion('type', [System, Stream, Assistant, User, Result]);
export type ClaudeEvent = z.infer<typeof Event>;
export type ClaudeEventOf<Type extends ClaudeEvent['type']> = Extract<ClaudeEvent, { type: Type }>;

export const parseClaudeEvent = parseEvent(Event);
