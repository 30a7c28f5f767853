/**
 * Makes dist/, all that ships: the command line, the library, its types, schemas, prompts and licences. `--if-needed`:
 * only when sources changed.
 */
import { chmod, cp, glob, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { bundle } from './build/bundle.ts';
import { licences } from './build/licences.ts';
import { fingerprint } from './build/fingerprint.ts';
import { emitTypes } from './build/types.ts';
import { writeSchemas } from './schemas.ts';

const root = join(import.meta.dirname, '..');
const dist = join(root, 'dist');
const stamp = join(dist, '.built');

/**
 * Prompts are read from beside the module at run time: in the bundle, that is dist/, with the folders that they have
 * here.
 */
const copyPrompts = async (to: string): Promise<void> => {
  const from = join(root, 'src/prompts');
  for await (const file of glob('**/*.md', { cwd: from })) await cp(join(from, file), join(to, file));
};

/** Built aside and swapped in whole, so that a build that fails leaves the last good one. */
const build = async (): Promise<void> => {
  const aside = await mkdtemp(join(root, '.dist-'));
  try {
    const [modules] = await Promise.all([bundle(root, aside), emitTypes(root, aside), copyPrompts(aside)]);
    await writeFile(join(aside, 'third-party-licences.txt'), await licences(root, modules));
    await writeSchemas(aside);
    await chmod(aside, 0o755);
    if (existsSync(dist)) await rename(dist, `${aside}-old`);
    await rename(aside, dist);
  } finally {
    for (const folder of [aside, `${aside}-old`]) await rm(folder, { recursive: true, force: true });
  }
};

const buildIfNeeded = async (): Promise<void> => {
  const sources = await fingerprint(root);
  const upToDate = existsSync(stamp) && (await readFile(stamp, 'utf8')) === sources;
  if (upToDate && process.argv.includes('--if-needed')) return;
  const started = performance.now();
  await build();
  await writeFile(stamp, sources);
  console.log(`built dist/ in ${Math.round(performance.now() - started)} ms`);
};

try {
  await buildIfNeeded();
} catch (error) {
  console.error(`The build failed. ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
