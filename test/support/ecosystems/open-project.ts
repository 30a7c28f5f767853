/** A project as a repository of its own, with the registry on loopback in the settings of the package managers. */
import { execFile } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openSandbox, type Sandbox } from '../sandbox.ts';
import { toolchainPath } from './machine.ts';
import type { EcosystemProject } from './project.ts';

const writeSettings = ({ home }: Sandbox, registry: string): void => {
  const settings = `registry=${registry}/\naudit=false\nfund=false\nupdate-notifier=false\n`;
  writeFileSync(join(home, '.npmrc'), settings);
  // As root, yarn would keep its cache outside of the home folder, for all tests together.
  const yarnCache = join(home, '.cache/yarn');
  writeFileSync(join(home, '.yarnrc'), `registry "${registry}/"\ncache-folder "${yarnCache}"\n`);
  writeFileSync(join(home, '.bunfig.toml'), `[install]\nregistry = "${registry}/"\n`);
};

/** Not waited for by stopping everything: the registry answers in this process. */
export const inShell = ({ env }: Sandbox, cwd: string, command: string): Promise<unknown> =>
  promisify(execFile)('sh', ['-c', command], { cwd, env, timeout: 60_000 });

/** Where cargo comes from rustup, it looks for its toolchains in the home folder, which is another one here. */
const showToolchains = ({ env }: Sandbox): void => {
  const rustup = join(homedir(), '.rustup');
  if (!existsSync(rustup)) return;
  const readable: unknown[] = JSON.parse(env['FIXPOINT_SET_VERIFY__NEEDS__READABLE'] ?? '[]');
  Object.assign(env, {
    RUSTUP_HOME: rustup,
    FIXPOINT_SET_VERIFY__NEEDS__READABLE: JSON.stringify([...readable, rustup]),
  });
};

export const openProject = async (
  { files, prepare = [] }: Pick<EcosystemProject, 'files' | 'prepare'>,
  registry?: string,
): Promise<Sandbox> => {
  const box = openSandbox(files);
  Object.assign(box.env, { PATH: toolchainPath });
  showToolchains(box);
  if (registry !== undefined) writeSettings(box, registry);
  for (const command of prepare) await inShell(box, box.root, command);
  if (prepare.length > 0) box.commitAll('locked');
  return box;
};
