/** Codex: how it is started for one call. */
import { join } from 'node:path';
import type { AgentAccess, AgentRequest } from '../../../ports/agent.ts';
import type { AnswerTools, CliDriver, CliPlace } from '../shared/driver.ts';
import { awsVariables } from '../shared/cloud-variables.ts';
import { codexReader } from './events.ts';
import { codexHome, codexProvider, type CodexProvider } from './provider.ts';
import { strictSchema } from './schema.ts';
import { settingArgs, type TomlValue } from './toml.ts';

/** What of the user's environment it is given: sign-in, the place of the model, and where it keeps its things. */
export const codexVariables: readonly string[] = [
  'CODEX_HOME',
  'CODEX_SQLITE_HOME',
  'CODEX_CA_CERTIFICATE',
  'CODEX_API_KEY',
  'CODEX_ACCESS_TOKEN',
  'CODEX_OSS_BASE_URL',
  'CODEX_OSS_PORT',
  'OPENAI_API_KEY',
  'OPENAI_BASE_URL',
  'OPENAI_ORGANIZATION',
  'OPENAI_PROJECT',
  'AZURE_OPENAI_API_KEY',
  'OPENROUTER_API_KEY',
  ...awsVariables,
];

const sandboxes: Readonly<Record<AgentAccess, string>> = {
  read: 'read-only',
  edit: 'workspace-write',
  full: 'danger-full-access',
};

/** Its own sandbox cannot be set up within ours, which keeps to the same access. */
const sandboxOf = ({ access }: AgentRequest, { caged }: CliPlace): string =>
  caged === true ? sandboxes.full : sandboxes[access];

const schemaFile = 'codex-schema.json';

/** Neither the user's settings and rules nor what the repository says about codex; outside of git too. */
const always = [
  'exec',
  '--json',
  '--color',
  'never',
  '--skip-git-repo-check',
  '--ignore-user-config',
  '--ignore-rules',
];

/** What else would bring in the user's or the repository's instructions, reach the network, or go on by itself. */
const unwanted = [
  'apps',
  'goals',
  'hooks',
  'image_generation',
  'memories',
  'multi_agent',
  'plugins',
  'shell_snapshot',
  'tool_suggest',
];

const quiet: Readonly<Record<string, TomlValue>> = {
  ...Object.fromEntries(unwanted.map((feature) => [`features.${feature}`, false])),
  // Otherwise it waits for the network for as long as it takes.
  'features.unbounded_connection_retries': false,
  'analytics.enabled': false,
  check_for_update_on_startup: false,
  project_doc_max_bytes: 0,
  'skills.include_instructions': false,
  'skills.bundled.enabled': false,
  // There is nobody to ask.
  approval_policy: 'never',
  'tools.experimental_request_user_input.enabled': false,
  // The user's profile is not run before each command.
  allow_login_shell: false,
};

const startSeconds = 10;

const withTools = ({ name, command, args }: AnswerTools): Record<string, TomlValue> => ({
  mcp_servers: {
    [name]: {
      command,
      args,
      required: false,
      startup_timeout_sec: startSeconds,
      default_tools_approval_mode: 'approve',
    },
  },
  // The first request waits for them; and the model sees them without having to search.
  mcp_optional_startup_grace_ms: startSeconds * 1000,
  'features.code_mode.direct_only_tool_namespaces': [`mcp__${name}`],
});

const settings = (
  { access }: AgentRequest,
  { tools }: CliPlace,
  provider: CodexProvider,
): Record<string, TomlValue> => ({
  ...quiet,
  ...provider.settings,
  ...(tools !== null && withTools(tools)),
  // In the workspace and in its own temporary folder, and nowhere else.
  ...(access === 'edit' && {
    'sandbox_workspace_write.exclude_slash_tmp': true,
    'sandbox_workspace_write.network_access': false,
  }),
  ...(access !== 'full' && { web_search: 'disabled' }),
  'shell_environment_policy.exclude': [...codexVariables, ...provider.secretVariables, 'RUST_LOG'],
});

const isId = (id: string): boolean => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id);

/** Any other word would be looked up as the name of a conversation, and begin a new one without a word. */
const resume = ({ session }: AgentRequest): string[] =>
  session !== undefined && isId(session.id) ? [session.fork === true ? 'fork' : 'resume', session.id] : [];

const args = (request: AgentRequest, place: CliPlace, provider: CodexProvider): string[] => [
  ...always,
  '--sandbox',
  sandboxOf(request, place),
  ...(place.model === undefined ? [] : [`--model=${place.model}`]),
  ...settingArgs(settings(request, place, provider)),
  ...(request.answerBy === 'schema' ? ['--output-schema', join(request.scratch, schemaFile)] : []),
  ...resume(request),
  // The prompt comes on standard input.
  '-',
];

/**
 * Its log tells what its events leave out: how long to wait, what a call that failed has used up, tools that did not
 * start.
 */
const log = 'error,codex_mcp=warn,codex_http_client::client=debug,codex_otel.trace_safe=info';

export const codexDriver: CliDriver = {
  call: (request, place) => {
    const provider = codexProvider(place.environment);
    const home = codexHome(place.environment);
    return {
      args: args(request, place, provider),
      stdin: request.prompt,
      env: { ...provider.env, RUST_LOG: log, ...(request.access === 'edit' && { TMPDIR: request.scratch }) },
      files: request.answerBy === 'schema' ? { [schemaFile]: JSON.stringify(strictSchema(request.answerSchema)) } : {},
      // A token that has run out is replaced. Settings stay as they are: they would apply to the user's own calls.
      needs: { hosts: provider.hosts, readable: [], writable: [join(home, 'sessions'), join(home, 'auth.json')] },
      problems: provider.problems,
    };
  },
  reader: codexReader,
};
