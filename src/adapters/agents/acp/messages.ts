/** What is read of the messages of an agent that speaks the Agent Client Protocol; all else is let pass. */
import { z } from 'zod';

/** Absent and wrong are the same. */
const lenient = <T extends z.ZodType>(schema: T) => schema.optional().catch(undefined);
const list = <T extends z.ZodType>(item: T) =>
  z
    .array(z.unknown())
    .catch([])
    .transform((items) =>
      items.flatMap((one) => {
        const parsed = item.safeParse(one);
        return parsed.success ? [parsed.data] : [];
      }),
    );

export const Initialized = z.object({
  protocolVersion: z.number(),
  agentInfo: lenient(z.object({ name: z.string() })),
  agentCapabilities: lenient(
    z.object({
      loadSession: lenient(z.boolean()),
      sessionCapabilities: lenient(z.object({ resume: lenient(z.object({})) })),
    }),
  ),
});
export type Initialized = z.infer<typeof Initialized>;

/** Options may be in groups; how they are grouped does not matter. */
const Choices = z
  .array(
    z.union([
      z.object({ value: z.string() }).transform(({ value }) => [value]),
      z
        .object({ options: list(z.object({ value: z.string() })) })
        .transform(({ options }) => options.map(({ value }) => value)),
    ]),
  )
  .transform((groups) => groups.flat());

const ConfigOption = z.object({
  id: z.string(),
  category: lenient(z.string()),
  currentValue: z.string(),
  options: Choices,
});

/** What can be chosen in a session. Older agents have `modes` and `models`, newer ones have options for everything. */
export const Settings = z.object({
  modes: lenient(z.object({ currentModeId: z.string(), availableModes: list(z.object({ id: z.string() })) })),
  models: lenient(
    z.object({ currentModelId: lenient(z.string()), availableModels: list(z.object({ modelId: z.string() })) }),
  ),
  configOptions: list(ConfigOption),
});
export type Settings = z.infer<typeof Settings>;

export const NewSession = Settings.extend({ sessionId: z.string().min(1) });

const Content = z.object({ type: z.literal('text'), text: z.string() });

const ToolContent = z.union([
  z.object({ type: z.literal('diff'), path: z.string() }),
  z.object({ type: z.literal('content'), content: Content }),
]);

export const ToolCall = z.object({
  toolCallId: z.string(),
  title: lenient(z.string()),
  name: lenient(z.string()),
  kind: lenient(z.string()),
  status: lenient(z.string()),
  locations: list(z.object({ path: z.string() })),
  content: list(ToolContent),
  rawInput: z.unknown().optional(),
});
export type ToolCall = z.infer<typeof ToolCall>;

export const PermissionRequest = z.object({
  toolCall: ToolCall,
  options: list(z.object({ optionId: z.string(), kind: z.string() })),
});
export type PermissionRequest = z.infer<typeof PermissionRequest>;

const Cost = z.object({ amount: z.number().nonnegative(), currency: z.string() });

export const Update = z.discriminatedUnion('sessionUpdate', [
  z.object({ sessionUpdate: z.literal('agent_message_chunk'), content: Content }),
  z.object({ sessionUpdate: z.literal('user_message_chunk') }),
  ToolCall.extend({ sessionUpdate: z.literal('tool_call') }),
  ToolCall.extend({ sessionUpdate: z.literal('tool_call_update') }),
  z.object({ sessionUpdate: z.literal('usage_update'), cost: lenient(Cost) }),
]);
export type Update = z.infer<typeof Update>;

export const UpdateParams = z.object({ sessionId: z.string(), update: Update });

const count = lenient(z.number().nonnegative());

export const PromptDone = z.object({
  stopReason: z.string(),
  usage: lenient(
    z.object({
      inputTokens: count,
      outputTokens: count,
      thoughtTokens: count,
      cachedReadTokens: count,
      cachedWriteTokens: count,
      totalTokens: count,
    }),
  ),
  /** How gemini tells it. */
  _meta: lenient(
    z.object({
      quota: lenient(z.object({ token_count: lenient(z.object({ input_tokens: count, output_tokens: count })) })),
    }),
  ),
});
export type PromptDone = z.infer<typeof PromptDone>;
