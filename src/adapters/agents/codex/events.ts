/** Codex: what it prints, read to its result. */
import { cutEnd } from '../../../plain/cut.ts';
import { looksLikeAnswer } from '../../../model/answers/shape.ts';
import type { AgentEvent, AgentRequest } from '../../../ports/agent.ts';
import type { ProcessOutcome } from '../../../ports/process.ts';
import type { CliReader, CliReading } from '../shared/driver.ts';
import { readCodexLog } from './log.ts';
import { outcomeOf } from './outcome.ts';
import { hasNoSandbox, nothingSeen, type State } from './state.ts';
import { type CodexEvent, type CodexItem, parseCodexEvent } from './stream.ts';
import { codexUsage } from './usage.ts';

const most = 50;
const longestDetail = 500;

export const codexReader = (request: AgentRequest): CliReader => {
  const state = nothingSeen();
  const isOver = (): boolean =>
    state.completed !== undefined || state.failed !== undefined || state.retrying || hasNoSandbox(state);
  return {
    line: (line) => {
      const event = parseCodexEvent(line);
      return event === null || isOver() ? [] : take(state, event);
    },
    isOver,
    end: (process) => read(state, request, process),
  };
};

const take = (state: State, event: CodexEvent): AgentEvent[] => {
  switch (event.type) {
    case 'thread.started':
      state.id = event.thread_id;
      return [];
    case 'turn.completed':
      state.completed = { tokens: event.usage };
      return [];
    case 'turn.failed':
      state.failed = event.error.message;
      return [];
    case 'error':
      state.lastError = event.message;
      state.retrying = /^Reconnecting\b/.test(event.message);
      return [];
    case 'item.started':
      return begun(event.item);
    case 'item.completed':
      return ended(state, event.item);
    default:
      return event satisfies never;
  }
};

const tool = (name: string, detail: string = ''): AgentEvent[] => [
  { kind: 'tool', name, ...(detail !== '' && { detail: cutEnd(detail, longestDetail) }) },
];

const begun = (item: CodexItem): AgentEvent[] => {
  if (item.type === 'command_execution') return tool('shell', item.command?.replace(/^\S*sh -l?c /, ''));
  if (item.type === 'file_change') return tool('apply_patch', pathsOf(item).join(', '));
  if (item.type === 'mcp_tool_call') return tool(`${item.server ?? ''}.${item.tool ?? ''}`);
  if (item.type === 'web_search') return tool('web_search', item.query);
  return [];
};

const pathsOf = (item: CodexItem): string[] => item.changes.flatMap((change) => (change === null ? [] : [change.path]));

const ended = (state: State, item: CodexItem): AgentEvent[] => {
  if (item.status === 'declined') add(state.denials, item.command ?? pathsOf(item).join(', '));
  switch (item.type) {
    case 'agent_message':
      state.text = item.text ?? '';
      return [{ kind: 'text', text: `${state.text}\n` }];
    case 'command_execution':
      noteSandbox(state, item);
      return [];
    case 'file_change':
      return changed(state, item);
    case 'mcp_tool_call':
      noteRefusal(state, item);
      return [];
    case 'error':
      // Settings that this version does not know are no business of the user's.
      if (item.message !== undefined && !item.message.includes('session-flags:')) add(state.problems, item.message);
      return [];
    default:
      return [];
  }
};

const changed = (state: State, item: CodexItem): AgentEvent[] => {
  if (item.status !== 'completed') return [];
  state.worked = true;
  return pathsOf(item).map((path) => ({ kind: 'file', path }));
};

const noteRefusal = (state: State, { server, tool: name, error }: CodexItem): void => {
  if (error?.message.includes('approval') === true) add(state.denials, `${server}.${name}: ${error.message}`);
};

const add = (list: string[], text: string): void => {
  if (list.length < most && !list.includes(text)) list.push(cutEnd(text, longestDetail));
};

const noteSandbox = (state: State, { status, aggregated_output: output = '' }: CodexItem): void => {
  if (status === 'failed' && /^(?:bwrap|codex-linux-sandbox|sandbox-exec): /.test(output)) {
    state.sandbox ??= output.slice(0, longestDetail).trim();
    state.sandboxFailures += 1;
  } else state.worked = true;
};

const read = (state: State, request: AgentRequest, process: ProcessOutcome): CliReading => {
  const log = readCodexLog(process.stderr);
  const { usage, session } = codexUsage(state.id, state.completed?.tokens, log.tokens, request.session);
  const formless = request.answerBy === 'schema' && isFormless(state.text, request);
  return {
    ...outcomeOf(state, request, process, log),
    text: formless ? '' : state.text,
    ...(session !== undefined && { session }),
    usage,
    stderr: log.forPeople,
    denials: [...state.denials, ...log.denials],
    problems: [
      ...state.problems,
      ...log.problems,
      ...(formless ? [`its answer is not in the form that was asked for: ${cutEnd(state.text, longestDetail)}`] : []),
    ],
  };
};

/**
 * JSON, but neither in the form that was asked for nor in another that is understood: better no answer than this one.
 */
const isFormless = (text: string, { role, answerSchema: { required } }: AgentRequest): boolean => {
  try {
    const value: unknown = JSON.parse(text);
    const has = (key: unknown): boolean =>
      typeof value === 'object' && value !== null && typeof key === 'string' && Object.hasOwn(value, key);
    return !looksLikeAnswer(role)(value) && !(Array.isArray(required) && required.every(has));
  } catch {
    return false;
  }
};
