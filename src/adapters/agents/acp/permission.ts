/**
 * Decides what an agent that asks may do: by the kind of the tool, the paths and the command; whatever is unclear is
 * refused.
 */
import { lstatSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { z } from 'zod';
import type { AgentRequest } from '../../../ports/agent.ts';
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

const ourTools = ['list_findings', 'get_finding', 'report_outcome'];

/** Agents name tools of a server in different ways. Only whole names count: a part of one may be the model's words. */
const isOurTool = ({ kind, title, name }: ToolCall, server: string | null): boolean => {
  if (server === null || (kind !== undefined && kind !== 'other')) return false;
  const known = new Set(
    ourTools.flatMap((tool) => [
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

const isInside = (path: string, workspace: string): boolean => {
  const root = real(workspace);
  const target = real(isAbsolute(path) ? path : resolve(workspace, path));
  if (root === null || target === null) return false;
  const parts = relative(root, target).split(sep);
  return (
    parts[0] !== '..' && !isAbsolute(relative(root, target)) && !parts.some((part) => part.toLowerCase() === '.git')
  );
};

/** Where a path really leads; what is not there yet lies in the nearest folder that is. */
const real = (path: string): string | null => {
  const missing: string[] = [];
  for (let at = path; ; at = dirname(at)) {
    try {
      return join(realpathSync(at), ...missing.toReversed());
    } catch (error) {
      const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
      // A link that leads nowhere is there all the same, and leads wherever something will be written.
      if (!isMissing || isThere(at) || dirname(at) === at || missing.length > 100) return null;
      missing.push(basename(at));
    }
  }
};

const isThere = (path: string): boolean => {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return true;
  }
};
