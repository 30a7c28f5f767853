/** What the user has set up for Gemini CLI: how they sign in, and where their conversations are. */
import { closeSync, existsSync, fstatSync, openSync, constants, readdirSync, readSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { z } from 'zod';
import { given } from '../../../plain/given.ts';

type Variables = Readonly<Record<string, string>>;

/** What of the user's environment it is given: sign-in, the place of the model, and where it keeps its things. */
export const geminiVariables: readonly string[] = [
  'HOME',
  'GEMINI_API_KEY',
  'GEMINI_API_KEY_AUTH_MECHANISM',
  'GEMINI_MODEL',
  'GEMINI_CLI_HOME',
  'GEMINI_CLI_CUSTOM_HEADERS',
  'GEMINI_CLI_USE_COMPUTE_ADC',
  'GOOGLE_API_KEY',
  'GOOGLE_GEMINI_BASE_URL',
  'GOOGLE_VERTEX_BASE_URL',
  'GOOGLE_GENAI_API_VERSION',
  'GOOGLE_GENAI_USE_GCA',
  'GOOGLE_GENAI_USE_VERTEXAI',
  'GOOGLE_APPLICATION_CREDENTIALS',
  'GOOGLE_CLOUD_ACCESS_TOKEN',
  'GOOGLE_CLOUD_LOCATION',
  'GOOGLE_CLOUD_PROJECT',
  'GOOGLE_CLOUD_PROJECT_ID',
  'GOOGLE_CLOUD_QUOTA_PROJECT',
  'GOOGLE_CLOUD_UNIVERSE_DOMAIN',
  'CODE_ASSIST_ENDPOINT',
  'CODE_ASSIST_API_VERSION',
  'CLOUD_SHELL',
];

export type GeminiUser = {
  /** Their `.gemini`. */
  folder: string;
  /** Names of the files there that hold their sign-in. */
  credentials: readonly string[];
  /** What they keep in a file for Gemini CLI instead of in their environment. */
  variables: Variables;
  authType?: string;
  model?: string;
};

const credentialFiles = ['oauth_creds.json', 'google_accounts.json', 'gemini-credentials.json', 'installation_id'];
const largest = 1024 * 1024;

export const geminiUser = (environment: Variables): GeminiUser => {
  const home = environment['GEMINI_CLI_HOME'] ?? environment['HOME'] ?? homedir();
  const folder = join(home, '.gemini');
  const variables = variablesIn(readText(join(folder, '.env')) ?? readText(join(home, '.env')) ?? '', environment);
  const { security, model } = settingsIn(readText(join(folder, 'settings.json')) ?? '');
  const authType = security.auth.selectedType ?? authTypeOf({ ...variables, ...environment });
  return {
    folder,
    credentials: credentialFiles.filter((name) => existsSync(join(folder, name))),
    variables,
    ...given({ authType, model: model.name }),
  };
};

/**
 * With another place for the model it takes the key for that of a gateway, and then refuses to go on without a person.
 */
const authTypeOf = (variables: Variables): string | undefined =>
  isSet(variables['GOOGLE_GEMINI_BASE_URL']) &&
  isSet(variables['GEMINI_API_KEY']) &&
  variables['GOOGLE_GENAI_USE_GCA'] !== 'true' &&
  variables['GOOGLE_GENAI_USE_VERTEXAI'] !== 'true'
    ? 'gemini-api-key'
    : undefined;

const isSet = (value: string | undefined): boolean => value !== undefined && value !== '';

const variablesIn = (text: string, environment: Variables): Variables => {
  const found = parseEnv(text);
  return Object.fromEntries(
    geminiVariables.flatMap((name) => (found[name] === undefined || name in environment ? [] : [[name, found[name]]])),
  );
};

const Settings = z.object({
  security: z
    .object({ auth: z.object({ selectedType: z.string().optional().catch(undefined) }).catch({}) })
    .catch({ auth: {} }),
  model: z.object({ name: z.string().optional().catch(undefined) }).catch({}),
});
const noSettings: z.infer<typeof Settings> = { security: { auth: {} }, model: {} };

const settingsIn = (text: string): z.infer<typeof Settings> => {
  // Its settings may hold comments; what stands between quotes is left as it is.
  const plain = text.replace(/("(?:[^"\\]|\\.)*")|\/\/[^\n]*|\/\*[^]*?\*\//g, '$1');
  try {
    return Settings.catch(noSettings).parse(JSON.parse(plain));
  } catch {
    return noSettings;
  }
};

/** Null for what is no regular file, is too large or cannot be read. */
const readText = (file: string): string | null => readStart(file, largest, (size) => size <= largest);

const readStart = (file: string, most: number, accepts: (size: number) => boolean = () => true): string | null => {
  try {
    const handle = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const stat = fstatSync(handle);
      if (!stat.isFile() || !accepts(stat.size)) return null;
      const bytes = Buffer.alloc(Math.min(stat.size, most));
      return bytes.toString('utf8', 0, readSync(handle, bytes));
    } finally {
      closeSync(handle);
    }
  } catch {
    return null;
  }
};

/** Where it keeps conversations, in a folder for each project. */
export const geminiSessions = (folder: string): string => join(folder, 'tmp');

/**
 * The file of a conversation, null if there is none any more. It looks up conversations of the current folder only, and
 * each of our calls is in another one.
 */
export const findGeminiSession = (folder: string, id: string): string | null => {
  const sessions = geminiSessions(folder);
  const end = `-${id.slice(0, 8)}.jsonl`;
  for (const project of namesIn(sessions))
    for (const name of namesIn(join(sessions, project, 'chats'))) {
      const file = join(sessions, project, 'chats', name);
      if (name.endsWith(end) && readStart(file, 64 * 1024)?.includes(JSON.stringify(id)) === true) return file;
    }
  return null;
};

const namesIn = (folder: string): string[] => {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
};
