/** Which model codex talks to, and how: what the user's own settings say about that, and nothing else of them. */
import { homedir } from 'node:os';
import { join } from 'node:path';
import { given } from '../../../plain/given.ts';
import type { TomlValue } from './toml.ts';
import { withoutSecrets } from './provider-secrets.ts';
import { readConfig, type Table, tableOf, textOf, textsOf } from './user-config.ts';

export type CodexProvider = {
  settings: Readonly<Record<string, TomlValue>>;
  /** Values that must not show on a command line. */
  env: Readonly<Record<string, string>>;
  /** Variables that are for the model alone; commands that the agent runs do not get them. */
  secretVariables: readonly string[];
  hosts: readonly string[];
  problems: readonly string[];
};

type Variables = Readonly<Record<string, string>>;

/** Choice of the model and sign-in. */
const kept = `
  model model_reasoning_effort model_reasoning_summary model_verbosity model_context_window
  model_auto_compact_token_limit model_catalog_json service_tier oss_provider chatgpt_base_url
  cli_auth_credentials_store forced_login_method forced_chatgpt_workspace_id`
  .trim()
  .split(/\s+/);

/** Providers that codex has of itself. It refuses settings for them, but for those of its own kind. */
const builtIn = ['amazon-bedrock', 'lmstudio', 'ollama', 'oss'];

/** Whoever called waits and asks again; and no web sockets, whose failure looks like the model's. */
const patience = { request_max_retries: 0, stream_max_retries: 0, supports_websockets: false };

const usualHosts = ['api.openai.com', 'chatgpt.com', 'auth.openai.com'];

export const codexHome = (variables: Variables): string =>
  variables['CODEX_HOME'] ?? join(variables['HOME'] ?? homedir(), '.codex');

export const codexProvider = (variables: Variables): CodexProvider => {
  const { config, problems } = readConfig(join(codexHome(variables), 'config.toml'));
  return { ...providerOf(config, variables), problems };
};

type Chosen = Omit<CodexProvider, 'problems'>;

const providerOf = (config: Table, variables: Variables): Chosen => {
  const settings = Object.fromEntries(kept.flatMap((key) => (key in config ? [[key, config[key] ?? '']] : [])));
  const id = textOf(config['model_provider']) ?? 'openai';
  if (id === 'openai') return openai(settings, variables, textOf(config['openai_base_url']));
  return configured(id, tableOf(tableOf(config['model_providers'])[id]), settings);
};

/** One that the user has described. */
const configured = (id: string, own: Table, settings: Table): Chosen => {
  const { provider, env } = withoutSecrets(own);
  const all = builtIn.includes(id) ? provider : { ...provider, ...patience };
  const described = Object.keys(all).length > 0 && { model_providers: { [id]: all } };
  return {
    settings: { ...settings, model_provider: id, ...described },
    env,
    secretVariables: [...Object.keys(env), ...variablesNamedIn(own)],
    hosts: hostOf(textOf(own['base_url']) ?? ''),
  };
};

const variablesNamedIn = (own: Table): string[] =>
  [own['env_key'], ...Object.values(tableOf(own['env_http_headers']))].flatMap(textsOf);

/** A provider of our own that is the built-in one in all but its patience: the user's sign-in counts. */
const openai = (settings: Table, variables: Variables, url: string | undefined): Chosen => {
  const base = variables['OPENAI_BASE_URL'] ?? url;
  const provider = {
    name: 'OpenAI',
    wire_api: 'responses',
    ...given({ base_url: base }),
    ...(isKeyForBase(variables) ? { env_key: 'OPENAI_API_KEY' } : { requires_openai_auth: true }),
    env_http_headers: { 'OpenAI-Organization': 'OPENAI_ORGANIZATION', 'OpenAI-Project': 'OPENAI_PROJECT' },
    ...patience,
  };
  return {
    settings: { ...settings, model_provider: 'fixpoint', model_providers: { fixpoint: provider } },
    env: {},
    secretVariables: [],
    hosts: base === undefined ? usualHosts : hostOf(base),
  };
};

const isKeyForBase = (variables: Variables): boolean =>
  variables['OPENAI_BASE_URL'] !== undefined &&
  variables['OPENAI_API_KEY'] !== undefined &&
  variables['CODEX_API_KEY'] === undefined;

const hostOf = (url: string): string[] => (URL.canParse(url) ? [new URL(url).host] : []);
