/** Installs a package of the tests' own (a folder with a lock file), once for each version of that lock file. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export type PackageOfTests = {
  /** Below `test/`. */
  name: string;
  /** What it holds, for people. */
  what: string;
  /** Tries again. */
  command: string;
};

/**
 * Install scripts are not run: every program is inside of its package. Not `npm ci`, which refuses a lock file that
 * lacks platforms for which a package was never published.
 */
const installWords = ['install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];

/** Whether it is there now. */
export const installForTests = ({ name, what, command }: PackageOfTests): boolean => {
  const folder = join(import.meta.dirname, '../../test', name);
  const stamp = join(folder, 'node_modules', '.installed');
  const wanted = createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return true;
  console.log(`Installing ${what} for the tests, once …`);
  const started = performance.now();
  const { status, error } = spawnSync('npm', installWords, { cwd: folder, stdio: 'inherit' });
  if (status !== 0) {
    console.error(`They could not be installed${error ? `: ${error.message}` : ''}. \`${command}\` tries again.`);
    return false;
  }
  writeFileSync(stamp, wanted);
  console.log(`installed in ${Math.round((performance.now() - started) / 1000)} s`);
  return true;
};
