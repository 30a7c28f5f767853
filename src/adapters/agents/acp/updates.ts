/** Reads what an agent tells while it works: what can be shown, what it said last, what it used up. */
import type { Usage } from '../../../model/attempt.ts';
import type { AgentEvent, AgentRequest } from '../../../ports/agent.ts';
import type { PromptDone, ToolCall, Update } from './messages.ts';
import { commandOf, pathsOf } from './permission.ts';
import { cutEnd, cutStart } from '../../../plain/cut.ts';

const longestText = 1024 * 1024;
const longestDetail = 300;
const mostTools = 10_000;

export type UpdateReader = {
  /** Gives what can be shown. */
  read: (update: Update) => AgentEvent[];
  /** What it said last. */
  text: () => string;
  /** Cost of the whole session in dollars, if it was told. */
  sessionUsd: () => number | undefined;
  /** What it was not allowed to do by rules of its own. */
  denials: () => string[];
};

/** Tools that it uses now. */
type Known = { kind: string; title: string; isShown: boolean; paths: string[] };

export const readUpdates = (): UpdateReader => {
  const tools = new Map<string, Known>();
  const denials: string[] = [];
  let text = '';
  let isNewText = false;
  let usd: number | undefined;
  const say = (piece: string): void => {
    text = (isNewText ? '' : text) + piece;
    // Cut seldom, so that many small pieces stay cheap.
    if (text.length > 2 * longestText) text = cutStart(text, longestText);
    isNewText = false;
  };
  const useTool = (tool: ToolCall): AgentEvent[] => {
    const before = tools.get(tool.toolCallId) ?? { kind: 'other', title: '', isShown: false, paths: [] };
    const detail = cutEnd(commandOf(tool, false) ?? tool.title ?? before.title, longestDetail);
    const paths = pathsOf(tool);
    const known: Known = {
      ...before,
      kind: tool.kind ?? before.kind,
      title: detail,
      paths: paths.length > 0 ? paths : before.paths,
    };
    isNewText = true;
    const isOver = tool.status === 'completed' || tool.status === 'failed';
    // What it is about is often told with the second message only.
    const isClear = isOver || tool.status === 'in_progress' || paths.length > 0;
    const events: AgentEvent[] =
      isClear && !known.isShown ? [{ kind: 'tool', name: known.kind, ...(detail !== '' && { detail }) }] : [];
    if (tool.status === 'completed' && isChange(known.kind))
      events.push(...known.paths.map((path) => ({ kind: 'file' as const, path })));
    if (tool.status === 'failed' && wasForbidden(tool)) denials.push(detail);
    if (isOver) tools.delete(tool.toolCallId);
    else if (tools.size < mostTools) tools.set(tool.toolCallId, { ...known, isShown: known.isShown || isClear });
    return events;
  };
  return {
    read: (update) => {
      switch (update.sessionUpdate) {
        case 'agent_message_chunk':
          say(update.content.text);
          return update.content.text === '' ? [] : [{ kind: 'text', text: update.content.text }];
        case 'user_message_chunk':
          // A conversation that is told once more, before ours.
          text = '';
          return [];
        case 'tool_call':
        case 'tool_call_update':
          return useTool(update);
        case 'usage_update':
          // Nothing is also what is told when prices are not known.
          if (update.cost?.currency.toUpperCase() === 'USD' && update.cost.amount > 0) usd = update.cost.amount;
          return [];
        default:
          return update satisfies never;
      }
    },
    text: () => text,
    sessionUsd: () => usd,
    denials: () => denials.slice(0, 100),
  };
};

const isChange = (kind: string): boolean => kind === 'edit' || kind === 'delete' || kind === 'move';

/** opencode does not ask about what its rules forbid. */
const wasForbidden = ({ content }: ToolCall): boolean =>
  content.some(
    (part) =>
      part.type === 'content' &&
      part.content.text.includes('rule which prevents you from using this specific tool call'),
  );

/** What the call used up. Cost is told for the whole session, tokens for the call. */
export const usageOf = (
  done: PromptDone | undefined,
  sessionUsd: number | undefined,
  session: AgentRequest['session'],
): Usage => {
  const { input, cached, output } = tokensOf(done);
  return {
    ...(input !== undefined && { inputTokens: input }),
    ...(cached !== undefined && { cachedTokens: cached }),
    ...(output !== undefined && { outputTokens: output }),
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
