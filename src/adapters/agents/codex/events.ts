/** Codex: what it prints, read to its result. */
import { looksLikeAnswer } from '../../../model/answer-shape.ts';
import type { AgentEvent, AgentRequest } from '../../../ports/agent.ts';
import type { ProcessOutcome } from '../../../ports/process.ts';
import { classifyFailure, statusIn, type Failure } from '../shared/failure.ts';
import type { CliReader, CliReading } from '../shared/driver.ts';
import { readCodexLog, type CodexLog } from './log.ts';
import { codexUsage } from './usage.ts';
import { parseCodexEvent, type CodexEvent, type CodexItem, type CodexTokens } from './stream.ts';
import { cutEnd } from '../../../plain/cut.ts';

type State = {
  id?: string;
  text: string;
  /** The turn came to its end; with what the session used up in all, if it was said. */
  completed?: { tokens: CodexTokens | undefined };
  failed?: string;
  lastError?: string;
  /** It announced that it tries again: that is for whoever called to do. */
  retrying: boolean;
  /** How its own sandbox failed, and how often, as long as nothing has worked in it. */
  sandbox?: string;
  sandboxFailures: number;
  worked: boolean;
  denials: string[];
  problems: string[];
};

const most = 50;
const longestDetail = 500;

export const codexReader = (request: AgentRequest): CliReader => {
  const state: State = { text: '', retrying: false, worked: false, sandboxFailures: 0, denials: [], problems: [] };
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
      if (item.status !== 'completed') return [];
      state.worked = true;
      return pathsOf(item).map((path) => ({ kind: 'file', path }));
    case 'mcp_tool_call':
      if (item.error?.message.includes('approval'))
        add(state.denials, `${item.server}.${item.tool}: ${item.error.message}`);
      return [];
    case 'error':
      // Settings that this version does not know are no business of the user's.
      if (item.message !== undefined && !item.message.includes('session-flags:')) add(state.problems, item.message);
      return [];
    default:
      return [];
  }
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

/** Once may be an accident: it looks at folders that others make and remove meanwhile. */
const hasNoSandbox = ({ sandboxFailures, worked }: State): boolean => sandboxFailures > 1 && !worked;

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

const outcomeOf = (
  state: State,
  request: AgentRequest,
  process: ProcessOutcome,
  log: CodexLog,
): Failed | { outcome: 'ok' } => {
  if (state.completed !== undefined) return { outcome: 'ok' };
  if (state.sandbox !== undefined && hasNoSandbox(state))
    return { outcome: 'crashed', message: withoutSandbox(state.sandbox) };
  const said = state.failed ?? state.lastError;
  if (said !== undefined) return { ...classify(said, log), message: said };
  if (log.lastWords.includes('no rollout found')) {
    return {
      outcome: 'crashed',
      message: `codex does not know session ${request.session?.id ?? ''} any more: ${log.lastWords}`,
    };
  }
  const end = process.exitCode === null ? `signal ${process.signal ?? 'unknown'}` : `exit code ${process.exitCode}`;
  if (log.lastWords === '') return { outcome: 'crashed', message: `ended without a result (${end})` };
  return {
    ...classifyFailure(statusIn(log.lastWords), log.lastWords),
    message: `ended without a result (${end}): ${log.lastWords}`,
  };
};

type Failed = Failure & { message: string };

const classify = (message: string, { status, retryAfterMs }: CodexLog): Failure => {
  if (/reason: content_filter/.test(message)) return { outcome: 'refused' };
  if (/reason: max_output_tokens/.test(message)) return { outcome: 'crashed' };
  const failed = status !== undefined && status >= 400;
  return classifyFailure(failed ? status : statusIn(message), message, failed ? retryAfterMs : waitIn(message));
};

/** "Please try again in 2.5s", within the stream of a response. */
const waitIn = (message: string): number | undefined => {
  const [, amount, unit] = /try again in (\d{1,6}(?:\.\d{1,6})?) ?(ms|s)\b/.exec(message) ?? [];
  return amount === undefined ? undefined : Math.ceil(Number(amount) * (unit === 'ms' ? 1 : 1000));
};

const withoutSandbox = (reason: string): string =>
  `codex cannot set up its sandbox here, so that none of its commands runs (${reason}). ` +
  'Allow unprivileged user namespaces on this machine or in this container; or, where nothing can be harmed, set `access: full` for this agent';
