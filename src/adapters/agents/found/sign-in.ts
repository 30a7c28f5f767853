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

const byKey = ({ env }: User, ...names: readonly string[]): SignIn | undefined => {
  const variable = firstSet(env, names);
  return variable === undefined ? undefined : yes(variable);
};

const byClouds = ({ env }: User, ...names: readonly string[]): SignIn | undefined => {
  const variable = firstSet(env, names);
  return variable === undefined ? undefined : byCloud(variable);
};

/** `within`: what the keys lie in. */
const byFile = (file: string, keys: readonly string[], ...within: readonly string[]): SignIn | undefined =>
  keys.some((key) => isFilled(valueIn(file, ...within, key))) ? yes(file) : undefined;

const claude = (user: User): SignIn => {
  const { env, home, platform } = user;
  const credentials = join(env['CLAUDE_CONFIG_DIR'] || join(home, '.claude'), '.credentials.json');
  return (
    byKey(user, 'ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN', 'CLAUDE_CODE_OAUTH_TOKEN') ??
    byClouds(user, 'CLAUDE_CODE_USE_BEDROCK', 'CLAUDE_CODE_USE_VERTEX', 'CLAUDE_CODE_USE_FOUNDRY') ??
    byFile(credentials, ['accessToken', 'refreshToken'], 'claudeAiOauth') ??
    byFile(join(env['CLAUDE_CONFIG_DIR'] || home, '.claude.json'), ['primaryApiKey']) ??
    (platform === 'darwin' ? unknown('the keychain is not looked into') : no(`no ANTHROPIC_API_KEY, no ${credentials}`))
  );
};

const codex = (user: User): SignIn => {
  const folder = user.env['CODEX_HOME'] || join(user.home, '.codex');
  const credentials = join(folder, 'auth.json');
  return (
    byKey(user, 'CODEX_API_KEY') ??
    // Without an address of its own the CLI does not look at that key (measured).
    (byKey(user, 'OPENAI_BASE_URL') && byKey(user, 'OPENAI_API_KEY')) ??
    byFile(credentials, ['OPENAI_API_KEY', 'tokens']) ??
    byCodexSettings(join(folder, 'config.toml')) ??
    no(`no CODEX_API_KEY, no ${credentials}`)
  );
};

const byCodexSettings = (file: string): SignIn | undefined => {
  const settings = textOf(file) ?? '';
  if (/^\s*model_provider\s*=/m.test(settings)) return unknown(`${file} names a provider of its own`);
  return /^\s*cli_auth_credentials_store\s*=\s*"(keyring|auto)"/m.test(settings)
    ? unknown('the keyring is not looked into')
    : undefined;
};

const geminiKey = /^\s*(?:export\s+)?(?:GEMINI_API_KEY|GOOGLE_API_KEY)\s*=\s*\S/m;

const gemini = (user: User): SignIn => {
  const { env, home } = user;
  const folder = join(env['GEMINI_CLI_HOME'] || home, '.gemini');
  const credentials = join(folder, 'oauth_creds.json');
  const kept = join(folder, 'gemini-credentials.json');
  const variables = [join(folder, '.env'), join(home, '.env')].find((file) => geminiKey.test(textOf(file) ?? ''));
  return (
    byKey(user, 'GEMINI_API_KEY', 'GOOGLE_API_KEY') ??
    byClouds(user, 'GOOGLE_GENAI_USE_VERTEXAI', 'GOOGLE_GENAI_USE_GCA') ??
    byFile(credentials, ['access_token', 'refresh_token']) ??
    (variables === undefined ? undefined : yes(variables)) ??
    (textOf(kept) === null ? no(`no GEMINI_API_KEY, no ${credentials}`) : unknown(`${kept} is encrypted`))
  );
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

const opencode = (user: User): SignIn => {
  const { env, home } = user;
  const credentials = join(env['XDG_DATA_HOME'] || join(home, '.local', 'share'), 'opencode', 'auth.json');
  return (
    byKey(user, ...providerKeys, 'OPENCODE_AUTH_CONTENT') ??
    (isFilled(valueIn(credentials)) ? yes(credentials) : undefined) ??
    byOpencodeSettings(user) ??
    no(`no key of a provider, no ${credentials}`)
  );
};

const byOpencodeSettings = ({ env, home }: User): SignIn | undefined => {
  const folder = join(env['XDG_CONFIG_HOME'] || join(home, '.config'), 'opencode');
  const own = ['opencode.json', 'opencode.jsonc']
    .map((name) => join(folder, name))
    .find((file) => textOf(file)?.includes('"provider"'));
  const settings = firstSet(env, ['OPENCODE_CONFIG', 'OPENCODE_CONFIG_CONTENT']) ?? own;
  return settings === undefined ? undefined : unknown(`${settings} may name a provider of its own`);
};

const looks: Readonly<Record<KnownAgent, (place: User) => SignIn>> = { claude, codex, gemini, opencode };
