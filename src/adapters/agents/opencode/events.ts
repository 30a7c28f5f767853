/** Reads what opencode prints: one JSON event a line. */
import type { Usage } from '../../../model/attempt.ts';
import { firstLine } from '../../../plain/text.ts';
import type { AgentEvent, AgentRequest } from '../../../ports/agent.ts';
import type { ProcessOutcome } from '../../../ports/process.ts';
import type { CliReader, CliReading } from '../shared/driver.ts';
import { type OpencodeVerdict, opencodeFailure, opencodeRetry, opencodeSilence } from './failure.ts';
import { notAllowed } from './plugin.ts';
import { nameOfSession, sessionToGoOn } from './session.ts';
import { type OpencodeEvent, type OpencodeEventOf, type OpencodeToolState, parseOpencodeEvent } from './schema.ts';
import { cutStart } from '../../../plain/cut.ts';

const longestDetail = 200;
const longestText = 1024 * 1024;
const most = 100;

type Used = { inputTokens: number; cachedTokens: number; outputTokens: number; usd: number };

/** Everything that was read so far. */
type Seen = {
  session: string | undefined;
  /** What the last message with a text says, and which message that is. */
  text: string;
  message: string | undefined;
  used: Used;
  denials: string[];
  /** By the first of what nothing that matters can follow. */
  verdict: OpencodeVerdict | undefined;
};

export const opencodeReader = (request: AgentRequest): CliReader => {
  const used = { inputTokens: 0, cachedTokens: 0, outputTokens: 0, usd: 0 };
  const seen: Seen = { session: undefined, text: '', message: undefined, used, denials: [], verdict: undefined };
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
  return [
    { kind: 'tool', name, ...(detail !== undefined && { detail }) },
    ...(changed ? [{ kind: 'file' as const, path }] : []),
  ];
};

/** A tool that it was not offered is told of as one of its own, with the name in what it was given. */
const described = (tool: string, { input }: OpencodeToolState): { name: string; detail?: string } => {
  const text = (key: string): string | undefined =>
    typeof input[key] === 'string' && input[key] !== '' ? input[key] : undefined;
  if (tool === 'invalid') return { name: firstLine(text('tool') ?? tool, longestDetail), detail: 'not offered' };
  const detail = text('command') ?? text('filePath') ?? text('pattern') ?? text('url') ?? text('path') ?? text('id');
  return {
    name: firstLine(tool, longestDetail),
    ...(detail !== undefined && { detail: firstLine(detail, longestDetail) }),
  };
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

/** It says that a model costs nothing when it does not know the price. */
const usageOf = ({ usd, ...tokens }: Used): Usage => ({ ...tokens, ...(usd > 0 && { usd }) });

const conclude = (seen: Seen, request: AgentRequest, process: ProcessOutcome): CliReading => {
  const usage = usageOf(seen.used);
  const before = sessionToGoOn(request).id;
  const id = seen.session ?? before;
  return {
    ...(seen.verdict ?? opencodeSilence(process)),
    text: seen.text,
    ...(id !== undefined && {
      session: {
        id: nameOfSession(id, request.workspace),
        used: sum(before === undefined ? {} : (request.session?.used ?? {}), usage),
      },
    }),
    usage,
    denials: seen.denials,
    problems: problemsIn(process.stderr),
  };
};

const sum = (before: Usage, now: Usage): Usage => {
  const keys = ['inputTokens', 'cachedTokens', 'outputTokens', 'usd'] as const;
  const known = keys.filter((key) => before[key] !== undefined || now[key] !== undefined);
  return Object.fromEntries(known.map((key) => [key, (before[key] ?? 0) + (now[key] ?? 0)]));
};

const unavailable = /message="server unavailable" key=(\S{1,100})/;

const problemsIn = (stderr: string): string[] =>
  stderr
    .split('\n')
    .flatMap((line) => unavailable.exec(line.slice(0, 1_000))?.[1] ?? [])
    .slice(0, most)
    .map((name) => `the tools of ${name} could not be started`);
