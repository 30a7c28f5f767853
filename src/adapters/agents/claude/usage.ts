/** What a call of Claude Code used up: counted message by message while it runs, as it says itself in the end. */
import type { Usage } from '../../../model/attempt.ts';
import type { AgentSession } from '../../../ports/agent.ts';
import type { ClaudeModelUsage, ClaudeResult, ClaudeTokens } from './schema.ts';
import { given } from '../../../plain/given.ts';

const none = { inputTokens: 0, cachedTokens: 0, outputTokens: 0 };
type Tokens = typeof none;

const ofTokens = (tokens: ClaudeTokens): Tokens => ({
  inputTokens: tokens.input_tokens + tokens.cache_creation_input_tokens + tokens.cache_read_input_tokens,
  cachedTokens: tokens.cache_read_input_tokens,
  outputTokens: tokens.output_tokens,
});

const ofModel = (model: ClaudeModelUsage): Usage => ({
  inputTokens: model.inputTokens + model.cacheCreationInputTokens + model.cacheReadInputTokens,
  cachedTokens: model.cacheReadInputTokens,
  outputTokens: model.outputTokens,
  ...given({ usd: model.costUSD }),
});

const combine = (a: Usage, b: Usage, sign: 1 | -1): Usage => ({
  inputTokens: (a.inputTokens ?? 0) + sign * (b.inputTokens ?? 0),
  cachedTokens: (a.cachedTokens ?? 0) + sign * (b.cachedTokens ?? 0),
  outputTokens: (a.outputTokens ?? 0) + sign * (b.outputTokens ?? 0),
  ...((a.usd !== undefined || b.usd !== undefined) && { usd: (a.usd ?? 0) + sign * (b.usd ?? 0) }),
});

export const addUsage = (a: Usage, b: Usage): Usage => combine(a, b, 1);

const ofModels = (models: Readonly<Record<string, ClaudeModelUsage>>): Usage =>
  Object.values(models).map(ofModel).reduce(addUsage, none);

/**
 * Of one result event. `modelUsage` counts the whole session, but not what a call used that was killed; `usage` leaves
 * out sub-agents. So the difference to the last result is taken where the version tells it.
 */
export const usageOfResult = (result: ClaudeResult, session: AgentSession | undefined): Usage => {
  if (result.model_usage_since_last_result !== undefined) return ofModels(result.model_usage_since_last_result);
  const whole = result.modelUsage === undefined ? {} : ofModels(result.modelUsage);
  const part = combine(whole, session?.used ?? {}, -1);
  const plausible = result.modelUsage !== undefined && Object.values(part).every((count) => (count ?? 0) >= 0);
  if (plausible || result.usage === undefined) return plausible ? part : {};
  return ofTokens(result.usage);
};

export type Tally = { note: (message: string, tokens: ClaudeTokens) => void; total: () => Usage };

/** More than a call has; what is beyond stays counted as it was last. */
const mostMessages = 10_000;

/** Each message tells what it used so far, again and again. */
export const openTally = (): Tally => {
  const last = new Map<string, Tokens>();
  let total: Usage = none;
  return {
    note: (message, tokens) => {
      const now = ofTokens(tokens);
      total = addUsage(combine(total, last.get(message) ?? none, -1), now);
      last.set(message, now);
      const [oldest] = last.size > mostMessages ? last.keys() : [];
      if (oldest !== undefined) last.delete(oldest);
    },
    total: () => total,
  };
};
