/**
 * Makes dist/ and man/, all that ships: the command line, the library, its types, schemas, prompts and licences. `--if-needed`:
 * only when sources changed.
 */
import { chmod, cp, glob, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { bundle } from './build/bundle.ts';
import { licences } from './build/licences.ts';
import { fingerprint } from './build/fingerprint.ts';
import { emitTypes } from './build/types.ts';
import { manPage } from '../src/cli/shells/man.ts';
import { tableOf } from '../src/cli/shells/table.ts';
import { buildProgram } from '../src/cli/program.ts';
import { version } from '../src/version.ts';
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

/** From the commands and flags themselves. */
const writeManPage = async (): Promise<void> => {
  const page = manPage(tableOf(buildProgram(async () => undefined)), version);
  await mkdir(join(root, 'man'), { recursive: true });
  await writeFile(join(root, 'man', 'fixpoint.1'), page);
};

/** Built aside and swapped in whole, so that a build that fails leaves the last good one. */
const build = async (): Promise<void> => {
  const aside = await mkdtemp(join(root, '.dist-'));
  try {
    const [modules] = await Promise.all([bundle(root, aside), emitTypes(root, aside), copyPrompts(aside)]);
    await writeFile(join(aside, 'third-party-licences.txt'), await licences(root, modules));
    await writeSchemas(aside);
    await writeManPage();
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
