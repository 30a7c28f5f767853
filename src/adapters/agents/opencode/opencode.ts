/** opencode: how it is started for one call. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AgentRequest } from '../../../ports/agent.ts';
import type { AnswerTools, CliCall, CliDriver, CliPlace } from '../shared/driver.ts';
import { opencodeReader } from './events.ts';
import { opencodePlugin } from './plugin.ts';
import { findOpencodePlugins, wouldRunPlugins } from './repository.ts';
import { rules } from './rules.ts';
import { sessionToGoOn } from './session.ts';
import { opencodeHosts } from './hosts.ts';
import { opencodeFolders, opencodeSettings } from './settings.ts';

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
