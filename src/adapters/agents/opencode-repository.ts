/** Code that opencode would run because it lies in the repository, whatever it is told. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const folders = ['.', '.opencode'];
const settings = ['opencode.json', 'opencode.jsonc'];
const plugins = ['.opencode/plugin', '.opencode/plugins'];
const largest = 1024 * 1024;

/**
 * The path of plugins, or of settings that may name some; null if there are none. Switching off the settings of a
 * repository, or plugins altogether, does not keep it from loading them.
 */
export const findOpencodePlugins = (workspace: string): string | null =>
  [
    ...plugins,
    ...folders.flatMap((folder) => settings.map((name) => join(folder, name)).filter((path) => mayName(join(workspace, path)))),
  ].find((path) => existsSync(join(workspace, path))) ?? null;

/** A key can be spelled with escapes. */
const mayName = (file: string): boolean => {
  try {
    return statSync(file).size > largest || /plugin|\\u/i.test(readFileSync(file, 'utf8'));
  } catch {
    return existsSync(file);
  }
};
