/** Reads what opencode prints: one JSON event a line. */
import { cutStart } from '../../../plain/cut.ts';
import { firstLine } from '../../../plain/text.ts';
import type { AgentEvent, AgentRequest } from '../../../ports/agent.ts';
import type { CliReader } from '../shared/driver.ts';
import { conclude, usageOf } from './conclude.ts';
import { type OpencodeVerdict, opencodeFailure, opencodeRetry } from './failure.ts';
import { notAllowed } from './plugin.ts';
import { type OpencodeEvent, type OpencodeEventOf, type OpencodeToolState, parseOpencodeEvent } from './schema.ts';
import { nothingSeen, type Seen } from './seen.ts';
import { given } from '../../../plain/given.ts';

const longestDetail = 200;
const longestText = 1024 * 1024;
const most = 100;

export const opencodeReader = (request: AgentRequest): CliReader => {
  const seen = nothingSeen();
  return {
    line: (line) => {
      const event = parseOpencodeEvent(line);
      return event === null ? [] : read(seen, event);
    },
    isOver: () => seen.verdict !== undefined,
    end: (process) => conclude(seen, request, process),
  };
};

const read = (seen: Seen, event: OpencodeEvent): AgentEvent[] => {
  seen.session = event.sessionID ?? seen.session;
  switch (event.type) {
    case 'step_start':
      return [];
    case 'text':
      return readText(seen, event.part);
    case 'tool_use':
      return readTool(seen, event.part.tool, event.part.state);
    case 'step_finish':
      return readStep(seen, event.part);
    case 'error':
      seen.verdict ??= opencodeFailure(event.error);
      return [];
    case 'fixpoint_retry':
      seen.verdict ??= opencodeRetry(event);
      return [];
    default:
      return event satisfies never;
  }
};

const readText = (seen: Seen, { messageID, text }: OpencodeEventOf<'text'>['part']): AgentEvent[] => {
  if (text === '') return [];
  const before = messageID !== undefined && messageID === seen.message ? `${seen.text}\n` : '';
  seen.text = cutStart(before + text, longestText);
  seen.message = messageID;
  return [{ kind: 'text', text: text.endsWith('\n') ? text : `${text}\n` }];
};

const changing = ['edit', 'write', 'patch', 'apply_patch', 'multiedit'];
const refused = [notAllowed, 'rule which prevents you', 'rejected permission'];

const readTool = (seen: Seen, tool: string, state: OpencodeToolState): AgentEvent[] => {
  const { name, detail } = described(tool, state);
  const shown = detail === undefined ? name : `${name}: ${detail}`;
  if (
    (tool === 'invalid' || refused.some((words) => state.error?.includes(words) === true)) &&
    seen.denials.length < most
  )
    seen.denials.push(shown);
  const path = state.input['filePath'];
  const changed = changing.includes(tool) && state.status === 'completed' && typeof path === 'string';
  return [{ kind: 'tool', name, ...given({ detail }) }, ...(changed ? [{ kind: 'file' as const, path }] : [])];
};

/** A tool that it was not offered is told of as one of its own, with the name in what it was given. */
const described = (tool: string, { input }: OpencodeToolState): { name: string; detail?: string } => {
  if (tool === 'invalid')
    return { name: firstLine(textIn(input, ['tool']) ?? tool, longestDetail), detail: 'not offered' };
  const name = firstLine(tool, longestDetail);
  const detail = textIn(input, ['command', 'filePath', 'pattern', 'url', 'path', 'id']);
  return detail === undefined ? { name } : { name, detail: firstLine(detail, longestDetail) };
};

/** The first of these that says something. */
const textIn = (input: OpencodeToolState['input'], keys: readonly string[]): string | undefined => {
  for (const key of keys) {
    const value = input[key];
    if (typeof value === 'string' && value !== '') return value;
  }
  return undefined;
};

const readStep = (seen: Seen, { reason, tokens, cost }: OpencodeEventOf<'step_finish'>['part']): AgentEvent[] => {
  seen.used.inputTokens += tokens.input + tokens.cache.read + tokens.cache.write;
  seen.used.cachedTokens += tokens.cache.read;
  seen.used.outputTokens += tokens.output + tokens.reasoning;
  seen.used.usd += cost;
  seen.verdict ??= verdictOf(reason);
  return [{ kind: 'usage', usage: usageOf(seen.used) }];
};

const verdictOf = (reason: string | undefined): OpencodeVerdict | undefined => {
  switch (reason) {
    case 'tool-calls':
    case 'error':
      return undefined;
    case 'length':
      return { outcome: 'crashed', message: 'the answer was cut off: it is longer than the model may write' };
    case 'content-filter':
      return { outcome: 'refused', message: 'the provider of the model refused the answer' };
    default:
      return { outcome: 'ok' };
  }
};
