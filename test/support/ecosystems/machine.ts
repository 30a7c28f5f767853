/** What this machine has for projects of many kinds: what `npm run ecosystems` installed, then the search path. */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const packages = join(import.meta.dirname, '../../ecosystems/node_modules');

/** Its own package would put the program of this machine in place by an install script, which is not run. */
const bun = `@oven/bun-linux-${process.arch === 'arm64' ? 'aarch64' : 'x64'}/bin`;

export const toolchainPath = [join(packages, bun), join(packages, '.bin'), process.env['PATH'] ?? ''].join(delimiter);

export const isThere = (program: string): boolean =>
  toolchainPath.split(delimiter).some((folder) => existsSync(join(folder, program)));

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
