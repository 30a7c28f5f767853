/** Published versions of packages, fetched into a temporary folder. */
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

/** Chosen because their files were split, moved and renamed between these versions. */
export const studied: Readonly<Record<string, readonly string[]>> = {
  commander: ['6.2.1', '7.2.0', '8.3.0', '9.5.0', '11.1.0', '13.1.0'],
  semver: ['5.7.2', '6.3.1', '7.0.0', '7.3.8', '7.6.3'],
  'js-yaml': ['3.12.2', '3.14.1', '4.0.0', '4.1.0'],
  picomatch: ['2.0.7', '2.3.1', '3.0.1', '4.0.2'],
};

/** Never looked at while anything was changed. */
export const heldOut: Readonly<Record<string, readonly string[]>> = {
  ws: ['6.2.3', '7.5.10', '8.5.0', '8.18.0'],
  express: ['4.16.4', '4.21.2', '5.0.1', '5.1.0'],
  mocha: ['7.2.0', '8.4.0', '9.2.2', '10.8.2'],
  nodemailer: ['4.7.0', '5.1.1', '6.9.16', '7.0.3'],
};

const run = (command: string, args: readonly string[], cwd: string): void => {
  const { status, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr}`);
};

/** Gives the folder that holds the package. */
export const fetchVersion = (name: string, version: string, room: string): string => {
  const folder = join(room, `${name}-${version}`);
  mkdirSync(folder, { recursive: true });
  run('npm', ['pack', `${name}@${version}`, '--silent', '--pack-destination', folder], folder);
  run('tar', ['-xzf', `${name}-${version}.tgz`], folder);
  return join(folder, 'package');
};
