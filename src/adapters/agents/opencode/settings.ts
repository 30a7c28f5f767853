/** Which model opencode talks to, and how: what the user's own settings say about that, and nothing else of them. */
import { readFileSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { z } from 'zod';

type Variables = Readonly<Record<string, string>>;

/** Choice of the model and of those who offer it. */
const Settings = z.object({
  provider: z.record(z.string(), z.looseObject({})).optional().catch(undefined),
  model: z.string().optional().catch(undefined),
  small_model: z.string().optional().catch(undefined),
  enabled_providers: z.array(z.string()).optional().catch(undefined),
  disabled_providers: z.array(z.string()).optional().catch(undefined),
});
export type OpencodeSettings = z.infer<typeof Settings>;

const largest = 1024 * 1024;

/** Folders of the user's that it keeps its things in. */
export const opencodeFolders = (
  variables: Variables,
): { config: string; data: string; cache: string; state: string } => {
  const home = variables['HOME'] ?? '';
  const below = (name: string, usual: string): string => join(variables[name] ?? join(home, usual), 'opencode');
  return {
    config: below('XDG_CONFIG_HOME', '.config'),
    data: below('XDG_DATA_HOME', '.local/share'),
    cache: below('XDG_CACHE_HOME', '.cache'),
    state: below('XDG_STATE_HOME', '.local/state'),
  };
};

const settingsFiles = ['config.json', 'opencode.json', 'opencode.jsonc'];
const isNamed = (path: string): boolean => path !== '';

/** From all places that it reads the user's settings from; later ones count more. */
export const opencodeSettings = (variables: Variables): OpencodeSettings => {
  const { config } = opencodeFolders(variables);
  const folders = [config, variables['OPENCODE_CONFIG_DIR'] ?? ''].filter(isNamed);
  const files = folders.flatMap((folder) => settingsFiles.map((name) => join(folder, name)));
  const all = [...files, variables['OPENCODE_CONFIG'] ?? ''].filter(isNamed);
  const texts = all.map((file) => withWholePaths(readText(file), dirname(file)));
  return [...texts, variables['OPENCODE_CONFIG_CONTENT'] ?? ''].map(settingsIn).reduce(merge, {});
};

const merge = (below: OpencodeSettings, above: OpencodeSettings): OpencodeSettings => ({
  ...below,
  ...above,
  ...((below.provider ?? above.provider) !== undefined && { provider: { ...below.provider, ...above.provider } }),
});

/** What it reads from a file beside the settings it would look for beside ours. */
const withWholePaths = (text: string, folder: string): string =>
  text.replace(/\{file:([^{}"\n]{1,4096})\}/g, (whole, path: string) =>
    isAbsolute(path) || path.startsWith('~') ? whole : `{file:${JSON.stringify(join(folder, path)).slice(1, -1)}}`,
  );

const settingsIn = (text: string): OpencodeSettings => {
  try {
    const { provider, ...rest } = Settings.parse(JSON.parse(withoutComments(text)));
    const known = Object.entries({ provider, ...rest }).filter(([, value]) => value !== undefined);
    return Object.fromEntries(known);
  } catch {
    return {};
  }
};

/** Comments, and commas before a closing bracket; what stands between quotes is left as it is. */
const withoutComments = (text: string): string =>
  text
    .replace(/("(?:[^"\\]|\\.)*")|\/\/[^\n]*|\/\*[^]*?\*\//g, '$1')
    .replace(/("(?:[^"\\]|\\.)*")|,(?=\s*[}\]])/g, '$1');

const readText = (file: string): string => {
  try {
    return statSync(file).isFile() && statSync(file).size <= largest ? readFileSync(file, 'utf8') : '';
  } catch {
    return '';
  }
};
