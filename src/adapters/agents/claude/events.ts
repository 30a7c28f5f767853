/** Reads what Claude Code prints: one JSON event a line. */
import type { AgentEvent, AgentRequest } from '../../../ports/agent.ts';
import type { CliReader } from '../shared/driver.ts';
import { conclude } from './conclude.ts';
import { type ClaudeBlock, type ClaudeEvent, type ClaudeEventOf, parseClaudeEvent } from './schema.ts';
import { nothingSeen, type Seen } from './seen.ts';
import { detailOf, fileOf } from './tool-input.ts';
import { addUsage, usageOfResult } from './usage.ts';

/** Up to here it is left to wait by itself: what it did so far stays. */
const longestOwnWaitMs = 5_000;
const mostPending = 1_000;

export const claudeReader = (request: AgentRequest): CliReader => {
  const seen = nothingSeen(request);
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
  const isStreamed = seen.streamed === id;
  const isMain = typeof parent_tool_use_id !== 'string';
  const events = content.flatMap((block): AgentEvent[] => {
    if (block?.type === 'text' && isMain) return readText(seen, block.text, isStreamed);
    return block?.type === 'tool_use' ? readToolUse(seen, block) : [];
  });
  // The stream tells the end of a message, which is not known here yet.
  return usage === undefined || isStreamed ? events : [...events, ...count(seen, id, usage)];
};

const readText = (seen: Seen, text: string | undefined, isStreamed: boolean): AgentEvent[] => {
  if (text === undefined) return [];
  seen.text = text;
  // What was shown in pieces only lacks the end of its last line.
  return [{ kind: 'text', text: isStreamed ? '\n' : `${text}\n` }];
};

const readToolUse = (seen: Seen, { id, name, input }: ClaudeBlock): AgentEvent[] => {
  if (name === undefined) return [];
  const detail = detailOf(input);
  const file = changingTools.includes(name) ? fileOf(input) : undefined;
  if (file !== undefined && id !== undefined && seen.changing.size < mostPending) seen.changing.set(id, file);
  return [{ kind: 'tool', name, ...(detail !== '' && { detail }) }];
};

const changingTools = ['Edit', 'Write', 'NotebookEdit', 'MultiEdit'];

const readResults = (seen: Seen, { message }: ClaudeEventOf<'user'>): AgentEvent[] =>
  message.content.flatMap((block): AgentEvent[] => {
    if (block?.type !== 'tool_result' || block.tool_use_id === undefined) return [];
    const path = seen.changing.get(block.tool_use_id);
    seen.changing.delete(block.tool_use_id);
    return path === undefined || block.is_error === true ? [] : [{ kind: 'file', path }];
  });
