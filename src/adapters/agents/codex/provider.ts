/** Which model codex talks to, and how: what the user's own settings say about that, and nothing else of them. */
import { readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'smol-toml';
import type { TomlValue } from './toml.ts';

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
type Table = { readonly [key: string]: TomlValue };

const largestConfig = 1024 * 1024;

/** Choice of the model and sign-in. */
const kept = `
  model model_reasoning_effort model_reasoning_summary model_verbosity model_context_window model_auto_compact_token_limit
  model_catalog_json service_tier oss_provider chatgpt_base_url
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
  const own = tableOf(tableOf(config['model_providers'])[id]);
  if (id === 'openai') return openai(settings, variables, textOf(config['openai_base_url']));
  const { provider, env } = withoutSecrets(own);
  const all = builtIn.includes(id) ? provider : { ...provider, ...patience };
  return {
    settings: {
      ...settings,
      model_provider: id,
      ...(Object.keys(all).length > 0 && { model_providers: { [id]: all } }),
    },
    env,
    secretVariables: [
      ...Object.keys(env),
      ...textsOf(own['env_key']),
      ...Object.values(tableOf(own['env_http_headers'])).flatMap(textsOf),
    ],
    hosts: hostOf(textOf(own['base_url']) ?? ''),
  };
};

/** A provider of our own that is the built-in one in all but its patience: the user's sign-in counts. */
const openai = (settings: Table, variables: Variables, configured: string | undefined): Chosen => {
  const base = variables['OPENAI_BASE_URL'] ?? configured;
  const hasKey = variables['OPENAI_BASE_URL'] !== undefined && variables['OPENAI_API_KEY'] !== undefined;
  const provider = {
    name: 'OpenAI',
    wire_api: 'responses',
    ...(base !== undefined && { base_url: base }),
    ...(hasKey && variables['CODEX_API_KEY'] === undefined
      ? { env_key: 'OPENAI_API_KEY' }
      : { requires_openai_auth: true }),
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

/** Tokens and headers that are written down in the settings go by the environment: command lines are for all to see. */
const withoutSecrets = (own: Table): { provider: Table; env: Record<string, string> } => {
  const { experimental_bearer_token: token, http_headers: headers, ...rest } = own;
  const named = Object.entries(tableOf(headers)).flatMap(([name, value], n) =>
    textsOf(value).map((text) => ({ name, variable: `FIXPOINT_CODEX_HEADER_${n}`, text })),
  );
  const env = Object.fromEntries(named.map(({ variable, text }) => [variable, text]));
  const fromHeaders = Object.fromEntries(named.map(({ name, variable }) => [name, variable]));
  const provider = {
    ...rest,
    ...(named.length > 0 && { env_http_headers: { ...tableOf(rest['env_http_headers']), ...fromHeaders } }),
  };
  if (typeof token !== 'string') return { provider, env };
  return { provider: { ...provider, env_key: 'FIXPOINT_CODEX_TOKEN' }, env: { ...env, FIXPOINT_CODEX_TOKEN: token } };
};

const readConfig = (file: string): { config: Table; problems: string[] } => {
  try {
    const size = statSync(file, { throwIfNoEntry: false })?.size;
    if (size === undefined) return { config: {}, problems: [] };
    if (size > largestConfig) return unread(file, 'it is too large');
    return { config: tableOf(toValue(parse(readFileSync(file, 'utf8')))), problems: [] };
  } catch (error) {
    const [reason = ''] = String(error instanceof Error ? error.message : error).split('\n');
    return unread(file, reason);
  }
};

const unread = (file: string, reason: string): { config: Table; problems: string[] } => ({
  config: {},
  problems: [`${file} cannot be read, so that codex uses its own choice of model: ${reason}`],
});

/** Without dates and what else has no place in these settings. */
const toValue = (value: unknown): TomlValue | undefined => {
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (Array.isArray(value)) return value.map(toValue).filter((each) => each !== undefined);
  if (typeof value !== 'object' || value === null || value instanceof Date) return undefined;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, each]) => {
      const known = toValue(each);
      return known === undefined ? [] : [[key, known]];
    }),
  );
};

const tableOf = (value: TomlValue | undefined): Table => (isTable(value) ? value : {});
const isTable = (value: TomlValue | undefined): value is Table => typeof value === 'object' && !Array.isArray(value);
const textOf = (value: TomlValue | undefined): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;
const textsOf = (value: TomlValue | undefined): string[] => (typeof value === 'string' ? [value] : []);
const hostOf = (url: string): string[] => (URL.canParse(url) ? [new URL(url).host] : []);
