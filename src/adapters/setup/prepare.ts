/** Prepares workspaces: runs the set-up commands once per lock file, and copies what they made everywhere else. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, lstatSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { headAndTail } from '../../model/text.ts';
import { ownFolder } from '../own-folder.ts';
import type { PrepareWorkspace, SetupRequest, SetupResult } from '../../ports/setup.ts';

/** Files that say which dependencies there are: when none of them changes, set-up makes the same again. */
const lockFiles = [
  'package-lock.json',
  'npm-shrinkwrap.json',
  'yarn.lock',
  'pnpm-lock.yaml',
  'bun.lock',
  'bun.lockb',
  'package.json',
  'Cargo.lock',
  'Cargo.toml',
  'go.sum',
  'go.mod',
  'poetry.lock',
  'uv.lock',
  'pyproject.toml',
  'requirements.txt',
  'Pipfile.lock',
  'Gemfile.lock',
  'composer.lock',
  'mix.lock',
];

export type SetupCache = {
  folder: string;
  /** Copies a file or folder as it is, sharing blocks where the file system can, never by links. */
  copyTree: (from: string, to: string) => Promise<void>;
};

export const createPrepare = ({ folder, copyTree }: SetupCache): PrepareWorkspace => {
  const preparedWith = new Map<string, string>();
  const underWay = new Map<string, Promise<unknown>>();

  const fill = async (request: SetupRequest, key: string): Promise<SetupResult> => {
    const cached = join(folder, key);
    if (existsSync(join(cached, 'complete'))) {
      await bringIn(request, cached);
      return { ok: true };
    }
    const result = await runSetup(request);
    if (result.ok) await store(request, cached);
    return result;
  };

  const bringIn = async ({ workspace }: SetupRequest, cached: string): Promise<void> => {
    const outputs: string[] = JSON.parse(readFileSync(join(cached, 'complete'), 'utf8'));
    for (const output of outputs) {
      rmSync(join(workspace.path, output), { recursive: true, force: true });
      await copyTree(join(cached, 'files', output), join(workspace.path, output));
    }
    await workspace.keep(outputs);
  };

  /** Built beside its place and renamed, so that a cache is there whole or not at all. */
  const store = async ({ workspace }: SetupRequest, cached: string): Promise<void> => {
    const outputs = await workspace.untracked();
    await workspace.keep(outputs);
    const building = `${cached}.${process.pid}`;
    rmSync(building, { recursive: true, force: true });
    ownFolder(dirname(dirname(folder)), join(building, 'files'));
    for (const output of outputs) {
      mkdirSync(dirname(join(building, 'files', output)), { recursive: true });
      await copyTree(join(workspace.path, output), join(building, 'files', output));
    }
    writeFileSync(join(building, 'complete'), JSON.stringify(outputs));
    rmSync(cached, { recursive: true, force: true });
    renameSync(building, cached);
  };

  return async (request) => {
    const key = keyFor(request);
    const { path } = request.workspace;
    if (preparedWith.get(path) === key && request.workspace.kept.length > 0) return { ok: true };
    // One at a time per key: the second workspace finds what the first one made.
    const earlier = underWay.get(key) ?? Promise.resolve();
    const filling = earlier.then(() => fill(request, key));
    underWay.set(
      key,
      filling.catch(() => undefined),
    );
    const result = await filling;
    if (result.ok) preparedWith.set(path, key);
    return result;
  };
};

const keyFor = ({ workspace, commands }: SetupRequest): string => {
  const hash = createHash('sha256').update(JSON.stringify([process.platform, process.arch, process.version, commands]));
  for (const name of lockFiles) {
    const file = join(workspace.path, name);
    // A link could lead anywhere: it is no lock file.
    if (lstatSync(file, { throwIfNoEntry: false })?.isFile() === true) hash.update(`\0${name}\0`).update(readFileSync(file));
  }
  return hash.digest('hex').slice(0, 32);
};

const runSetup = async ({
  workspace,
  commands,
  timeoutMs,
  env,
  marker,
  signal,
  onProcess,
  runProcess,
}: SetupRequest): Promise<SetupResult> => {
  for (const command of commands) {
    const outcome = await runProcess({
      command,
      cwd: workspace.path,
      ownsFolder: true,
      timeoutMs,
      env,
      marker,
      signal,
      onStart: onProcess,
    });
    if (outcome.status === 'exited' && outcome.exitCode === 0) continue;
    const shown = typeof command === 'string' ? command : command.join(' ');
    const why = outcome.status === 'exited' ? `exit ${outcome.exitCode}` : (outcome.error ?? outcome.status);
    const output = headAndTail([outcome.stdout, outcome.stderr].filter((text) => text.trim() !== '').join('\n'), 4_000);
    return { ok: false, reason: `\`${shown}\` (${why})`, output, cancelled: outcome.status === 'cancelled' };
  }
  return { ok: true };
};
