/** The tools that an agent uses: told in several messages each, of which the first often says little. */
import { cutEnd } from '../../../plain/cut.ts';
import type { AgentEvent } from '../../../ports/agent.ts';
import type { ToolCall } from './messages.ts';
import { commandOf, pathsOf } from './permission.ts';

const longestDetail = 300;
const mostTools = 10_000;

/** A tool that is in use now. */
type ToolUse = { kind: string; title: string; isShown: boolean; paths: string[] };

const unknownUse: ToolUse = { kind: 'other', title: '', isShown: false, paths: [] };

const isOver = ({ status }: ToolCall): boolean => status === 'completed' || status === 'failed';

/** What it is about is often told with the second message only. */
const isClear = (tool: ToolCall): boolean => isOver(tool) || tool.status === 'in_progress' || pathsOf(tool).length > 0;

const isChange = (kind: string): boolean => kind === 'edit' || kind === 'delete' || kind === 'move';

/** opencode does not ask about what its rules forbid. */
const wasForbidden = ({ content }: ToolCall): boolean =>
  content.some(
    (part) =>
      part.type === 'content' &&
      part.content.text.includes('rule which prevents you from using this specific tool call'),
  );

const updated = (before: ToolUse, tool: ToolCall): ToolUse => {
  const paths = pathsOf(tool);
  return {
    ...before,
    kind: tool.kind ?? before.kind,
    title: cutEnd(commandOf(tool, false) ?? tool.title ?? before.title, longestDetail),
    paths: paths.length > 0 ? paths : before.paths,
  };
};

const eventsOf = (tool: ToolCall, { kind, title, isShown, paths }: ToolUse): AgentEvent[] => {
  const events: AgentEvent[] = [];
  if (isClear(tool) && !isShown) events.push({ kind: 'tool', name: kind, ...(title !== '' && { detail: title }) });
  if (tool.status === 'completed' && isChange(kind)) for (const path of paths) events.push({ kind: 'file', path });
  return events;
};

export class ToolUses {
  /** What it was not allowed to do by rules of its own. */
  readonly denials: string[] = [];
  readonly #uses = new Map<string, ToolUse>();

  /** Gives what can be shown. */
  read(tool: ToolCall): AgentEvent[] {
    const use = updated(this.#uses.get(tool.toolCallId) ?? unknownUse, tool);
    if (tool.status === 'failed' && wasForbidden(tool)) this.denials.push(use.title);
    if (isOver(tool)) this.#uses.delete(tool.toolCallId);
    else if (this.#uses.size < mostTools)
      this.#uses.set(tool.toolCallId, { ...use, isShown: use.isShown || isClear(tool) });
    return eventsOf(tool, use);
  }
}
