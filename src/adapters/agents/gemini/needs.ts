/** What Gemini CLI has to reach, read and write in a cage. */
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { CliCall, CliPlace } from '../shared/driver.ts';
import { geminiSessions, type GeminiUser } from './user.ts';

const bases = ['GOOGLE_GEMINI_BASE_URL', 'GOOGLE_VERTEX_BASE_URL', 'CODE_ASSIST_ENDPOINT'];
const usualHosts = [
  'generativelanguage.googleapis.com',
  'cloudcode-pa.googleapis.com',
  'aiplatform.googleapis.com',
  'oauth2.googleapis.com',
  'www.googleapis.com',
];

const hostOf = (url: string): string[] => (URL.canParse(url) ? [new URL(url).host] : []);

export const needsOf = (place: CliPlace, { folder, credentials, variables: own }: GeminiUser): CliCall['needs'] => {
  const variables = { ...own, ...place.environment };
  const files = credentials.map((name) => join(folder, name));
  return {
    hosts: hostsOf(variables),
    readable: [...files, ...cloudFiles(variables)],
    // A token that has run out is replaced.
    writable: [geminiSessions(folder), ...files],
  };
};

type Variables = Readonly<Record<string, string>>;

const hostsOf = (variables: Variables): string[] => {
  const hosts = bases.flatMap((name) => hostOf(variables[name] ?? ''));
  if (hosts.length > 0) return hosts;
  const location = variables['GOOGLE_CLOUD_LOCATION'];
  return location === undefined ? usualHosts : [...usualHosts, `${location}-aiplatform.googleapis.com`];
};

const cloudFiles = (variables: Variables): string[] => {
  const credentials = variables['GOOGLE_APPLICATION_CREDENTIALS'];
  if (credentials !== undefined) return [credentials];
  const isCloud = ['GOOGLE_GENAI_USE_VERTEXAI', 'GOOGLE_CLOUD_PROJECT'].some((name) => (variables[name] ?? '') !== '');
  return isCloud ? [join(variables['HOME'] ?? homedir(), '.config', 'gcloud')] : [];
};
