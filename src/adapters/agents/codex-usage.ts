/** What one call of codex used up: it counts whole sessions. */
import type { Usage } from '../../model/attempt.ts';
import type { AgentSession } from '../../ports/agent.ts';
import type { CodexTokens } from './codex-stream.ts';

/** A call that did not come to its end counts nothing; the next one of the session makes up for it. */
export const codexUsage = (
  id: string | undefined,
  tokens: CodexTokens | undefined,
  before: AgentSession | undefined,
): { usage: Usage; session?: AgentSession } => {
  const left = before !== undefined && before.id === id ? before.used : {};
  const used = tokens === undefined ? left : totalOf(tokens);
  return {
    usage: tokens === undefined ? {} : difference(totalOf(tokens), left),
    ...(id !== undefined && { session: { id, used } }),
  };
};

const totalOf = ({ input_tokens, cached_input_tokens, output_tokens }: CodexTokens): Usage => ({
  inputTokens: input_tokens,
  cachedTokens: cached_input_tokens,
  outputTokens: output_tokens,
});

const since = (all: number = 0, before: number = 0): number => Math.max(0, all - before);

const difference = (all: Usage, before: Usage): Usage => ({
  inputTokens: since(all.inputTokens, before.inputTokens),
  cachedTokens: since(all.cachedTokens, before.cachedTokens),
  outputTokens: since(all.outputTokens, before.outputTokens),
});
