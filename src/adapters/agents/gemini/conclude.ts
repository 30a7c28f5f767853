/** What a call of Gemini CLI came to. */
import type { Usage } from '../../../model/attempt.ts';
import type { AgentRequest } from '../../../ports/agent.ts';
import type { ProcessOutcome } from '../../../ports/process.ts';
import type { CliReading } from '../shared/driver.ts';
import { geminiFailure } from './failure.ts';
import type { GeminiStats } from './schema.ts';
import type { Seen } from './seen.ts';

/** What it thought counts as output: it is not in `output_tokens`, and is paid for. */
export const usageOf = ({ total_tokens, input_tokens, output_tokens, cached }: GeminiStats): Usage => ({
  inputTokens: input_tokens,
  outputTokens: Math.max(output_tokens, total_tokens - input_tokens),
  cachedTokens: cached,
});

const added = (one: Usage, other: Usage): Usage => ({
  inputTokens: (one.inputTokens ?? 0) + (other.inputTokens ?? 0),
  outputTokens: (one.outputTokens ?? 0) + (other.outputTokens ?? 0),
  cachedTokens: (one.cachedTokens ?? 0) + (other.cachedTokens ?? 0),
});

export const conclude = (seen: Seen, request: AgentRequest, process: ProcessOutcome): CliReading => {
  const { result, faults } = seen;
  const usage = result?.stats === undefined ? {} : usageOf(result.stats);
  const ended = result?.status === 'success';
  return {
    ...(ended ? { outcome: 'ok' } : geminiFailure(result?.error?.message ?? faults.at(-1), process)),
    text: seen.text.join(''),
    ...sessionOf(seen, request, usage),
    usage,
    denials: seen.denials,
    problems: [...(ended ? faults : []), ...toolProblems(process.stderr)],
  };
};

const sessionOf = ({ session: id }: Seen, { session }: AgentRequest, usage: Usage): Pick<CliReading, 'session'> =>
  id === undefined ? {} : { session: { id, used: added(session?.used ?? {}, usage) } };

/** It does not say which ones, but there are no others. */
const toolProblems = (stderr: string): string[] =>
  /^MCP issues detected|MCP server '?fixpoint\b/m.test(stderr) ? ['the tools of fixpoint could not be offered'] : [];
