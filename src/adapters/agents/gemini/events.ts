/** Reads what Gemini CLI prints: one JSON event a line. */
import type { Usage } from '../../../model/attempt.ts';
import { firstLine } from '../../../plain/text.ts';
import type { AgentEvent, AgentRequest } from '../../../ports/agent.ts';
import type { ProcessOutcome } from '../../../ports/process.ts';
import type { CliReader, CliReading } from '../shared/driver.ts';
import { geminiFailure } from './failure.ts';
import { parseGeminiEvent, type GeminiEvent, type GeminiEventOf, type GeminiStats } from './schema.ts';

const mostPending = 1_000;
const mostKept = 100;
const longestText = 4 * 1024 * 1024;
const longestDetail = 200;

type Use = { name: string; detail: string; file: string | undefined };

/** Everything that was read so far. */
type Seen = {
  session: string | undefined;
  /** What it said since it last used a tool. */
  text: string[];
  length: number;
  /** Tools that are in use, by the id of the call. */
  uses: Map<string, Use>;
  denials: string[];
  /** What it complained about on its way. */
  faults: string[];
  result: GeminiEventOf<'result'> | undefined;
};

export const geminiReader = (request: AgentRequest): CliReader => {
  const seen: Seen = {
    session: undefined,
    text: [],
    length: 0,
    uses: new Map(),
    denials: [],
    faults: [],
    result: undefined,
  };
  return {
    line: (line) => {
      const event = parseGeminiEvent(line);
      return event === null || seen.result !== undefined ? [] : read(seen, event);
    },
    isOver: () => seen.result !== undefined,
    end: (process) => conclude(seen, request, process),
  };
};

const read = (seen: Seen, event: GeminiEvent): AgentEvent[] => {
  switch (event.type) {
    case 'init':
      seen.session = event.session_id;
      return [];
    case 'message':
      return event.role === 'assistant' && event.content !== '' ? readText(seen, event.content) : [];
    case 'tool_use':
      return readUse(seen, event);
    case 'tool_result':
      return readToolResult(seen, event);
    case 'error':
      if (seen.faults.length < mostKept) seen.faults.push(firstLine(event.message, 500));
      return [];
    case 'result':
      seen.result = event;
      return event.stats === undefined ? [] : [{ kind: 'usage', usage: usageOf(event.stats) }];
    default:
      return event satisfies never;
  }
};

const readText = (seen: Seen, text: string): AgentEvent[] => {
  if (seen.length < longestText) seen.text.push(text);
  seen.length += text.length;
  return [{ kind: 'text', text }];
};

const told = ['command', 'file_path', 'pattern', 'dir_path', 'query', 'url', 'prompt', 'id'];

const readUse = (seen: Seen, { tool_name: name, tool_id, parameters }: GeminiEventOf<'tool_use'>): AgentEvent[] => {
  seen.text = [];
  seen.length = 0;
  const value = told.map((key) => parameters[key]).find((each) => typeof each === 'string');
  const detail = typeof value === 'string' ? firstLine(value, longestDetail) : '';
  const path = parameters['file_path'];
  const file = (name === 'write_file' || name === 'replace') && typeof path === 'string' ? path : undefined;
  if (seen.uses.size < mostPending) seen.uses.set(tool_id, { name, detail, file });
  return [{ kind: 'tool', name, ...(detail !== '' && { detail }) }];
};

const readToolResult = (seen: Seen, { tool_id, status, error }: GeminiEventOf<'tool_result'>): AgentEvent[] => {
  const use = seen.uses.get(tool_id);
  seen.uses.delete(tool_id);
  if (use === undefined) return [];
  if (status === 'success') return use.file === undefined ? [] : [{ kind: 'file', path: use.file }];
  if (error !== undefined && isRefusal(error) && seen.denials.length < mostKept)
    seen.denials.push(`${use.name} ${use.detail}`.trim());
  return [];
};

/** What is not allowed at all it does not know of, and says so. */
const isRefusal = ({ type, message }: { type: string; message: string }): boolean =>
  type === 'policy_violation' || type === 'tool_not_registered' || message.startsWith('Path not in workspace');

/** What it thought counts as output: it is not in `output_tokens`, and is paid for. */
const usageOf = ({ total_tokens, input_tokens, output_tokens, cached }: GeminiStats): Usage => ({
  inputTokens: input_tokens,
  outputTokens: Math.max(output_tokens, total_tokens - input_tokens),
  cachedTokens: cached,
});

const added = (one: Usage, other: Usage): Usage => ({
  inputTokens: (one.inputTokens ?? 0) + (other.inputTokens ?? 0),
  outputTokens: (one.outputTokens ?? 0) + (other.outputTokens ?? 0),
  cachedTokens: (one.cachedTokens ?? 0) + (other.cachedTokens ?? 0),
});

const conclude = (seen: Seen, request: AgentRequest, process: ProcessOutcome): CliReading => {
  const { result, session, faults } = seen;
  const usage = result?.stats === undefined ? {} : usageOf(result.stats);
  const ended = result?.status === 'success';
  return {
    ...(ended ? { outcome: 'ok' } : geminiFailure(result?.error?.message ?? faults.at(-1), process)),
    text: seen.text.join(''),
    ...(session !== undefined && { session: { id: session, used: added(request.session?.used ?? {}, usage) } }),
    usage,
    denials: seen.denials,
    problems: [...(ended ? faults : []), ...toolProblems(process.stderr)],
  };
};

/** It does not say which ones, but there are no others. */
const toolProblems = (stderr: string): string[] =>
  /^MCP issues detected|MCP server '?fixpoint\b/m.test(stderr) ? ['the tools of fixpoint could not be offered'] : [];
