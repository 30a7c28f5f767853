/** Reads what Gemini CLI prints: one JSON event a line. */
import { firstLine } from '../../../plain/text.ts';
import type { AgentEvent, AgentRequest } from '../../../ports/agent.ts';
import type { CliReader } from '../shared/driver.ts';
import { conclude, usageOf } from './conclude.ts';
import { type GeminiEvent, type GeminiEventOf, parseGeminiEvent } from './schema.ts';
import { nothingSeen, type Seen } from './seen.ts';

const mostPending = 1_000;
const mostKept = 100;
const longestText = 4 * 1024 * 1024;
const longestDetail = 200;

export const geminiReader = (request: AgentRequest): CliReader => {
  const seen = nothingSeen();
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
      return readResult(seen, event);
    default:
      return event satisfies never;
  }
};

const readResult = (seen: Seen, result: GeminiEventOf<'result'>): AgentEvent[] => {
  seen.result = result;
  return result.stats === undefined ? [] : [{ kind: 'usage', usage: usageOf(result.stats) }];
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
  const detail = detailOf(parameters);
  const path = parameters['file_path'];
  const file = (name === 'write_file' || name === 'replace') && typeof path === 'string' ? path : undefined;
  if (seen.uses.size < mostPending) seen.uses.set(tool_id, { name, detail, file });
  return [{ kind: 'tool', name, ...(detail !== '' && { detail }) }];
};

const detailOf = (parameters: GeminiEventOf<'tool_use'>['parameters']): string => {
  const value = told.map((key) => parameters[key]).find((each) => typeof each === 'string');
  return typeof value === 'string' ? firstLine(value, longestDetail) : '';
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
