/** What one call of codex used up: it counts whole sessions. */
import type { Usage } from '../../../model/attempt.ts';
import type { AgentSession } from '../../../ports/agent.ts';
import type { CodexTokens } from './stream.ts';

/**
 * `logged`: what the responses of this call used up, as far as its log tells; for a call that did not come to its end.
 */
export const codexUsage = (
  id: string | undefined,
  tokens: CodexTokens | undefined,
  logged: CodexTokens | undefined,
  before: AgentSession | undefined,
): { usage: Usage; session?: AgentSession } => {
  // A copy begins with what its original has used up.
  const left = before !== undefined && (before.id === id || before.fork === true) ? before.used : {};
  const usage = tokens === undefined ? usageOf(logged) : difference(usageOf(tokens), left);
  const used = tokens === undefined ? sum(left, usage) : usageOf(tokens);
  return { usage, ...(id !== undefined && { session: { id, used } }) };
};

const usageOf = (tokens: CodexTokens | undefined): Usage =>
  tokens === undefined
    ? {}
    : {
        inputTokens: tokens.input_tokens,
        cachedTokens: tokens.cached_input_tokens,
        outputTokens: tokens.output_tokens,
      };

const sum = (left: Usage, more: Usage): Usage =>
  more.inputTokens === undefined
    ? left
    : {
        inputTokens: (left.inputTokens ?? 0) + more.inputTokens,
        cachedTokens: (left.cachedTokens ?? 0) + (more.cachedTokens ?? 0),
        outputTokens: (left.outputTokens ?? 0) + (more.outputTokens ?? 0),
      };

const since = (all: number = 0, before: number = 0): number => Math.max(0, all - before);

const difference = (all: Usage, before: Usage): Usage => ({
  inputTokens: since(all.inputTokens, before.inputTokens),
  cachedTokens: since(all.cachedTokens, before.cachedTokens),
  outputTokens: since(all.outputTokens, before.outputTokens),
});
