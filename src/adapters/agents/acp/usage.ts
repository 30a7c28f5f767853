/** What a call over the Agent Client Protocol used up. */
import type { Usage } from '../../../model/attempt.ts';
import type { AgentRequest } from '../../../ports/agent.ts';
import type { PromptDone } from './messages.ts';
import { given } from '../../../plain/given.ts';

/** What the call used up. Cost is told for the whole session, tokens for the call. */
export const usageOf = (
  done: PromptDone | undefined,
  sessionUsd: number | undefined,
  session: AgentRequest['session'],
): Usage => {
  const { input, cached, output } = tokensOf(done);
  return {
    ...given({ inputTokens: input, cachedTokens: cached, outputTokens: output }),
    ...(sessionUsd !== undefined && { usd: Math.max(0, sessionUsd - (session?.used.usd ?? 0)) }),
  };
};

type Tokens = { input?: number | undefined; cached?: number | undefined; output?: number | undefined };

const tokensOf = (done: PromptDone | undefined): Tokens => {
  const gemini = done?.['_meta']?.quota?.token_count;
  if (done?.usage === undefined) return { input: gemini?.input_tokens, output: gemini?.output_tokens };
  const {
    inputTokens: input = 0,
    outputTokens = 0,
    thoughtTokens = 0,
    cachedReadTokens: cached,
    cachedWriteTokens = 0,
    totalTokens,
  } = done.usage;
  const output = outputTokens + thoughtTokens;
  const apart = input + (cached ?? 0) + cachedWriteTokens;
  // Some count what came from the cache as input already; the total tells.
  return { input: totalTokens !== undefined && totalTokens < apart + output ? input : apart, cached, output };
};
