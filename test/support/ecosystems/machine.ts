/** What this machine has for projects of many kinds: what `npm run ecosystems` installed, then the search path. */
import { existsSync } from 'node:fs';
import { delimiter, dirname, isAbsolute, join } from 'node:path';

const packages = join(import.meta.dirname, '../../ecosystems/node_modules');

/** Its own package would put the program of this machine in place by an install script, which is not run. */
const bun = `@oven/bun-linux-${process.arch === 'arm64' ? 'aarch64' : 'x64'}/bin`;

/** The Node of the tests before all: the older ones that came along lie in `.bin` as well. */
const folders = [dirname(process.execPath), join(packages, bun), join(packages, '.bin'), process.env['PATH'] ?? ''];

export const toolchainPath = folders.join(delimiter);

/** A program, or the whole path of what is no program. */
export const isThere = (program: string): boolean =>
  isAbsolute(program)
    ? existsSync(program)
    : toolchainPath.split(delimiter).some((folder) => existsSync(join(folder, program)));

/** For the end of a title; empty when nothing is missing. */
export const whySkipped = (needs: readonly string[]): string => {
  const missing = needs.filter((program) => !isThere(program));
  return missing.length === 0 ? '' : ` (skipped: ${missing.join(', ')} not installed; run npm run ecosystems)`;
};

/** An older Node that came along; null where there is none for this machine. */
export const olderNode = (version: 20 | 22): string | null => {
  const file = join(packages, `node-${version}/bin/node`);
  return existsSync(file) ? file : null;
};
