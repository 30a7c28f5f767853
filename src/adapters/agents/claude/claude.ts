/** Claude Code: how it is started for one call. */
import { join } from 'node:path';
import type { AgentAccess, AgentRequest } from '../../../ports/agent.ts';
import type { AnswerTools, CliCall, CliDriver, CliPlace } from '../shared/driver.ts';
import { claudeReader } from './events.ts';

const looking = ['Read', 'Grep', 'Glob', 'Task'];
const changing = [...looking, 'Edit', 'Write', 'NotebookEdit', 'Bash'];
const offered: Readonly<Record<AgentAccess, readonly string[]>> = {
  read: looking,
  edit: changing,
  full: [...changing, 'WebFetch', 'WebSearch'],
};

/** It looks at the parts of a pipe one by one. A `*` stands for anything; nothing makes it take one as it is. */
const commandRules = (line: string): string[] =>
  [line, ...line.split(/\|\|?|&&|;/)].flatMap((part) => (part.trim() === '' ? [] : [`Bash(${part.trim()})`]));

/** Reading in the workspace needs no rule; whatever no rule allows is refused, without asking anyone. */
const allowed = ({ access, commands }: AgentRequest, tools: AnswerTools | null): string[] => [
  'Task',
  ...(tools === null ? [] : [`mcp__${tools.name}`]),
  ...(access === 'edit' ? ['Edit(./**)', ...commands.flatMap(commandRules)] : []),
];

const settingsFile = 'claude-settings.json';
const toolsFile = 'claude-tools.json';

const settings = (request: AgentRequest, { tools }: CliPlace): unknown => ({
  permissions: { allow: allowed(request, tools) },
  disableAllHooks: true,
  autoMemoryEnabled: false,
  includeCoAuthoredBy: false,
});

/** Otherwise tools may be hidden from the model until it searches for them. */
const servers = ({ name, command, args }: AnswerTools): unknown => ({
  mcpServers: { [name]: { command, args, alwaysLoad: true } },
});

/**
 * Neither the user's settings nor those of the repository: no hooks, plugins, instructions or permissions of theirs.
 */
const always = [
  '--print',
  '--verbose',
  '--output-format=stream-json',
  '--include-partial-messages',
  '--setting-sources=',
  '--strict-mcp-config',
];

const option = (name: string, value: string | undefined): string[] => (value === undefined ? [] : [name, value]);

/** It knows one draft only, and refuses a schema that names another. */
const plainSchema = ({ answerSchema }: AgentRequest): string => {
  const { $schema: _, ...schema } = answerSchema;
  return JSON.stringify(schema);
};

const args = (request: AgentRequest, place: CliPlace): string[] => [
  ...always,
  ...option('--settings', join(request.scratch, settingsFile)),
  ...option('--permission-mode', request.access === 'full' ? 'bypassPermissions' : 'dontAsk'),
  ...option('--tools', offered[request.access].join(',')),
  ...option('--mcp-config', place.tools === null ? undefined : join(request.scratch, toolsFile)),
  ...option('--json-schema', request.answerBy === 'schema' ? plainSchema(request) : undefined),
  ...option('--model', place.model),
  ...option('--max-budget-usd', request.limits.usd?.toString()),
  ...option('--resume', request.session?.id),
  ...(request.session?.fork === true ? ['--fork-session'] : []),
];

const environment = ({ access, scratch }: AgentRequest): Record<string, string> => ({
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  // Otherwise sub-agents and commands go on after the answer.
  CLAUDE_CODE_DISABLE_BACKGROUND_TASKS: '1',
  // A response that broke off would be asked for, and paid for, once more in another way.
  CLAUDE_CODE_DISABLE_NONSTREAMING_FALLBACK: '1',
  // Enough for a hiccup in the middle of a call; whoever called waits for what takes longer.
  CLAUDE_CODE_MAX_RETRIES: '2',
  // Tools that do not start are done without; by default it waits half a minute for them.
  MCP_TIMEOUT: '15000',
  CLAUDE_CODE_TMPDIR: scratch,
  // It commits nothing, and need not know who did.
  CLAUDE_CODE_DISABLE_GIT_INSTRUCTIONS: '1',
  // It refuses full access to root, as in a container, unless it is told that this is meant.
  ...(access === 'full' && process.getuid?.() === 0 && { IS_SANDBOX: '1' }),
});

const bases = [
  'ANTHROPIC_BASE_URL',
  'ANTHROPIC_BEDROCK_BASE_URL',
  'ANTHROPIC_VERTEX_BASE_URL',
  'ANTHROPIC_FOUNDRY_BASE_URL',
];
const usualHosts = ['api.anthropic.com', 'console.anthropic.com', 'platform.claude.com'];

const hostOf = (url: string): string[] => (URL.canParse(url) ? [new URL(url).host] : []);

const needs = ({ environment: variables }: CliPlace): CliCall['needs'] => {
  const hosts = bases.flatMap((name) => hostOf(variables[name] ?? ''));
  const home = variables['HOME'] ?? '';
  const folder = variables['CLAUDE_CONFIG_DIR'] ?? join(home, '.claude');
  const settingsOfUser =
    variables['CLAUDE_CONFIG_DIR'] === undefined ? join(home, '.claude.json') : join(folder, '.claude.json');
  return {
    hosts: hosts.length > 0 ? hosts : usualHosts,
    readable: [settingsOfUser],
    // A token that has run out is replaced. Settings stay as they are: they would apply to the user's own calls.
    writable: [join(folder, 'projects'), join(folder, '.credentials.json')],
  };
};

export const claudeDriver: CliDriver = {
  call: (request, place) => ({
    args: args(request, place),
    stdin: request.prompt,
    env: environment(request),
    files: {
      [settingsFile]: JSON.stringify(settings(request, place)),
      ...(place.tools !== null && { [toolsFile]: JSON.stringify(servers(place.tools)) }),
    },
    needs: needs(place),
  }),
  reader: claudeReader,
};
