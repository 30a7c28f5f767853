/** opencode: how it is started for one call. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AgentRequest } from '../../../ports/agent.ts';
import type { AnswerTools, CliCall, CliDriver, CliPlace } from '../shared/driver.ts';
import { awsVariables } from '../shared/cloud-variables.ts';
import { opencodeReader } from './events.ts';
import { opencodePlugin } from './plugin.ts';
import { findOpencodePlugins, wouldRunPlugins } from './repository.ts';
import { sessionToGoOn } from './session.ts';
import { opencodeFolders, opencodeHosts, opencodeSettings } from './settings.ts';

/** What of the user's environment it is given: sign-in, the place of the model, and where it keeps its things. */
export const opencodeVariables: readonly string[] = [
  'OPENCODE_CONFIG',
  'OPENCODE_CONFIG_CONTENT',
  'OPENCODE_CONFIG_DIR',
  'OPENCODE_API_KEY',
  'OPENCODE_AUTH_CONTENT',
  'OPENCODE_MODELS_PATH',
  'XDG_CONFIG_HOME',
  'XDG_DATA_HOME',
  'XDG_CACHE_HOME',
  'XDG_STATE_HOME',
  'ANTHROPIC_API_KEY',
  'ANTHROPIC_BASE_URL',
  'OPENAI_API_KEY',
  'OPENAI_BASE_URL',
  'OPENROUTER_API_KEY',
  'GEMINI_API_KEY',
  'GOOGLE_API_KEY',
  'GOOGLE_GENERATIVE_AI_API_KEY',
  'GROQ_API_KEY',
  'MISTRAL_API_KEY',
  'DEEPSEEK_API_KEY',
  'XAI_API_KEY',
  'CEREBRAS_API_KEY',
  'TOGETHER_API_KEY',
  'FIREWORKS_API_KEY',
  'MOONSHOT_API_KEY',
  'ZHIPU_API_KEY',
  'AZURE_API_KEY',
  'AZURE_RESOURCE_NAME',
  ...awsVariables,
  'GOOGLE_APPLICATION_CREDENTIALS',
  'GOOGLE_CLOUD_PROJECT',
  'GOOGLE_VERTEX_PROJECT',
  'GOOGLE_VERTEX_LOCATION',
  'VERTEX_LOCATION',
];

type Rules = Record<string, string | Record<string, string>>;

const reading: Rules = {
  glob: 'allow',
  grep: 'allow',
  list: 'allow',
  read: { '*': 'allow', '*.env': 'deny', '*.env.*': 'deny', '*.env.example': 'allow' },
};

/**
 * Rules of our own agent come after all others, and the last one that fits counts: the first of ours takes back
 * whatever
 * the user has allowed. What they would ask a person about does not exist.
 */
const rules = ({ access, commands }: AgentRequest, tools: AnswerTools | null): Rules => ({
  ...(access === 'full' ? { '*': 'allow' } : { '*': 'deny', ...reading }),
  ...(access === 'edit' && { edit: 'allow', ...(commands.length > 0 && { bash: commandRules(commands) }) }),
  ...(tools !== null && { [`${tools.name}_*`]: 'allow' }),
  // What sub-agents use up is not told, and they have rules of their own.
  task: 'deny',
  question: 'deny',
});

/** It asks about each command of a line by itself. */
const commandRules = (lines: readonly string[]): Record<string, string> =>
  Object.fromEntries([
    ['*', 'deny'],
    ...lines.flatMap((line) => [line, ...commandsIn(line)]).map((line) => [literally(line), 'allow']),
  ]);

const commandsIn = (line: string): string[] =>
  [...line.matchAll(/(?:'[^']*'|"(?:[^"\\]|\\.)*"|\\.|[^'"\\;&|\n])+/g)]
    .map(([part]) => part.trim())
    .filter((part) => part !== '');

/**
 * A star stands for anything in its rules, and a home folder in front is filled in; a question mark is any one
 * character.
 */
const literally = (line: string): string => line.trim().replaceAll('*', '?').replace(/^[~$]/, '?');

const agent = 'fixpoint';
const pluginFile = 'opencode/fixpoint.js';

const settings = (request: AgentRequest, place: CliPlace): unknown => ({
  ...opencodeSettings(place.environment),
  share: 'disabled',
  autoupdate: false,
  // Its own copies of the workspace, of which we have better ones.
  snapshot: false,
  formatter: false,
  lsp: false,
  plugin: [pathToFileURL(join(request.scratch, pluginFile)).href],
  agent: { [agent]: { mode: 'primary', permission: rules(request, place.tools) } },
  ...(place.tools !== null && { mcp: { [place.tools.name]: server(place.tools) } }),
});

const server = ({ command, args }: AnswerTools): unknown => ({
  type: 'local',
  command: [command, ...args],
  enabled: true,
  // On a busy machine the usual five seconds are too few.
  timeout: 30_000,
});

/**
 * All settings are ours: the user's folder of settings is put out of sight with their tools, plugins, instructions and
 * rules, those of the repository are switched off. They stay signed in, which is kept elsewhere.
 */
const environment = ({ scratch }: AgentRequest): Record<string, string> => ({
  XDG_CONFIG_HOME: scratch,
  OPENCODE_CONFIG: '',
  OPENCODE_CONFIG_CONTENT: '',
  // Empty would be the workspace.
  OPENCODE_CONFIG_DIR: join(scratch, 'opencode'),
  OPENCODE_DISABLE_PROJECT_CONFIG: '1',
  OPENCODE_DISABLE_CLAUDE_CODE: '1',
  OPENCODE_DISABLE_EXTERNAL_SKILLS: '1',
  OPENCODE_DISABLE_AUTOUPDATE: '1',
  OPENCODE_DISABLE_MODELS_FETCH: '1',
  OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
  OPENCODE_DISABLE_SHARE: '1',
  OPENCODE_EXPERIMENTAL_DISABLE_FILEWATCHER: '1',
});

/** It wants this package beside its settings, and fetches it unless it seems to be there. */
const unneeded = '@opencode-ai/plugin';

const files = (request: AgentRequest, place: CliPlace): Record<string, string> => ({
  'opencode/opencode.json': JSON.stringify(settings(request, place)),
  'opencode/package-lock.json': JSON.stringify({ packages: { '': { dependencies: { [unneeded]: '*' } } } }),
  'opencode/node_modules/.keep': '',
  [pluginFile]: opencodePlugin(request.access === 'full' ? null : request.commands.map((line) => line.trim())),
});

/** With a title it does not ask the model for one; with a log it says which tools did not start. */
const always = `run --format json --thinking --print-logs --log-level WARN --agent ${agent} --title Fixpoint`.split(
  ' ',
);

const option = (name: string, value: string | undefined): string[] => (value === undefined ? [] : [name, value]);

const needs = ({ model, environment: variables }: CliPlace): CliCall['needs'] => {
  const { config, data, cache, state } = opencodeFolders(variables);
  return {
    hosts: opencodeHosts(opencodeSettings(variables), model, variables),
    readable: [config, data, cache, state],
    writable: [data, cache, state],
  };
};

export const opencodeDriver: CliDriver = {
  call: (request, place) => {
    const plugins = findOpencodePlugins(request.workspace);
    if (plugins !== null) throw wouldRunPlugins(plugins);
    const session = sessionToGoOn(request);
    return {
      args: [...always, ...option('--model', place.model), ...option('--session', session.id)],
      stdin: request.prompt,
      env: environment(request),
      files: files(request, place),
      needs: needs(place),
      ...(session.problem !== undefined && { problems: [session.problem] }),
    };
  },
  reader: opencodeReader,
};
