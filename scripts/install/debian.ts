/** Installs programs that Debian packages, where that can be done without asking; says the command elsewhere. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';

/** A program, or the whole path of what is no program, and the Debian package that has it. */
export type Program = readonly [program: string, debian: string];

const isThere = (program: string): boolean =>
  isAbsolute(program)
    ? existsSync(program)
    : (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)));

const commandsFor = (packages: readonly string[]): string[][] => [
  ['apt-get', 'update', '-qq'],
  ['apt-get', 'install', '-y', '-qq', '--no-install-recommends', ...packages],
];

/** Whether all are there now. */
export const installPrograms = (programs: readonly Program[]): boolean => {
  const missing = programs.filter(([program]) => !isThere(program));
  if (missing.length === 0) return true;
  console.log(`Not installed: ${missing.map(([program]) => program).join(', ')}`);
  const commands = commandsFor([...new Set(missing.map(([, debian]) => debian))]);
  if (!isThere('apt-get') || process.getuid?.() !== 0) {
    console.log(`Tests that need them are skipped. On Debian or Ubuntu this installs them:`);
    console.log(`  ${commands.map((words) => `sudo ${words.join(' ')}`).join(' && ')}`);
    return false;
  }
  return commands.every(([program = '', ...rest]) => spawnSync(program, rest, { stdio: 'inherit' }).status === 0);
};
