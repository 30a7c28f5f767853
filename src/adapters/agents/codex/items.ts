/** The steps that codex takes, as they begin and end. */
import { cutEnd } from '../../../plain/cut.ts';
import type { AgentEvent } from '../../../ports/agent.ts';
import type { State } from './state.ts';
import type { CodexItem } from './stream.ts';

const most = 50;
export const longestDetail = 500;

const tool = (name: string, detail: string = ''): AgentEvent[] => [
  { kind: 'tool', name, ...(detail !== '' && { detail: cutEnd(detail, longestDetail) }) },
];

/** What is seen when a step begins. */
export const begun = (item: CodexItem): AgentEvent[] => {
  if (item.type === 'command_execution') return tool('shell', item.command?.replace(/^\S*sh -l?c /, ''));
  if (item.type === 'file_change') return tool('apply_patch', pathsOf(item).join(', '));
  if (item.type === 'mcp_tool_call') return tool(`${item.server ?? ''}.${item.tool ?? ''}`);
  if (item.type === 'web_search') return tool('web_search', item.query);
  return [];
};

const pathsOf = (item: CodexItem): string[] => item.changes.flatMap((change) => (change === null ? [] : [change.path]));

/** What is seen when a step has ended, and what is noted of it. */
export const ended = (state: State, item: CodexItem): AgentEvent[] => {
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
      noteProblem(state, item);
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

/** Settings that this version does not know are no business of the user's. */
const noteProblem = ({ problems }: State, { message }: CodexItem): void => {
  if (message !== undefined && !message.includes('session-flags:')) add(problems, message);
};

const noteSandbox = (state: State, { status, aggregated_output: output = '' }: CodexItem): void => {
  if (status === 'failed' && /^(?:bwrap|codex-linux-sandbox|sandbox-exec): /.test(output)) {
    state.sandbox ??= output.slice(0, longestDetail).trim();
    state.sandboxFailures += 1;
  } else state.worked = true;
};
