/** Reads what Claude Code prints: one JSON event a line. */
import { firstLine } from '../../../plain/text.ts';
import type { AgentEvent, AgentRequest } from '../../../ports/agent.ts';
import type { Usage } from '../../../model/attempt.ts';
import type { ProcessOutcome } from '../../../ports/process.ts';
import { parseClaudeEvent, type ClaudeEvent, type ClaudeEventOf, type ClaudeResult } from './schema.ts';
import { addUsage, openTally, usageOfResult } from './usage.ts';
import type { CliReader, CliReading } from '../shared/driver.ts';
import { classifyFailure } from '../shared/failure.ts';

/** Up to here it is left to wait by itself: what it did so far stays. */
const longestOwnWaitMs = 5_000;
const mostPending = 1_000;
const longestDetail = 200;

type Retry = { status: number | undefined; error: string; delayMs: number };

/** Everything that was read so far. */
type Seen = {
  request: AgentRequest;
  session: string | undefined;
  problems: string[];
  text: string;
  /** Messages whose text was shown piece by piece. */
  streamed: string;
  /** Files that are being changed, by the id of the tool's call. */
  changing: Map<string, string>;
  tally: ReturnType<typeof openTally>;
  results: Usage | undefined;
  result: ClaudeResult | undefined;
  /** The wait that it announced last, if that takes too long. */
  retry: Retry | undefined;
};

export const claudeReader = (request: AgentRequest): CliReader => {
  const seen: Seen = {
    request,
    session: undefined,
    problems: [],
    text: '',
    streamed: '',
    changing: new Map(),
    tally: openTally(),
    results: undefined,
    result: undefined,
    retry: undefined,
  };
  return {
    line: (line) => {
      const event = parseClaudeEvent(line);
      return event === null ? [] : read(seen, event);
    },
    isOver: () => seen.result !== undefined || seen.retry !== undefined,
    end: (process) => conclude(seen, process),
  };
};

const read = (seen: Seen, event: ClaudeEvent): AgentEvent[] => {
  switch (event.type) {
    case 'system':
      return readSystem(seen, event);
    case 'stream_event':
      return readStream(seen, event);
    case 'assistant':
      return readAssistant(seen, event);
    case 'user':
      return readResults(seen, event);
    case 'result':
      seen.result = event;
      seen.results = addUsage(seen.results ?? {}, usageOfResult(event, seen.request.session));
      return [{ kind: 'usage', usage: seen.results }];
    default:
      return event satisfies never;
  }
};

const readSystem = (seen: Seen, event: ClaudeEventOf<'system'>): AgentEvent[] => {
  if (event.subtype === 'init') {
    seen.session = event.session_id;
    const failed = event.mcp_servers.filter(({ status }) => status === 'failed' || status === 'needs-auth');
    seen.problems = failed.map(({ name, status }) => `the tools of ${name} could not be offered: ${status}`);
  }
  if (event.subtype === 'api_retry' && event.retry_delay_ms > longestOwnWaitMs)
    seen.retry = { status: event.error_status ?? undefined, error: event.error ?? '', delayMs: event.retry_delay_ms };
  return [];
};

const readStream = (
  seen: Seen,
  { event, api_message_id, parent_tool_use_id }: ClaudeEventOf<'stream_event'>,
): AgentEvent[] => {
  const message = event.message?.id ?? api_message_id ?? seen.streamed;
  const tokens = event.message?.usage ?? event.usage;
  const counted = tokens === undefined ? [] : count(seen, message, tokens);
  // What sub-agents say is for the agent.
  if (typeof parent_tool_use_id === 'string') return counted;
  seen.streamed = message;
  const { type, text } = event.delta ?? {};
  return type === 'text_delta' && text !== undefined ? [...counted, { kind: 'text', text }] : counted;
};

const count = (seen: Seen, message: string, tokens: Parameters<Seen['tally']['note']>[1]): AgentEvent[] => {
  seen.tally.note(message, tokens);
  return [{ kind: 'usage', usage: seen.tally.total() }];
};

const readAssistant = (seen: Seen, { message, parent_tool_use_id }: ClaudeEventOf<'assistant'>): AgentEvent[] => {
  const { id, model, content, usage } = message;
  // Its own words about a failure, not the model's.
  if (model === '<synthetic>') return [];
  const events: AgentEvent[] = [];
  const streamed = seen.streamed === id;
  const isMain = typeof parent_tool_use_id !== 'string';
  for (const block of content) {
    if (block?.type === 'text' && block.text !== undefined && isMain) {
      seen.text = block.text;
      // What was shown in pieces only lacks the end of its last line.
      events.push({ kind: 'text', text: streamed ? '\n' : `${block.text}\n` });
    }
    if (block?.type === 'tool_use' && block.name !== undefined) {
      const detail = detailOf(block.input);
      events.push({ kind: 'tool', name: block.name, ...(detail !== '' && { detail }) });
      const file = ['Edit', 'Write', 'NotebookEdit', 'MultiEdit'].includes(block.name)
        ? fileOf(block.input)
        : undefined;
      if (file !== undefined && block.id !== undefined && seen.changing.size < mostPending)
        seen.changing.set(block.id, file);
    }
  }
  // The stream tells the end of a message, which is not known here yet.
  if (usage !== undefined && !streamed) events.push(...count(seen, id, usage));
  return events;
};

const readResults = (seen: Seen, { message }: ClaudeEventOf<'user'>): AgentEvent[] =>
  message.content.flatMap((block): AgentEvent[] => {
    if (block?.type !== 'tool_result' || block.tool_use_id === undefined) return [];
    const path = seen.changing.get(block.tool_use_id);
    seen.changing.delete(block.tool_use_id);
    return path === undefined || block.is_error === true ? [] : [{ kind: 'file', path }];
  });

const told = ['command', 'file_path', 'notebook_path', 'pattern', 'path', 'url', 'query', 'id', 'description'];

const fileOf = (input: Readonly<Record<string, unknown>>): string | undefined =>
  [input['file_path'], input['notebook_path']].find((value) => typeof value === 'string');

const detailOf = (input: Readonly<Record<string, unknown>>): string => {
  const value = told.map((key) => input[key]).find((each) => typeof each === 'string');
  return value === undefined ? '' : firstLine(value, longestDetail);
};

const conclude = (seen: Seen, process: ProcessOutcome): CliReading => {
  const { result, request } = seen;
  const usage = seen.results ?? seen.tally.total();
  const session = seen.session ?? (result?.is_error === false ? result.session_id : undefined);
  return {
    ...verdict(seen, process),
    text: result?.is_error === false ? (result.result ?? seen.text) : seen.text,
    ...(result?.structured_output !== undefined && { structured: result.structured_output }),
    ...(session !== undefined && { session: { id: session, used: addUsage(request.session?.used ?? {}, usage) } }),
    usage,
    denials: (result?.permission_denials ?? []).flatMap((denial) =>
      denial === null ? [] : [`${denial.tool_name} ${detailOf(denial.tool_input)}`.trim()],
    ),
    problems: seen.problems,
  };
};

const verdict = (
  { result, retry }: Seen,
  process: ProcessOutcome,
): Pick<CliReading, 'outcome' | 'message' | 'retryAfterMs'> => {
  if (result !== undefined) {
    if (!result.is_error && result.subtype === 'success') return { outcome: 'ok' };
    // Its work counts all the same; whoever asked sees that the answer is missing.
    if (result.subtype === 'error_max_structured_output_retries') return { outcome: 'ok' };
    const message =
      [result.result ?? '', ...result.errors].filter((text) => text !== '').join('; ') ||
      `ended with ${result.subtype}`;
    return { ...classifyFailure(result.api_error_status ?? undefined, message), message };
  }
  if (retry !== undefined) {
    const message = `the model answered with ${retry.status ?? retry.error} and wants to be asked again in ${Math.ceil(retry.delayMs / 1000)} s`;
    return { ...classifyFailure(retry.status, retry.error, retry.delayMs), message };
  }
  const how = process.exitCode === null ? `signal ${process.signal}` : `exit code ${process.exitCode}`;
  const said = firstLine(process.stderr, 500);
  return {
    ...classifyFailure(undefined, said),
    message: `ended without a result (${how})${said === '' ? '' : `: ${said}`}`,
  };
};
