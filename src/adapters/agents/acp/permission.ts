/**
 * Decides what an agent that asks may do: by the kind of the tool, the paths and the command; whatever is unclear is
 * refused.
 */
import { basename } from 'node:path';
import { z } from 'zod';
import type { AgentRequest } from '../../../ports/agent.ts';
import { toolNames } from '../answering/tool-names.ts';
import { isInside } from './inside.ts';
import type { PermissionRequest, ToolCall } from './messages.ts';

export type Asked = Pick<AgentRequest, 'access' | 'commands' | 'workspace'> & {
  /** Name of our own tools' server. */
  tools: string | null;
  /** The title of a command is the command itself. Elsewhere it may be what the model calls it. */
  titleIsCommand: boolean;
};

/** What to answer. `selected` names one of the options that were offered. */
export type Decision = {
  allowed: boolean;
  outcome: { outcome: 'cancelled' } | { outcome: 'selected'; optionId: string };
};

export const decide = ({ toolCall, options }: PermissionRequest, asked: Asked): Decision => {
  const choose = (...kinds: string[]): string | undefined =>
    kinds.flatMap((kind) => options.filter((option) => option.kind === kind)).at(0)?.optionId;
  // Never for longer than this once: the next time it may be about something else.
  const once = mayDo(toolCall, asked) ? choose('allow_once') : undefined;
  if (once !== undefined) return { allowed: true, outcome: { outcome: 'selected', optionId: once } };
  const no = choose('reject_once', 'reject_always');
  return {
    allowed: false,
    outcome: no === undefined ? { outcome: 'cancelled' } : { outcome: 'selected', optionId: no },
  };
};

const mayDo = (tool: ToolCall, asked: Asked): boolean => {
  if (asked.access === 'full' || isOurTool(tool, asked.tools)) return true;
  switch (tool.kind) {
    case 'think':
      return true;
    case 'read':
    case 'search':
      return staysInside(tool, asked.workspace);
    case 'edit':
    case 'delete':
    case 'move':
      return asked.access === 'edit' && staysInside(tool, asked.workspace);
    case 'execute': {
      const command = commandOf(tool, asked.titleIsCommand);
      return asked.access === 'edit' && command !== undefined && asked.commands.includes(command);
    }
    default:
      return false;
  }
};

/** Agents name tools of a server in different ways. Only whole names count: a part of one may be the model's words. */
const isOurTool = ({ kind, title, name }: ToolCall, server: string | null): boolean => {
  if (server === null || (kind !== undefined && kind !== 'other')) return false;
  const known = new Set(
    Object.values(toolNames).flatMap((tool) => [
      `mcp__${server}__${tool}`,
      `mcp_${server}_${tool}`,
      `${server}_${tool}`,
      `${server}/${tool}`,
      `${server}.${tool}`,
      `Tool: ${server}/${tool}`,
      `${tool} (${server} MCP Server)`,
    ]),
  );
  return known.has(name ?? '') || known.has(title ?? '');
};

const RawCommand = z.object({ command: z.union([z.string(), z.array(z.string())]) });

/** The shell line that a tool wants to run. */
export const commandOf = ({ rawInput, title }: ToolCall, titleIsCommand: boolean): string | undefined => {
  const raw = RawCommand.safeParse(rawInput);
  if (!raw.success) return titleIsCommand ? title : undefined;
  const { command } = raw.data;
  if (typeof command === 'string') return command;
  const [shell = '', option = '', line, ...rest] = command;
  const isShell =
    ['sh', 'bash', 'zsh'].includes(basename(shell)) && ['-c', '-lc'].includes(option) && rest.length === 0;
  return isShell ? line : command.join(' ');
};

export const pathsOf = ({ locations, content }: ToolCall): string[] => [
  ...new Set([
    ...locations.map(({ path }) => path),
    ...content.flatMap((part) => (part.type === 'diff' ? [part.path] : [])),
  ]),
];

const RawPaths = z.record(z.string(), z.unknown());
const pathNames = /^(?:file_?path|path|file|notebook_path|(?:parent|target|source)_?(?:dir|path)?|destination)$/i;

const rawPathsOf = (rawInput: unknown): string[] => {
  const raw = RawPaths.safeParse(rawInput);
  if (!raw.success) return [];
  return Object.entries(raw.data).flatMap(([name, value]) =>
    pathNames.test(name) && typeof value === 'string' ? [value] : [],
  );
};

/** Names at least one path, and none outside, behind a link or of git's. */
const staysInside = (tool: ToolCall, workspace: string): boolean => {
  const named = [...pathsOf(tool), ...rawPathsOf(tool.rawInput)];
  return named.length > 0 && named.every((path) => isInside(path, workspace));
};
