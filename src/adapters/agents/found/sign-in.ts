/** Whether an agent is signed in, as far as its variables and files tell: nothing is asked, spent or sent. */
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { KnownAgent, SignIn } from '../../../ports/installed-agents.ts';
import { isFilled, textOf, valueIn } from './sign-in-files.ts';

type Variables = Readonly<Record<string, string | undefined>>;
type User = { env: Variables; home: string; platform: NodeJS.Platform };

export const signInOf = (agent: KnownAgent, env: Variables, platform: NodeJS.Platform = process.platform): SignIn =>
  looks[agent]({ env, home: env['HOME'] || homedir(), platform });

const yes = (how: string): SignIn => ({ signedIn: 'yes', how });
const unknown = (how: string): SignIn => ({ signedIn: 'unknown', how });
const byCloud = (variable: string): SignIn =>
  unknown(`${variable} is set; whether that cloud lets you in cannot be told from here`);
const no = (how: string): SignIn => ({ signedIn: 'no', how });

const firstSet = (env: Variables, names: readonly string[]): string | undefined =>
  names.find((name) => (env[name] ?? '') !== '');

const claude = ({ env, home, platform }: User): SignIn => {
  const variable = firstSet(env, ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN', 'CLAUDE_CODE_OAUTH_TOKEN']);
  if (variable !== undefined) return yes(variable);
  const cloud = firstSet(env, ['CLAUDE_CODE_USE_BEDROCK', 'CLAUDE_CODE_USE_VERTEX', 'CLAUDE_CODE_USE_FOUNDRY']);
  if (cloud !== undefined) return byCloud(cloud);
  const folder = env['CLAUDE_CONFIG_DIR'] || join(home, '.claude');
  const credentials = join(folder, '.credentials.json');
  if (['accessToken', 'refreshToken'].some((key) => isFilled(valueIn(credentials, 'claudeAiOauth', key))))
    return yes(credentials);
  const settings = join(env['CLAUDE_CONFIG_DIR'] || home, '.claude.json');
  if (isFilled(valueIn(settings, 'primaryApiKey'))) return yes(settings);
  return platform === 'darwin'
    ? unknown('the keychain is not looked into')
    : no(`no ANTHROPIC_API_KEY, no ${credentials}`);
};

const codex = ({ env, home }: User): SignIn => {
  const variable = firstSet(env, ['CODEX_API_KEY']);
  if (variable !== undefined) return yes(variable);
  // Without an address of its own the CLI does not look at that key (measured).
  if (firstSet(env, ['OPENAI_BASE_URL']) !== undefined && firstSet(env, ['OPENAI_API_KEY']) !== undefined)
    return yes('OPENAI_API_KEY');
  const folder = env['CODEX_HOME'] || join(home, '.codex');
  const credentials = join(folder, 'auth.json');
  if (['OPENAI_API_KEY', 'tokens'].some((key) => isFilled(valueIn(credentials, key)))) return yes(credentials);
  const settings = textOf(join(folder, 'config.toml')) ?? '';
  if (/^\s*model_provider\s*=/m.test(settings))
    return unknown(`${join(folder, 'config.toml')} names a provider of its own`);
  if (/^\s*cli_auth_credentials_store\s*=\s*"(keyring|auto)"/m.test(settings))
    return unknown('the keyring is not looked into');
  return no(`no CODEX_API_KEY, no ${credentials}`);
};

const gemini = ({ env, home }: User): SignIn => {
  const variable = firstSet(env, ['GEMINI_API_KEY', 'GOOGLE_API_KEY']);
  if (variable !== undefined) return yes(variable);
  const cloud = firstSet(env, ['GOOGLE_GENAI_USE_VERTEXAI', 'GOOGLE_GENAI_USE_GCA']);
  if (cloud !== undefined) return byCloud(cloud);
  const folder = join(env['GEMINI_CLI_HOME'] || home, '.gemini');
  const credentials = join(folder, 'oauth_creds.json');
  if (['access_token', 'refresh_token'].some((key) => isFilled(valueIn(credentials, key)))) return yes(credentials);
  const variables = [join(folder, '.env'), join(home, '.env')].find((file) =>
    /^\s*(?:export\s+)?(?:GEMINI_API_KEY|GOOGLE_API_KEY)\s*=\s*\S/m.test(textOf(file) ?? ''),
  );
  if (variables !== undefined) return yes(variables);
  const kept = join(folder, 'gemini-credentials.json');
  return textOf(kept) === null ? no(`no GEMINI_API_KEY, no ${credentials}`) : unknown(`${kept} is encrypted`);
};

/** Of the providers that opencode knows, those whose key it takes from a variable without being told to. */
const providerKeys = [
  'OPENCODE_API_KEY',
  'ANTHROPIC_API_KEY',
  'OPENAI_API_KEY',
  'GEMINI_API_KEY',
  'GOOGLE_GENERATIVE_AI_API_KEY',
  'OPENROUTER_API_KEY',
  'GROQ_API_KEY',
  'MISTRAL_API_KEY',
  'DEEPSEEK_API_KEY',
  'XAI_API_KEY',
  'AZURE_API_KEY',
  'AWS_BEARER_TOKEN_BEDROCK',
];

const opencode = ({ env, home }: User): SignIn => {
  const variable = firstSet(env, [...providerKeys, 'OPENCODE_AUTH_CONTENT']);
  if (variable !== undefined) return yes(variable);
  const credentials = join(env['XDG_DATA_HOME'] || join(home, '.local', 'share'), 'opencode', 'auth.json');
  if (isFilled(valueIn(credentials))) return yes(credentials);
  const folder = join(env['XDG_CONFIG_HOME'] || join(home, '.config'), 'opencode');
  const own = ['opencode.json', 'opencode.jsonc']
    .map((name) => join(folder, name))
    .find((file) => textOf(file)?.includes('"provider"'));
  const settings = firstSet(env, ['OPENCODE_CONFIG', 'OPENCODE_CONFIG_CONTENT']) ?? own;
  return settings === undefined
    ? no(`no key of a provider, no ${credentials}`)
    : unknown(`${settings} may name a provider of its own`);
};

const looks: Readonly<Record<KnownAgent, (place: User) => SignIn>> = { claude, codex, gemini, opencode };
