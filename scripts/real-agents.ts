/** Installs the real agent CLIs that the contract suite drives, once for each version of their lock file. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '..', 'test', 'real-agents');
const stamp = join(folder, 'node_modules', '.installed');
const wanted = createHash('sha256')
  .update(readFileSync(join(folder, 'package-lock.json')))
  .digest('hex');

const isInstalled = (): boolean => existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted;

/**
 * Their own install scripts are not run: every program is inside of its package. Not `npm ci`, which refuses a lock
 * file
 * that lacks platforms for which a package was never published.
 */
const install = (): number => {
  console.log('Installing the real agent CLIs for the tests (1.3 GB, once) …');
  const started = performance.now();
  const { status, error } = spawnSync(
    'npm',
    ['install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'],
    {
      cwd: folder,
      stdio: 'inherit',
    },
  );
  if (status !== 0) {
    console.error(
      `They could not be installed${error ? `: ${error.message}` : ''}. \`npm run real-agents\` tries again.`,
    );
    return 1;
  }
  writeFileSync(stamp, wanted);
  console.log(`installed in ${Math.round((performance.now() - started) / 1000)} s`);
  return 0;
};

process.exitCode = isInstalled() ? 0 : install();
