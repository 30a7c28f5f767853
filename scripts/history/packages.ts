/** Packages that publish their tests, and their versions. Nothing of them is kept. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** Chosen for their tests, by different authors, in different styles; before anything was measured on them. */
export const studied: readonly string[] = [
  'qs',
  'minimist',
  'resolve',
  'tape',
  'object-inspect',
  'deep-equal',
  'array-includes',
  'jsx-ast-utils',
  'minimatch',
  'mkdirp',
  'nopt',
  'through2',
  'concat-stream',
  'lru-cache',
  'uuid',
  'browserify',
];

const npm = (args: readonly string[], cwd: string): string => {
  const { status, stdout, stderr } = spawnSync('npm', args, { cwd, encoding: 'utf8', maxBuffer: 1 << 28 });
  if (status !== 0) throw new Error(`npm ${args.join(' ')}: ${stderr.slice(-500)}`);
  return stdout;
};

const parts = (version: string): number[] => version.split('.').map(Number);

const byNumber = (a: string, b: string): number => {
  const [left, right] = [parts(a), parts(b)];
  const at = left.findIndex((part, n) => part !== right[n]);
  return at === -1 ? 0 : (left[at] ?? 0) - (right[at] ?? 0);
};

/** Finished versions, the oldest first. */
export const versionsOf = (name: string, room: string): string[] => {
  const all = z.array(z.string()).parse(JSON.parse(npm(['view', name, 'versions', '--json'], room)));
  return all.filter((version) => /^\d+\.\d+\.\d+$/.test(version)).toSorted(byNumber);
};

const lineOf = (version: string): string => version.split('.').slice(0, 2).join('.');

const mostCandidates = 20;

/**
 * Versions that this one may have come after: the one before it in its line (1.2.x); for the first of a line, all of
 * the line before, since its last ones may be later mends of it. Dates do not tell: mirrors have their own.
 */
export const candidatesFor = (version: string, sorted: readonly string[]): string[] => {
  const older = sorted.slice(0, sorted.indexOf(version));
  const [last] = older.slice(-1);
  if (last === undefined || lineOf(last) === lineOf(version)) return older.slice(-1);
  return older.filter((each) => lineOf(each) === lineOf(last)).slice(-mostCandidates);
};

/** So many of them, spread over all. */
export const someOf = <T>(all: readonly T[], most: number): T[] => {
  const step = Math.max(1, all.length / most);
  return all.filter((_, n) => Math.floor(n / step) !== Math.floor((n - 1) / step));
};

/** As npm calls the file of a package: the scope is a part of its name. */
const packed = (name: string): string => name.replace(/^@/, '').replaceAll('/', '-');

/** Fetches them all at once, and gives the folder of each. */
export const fetchVersions = (name: string, versions: readonly string[], room: string): Map<string, string> => {
  const folder = join(room, name);
  mkdirSync(folder, { recursive: true });
  for (let at = 0; at < versions.length; at += 20) {
    const specs = versions.slice(at, at + 20).map((version) => `${name}@${version}`);
    npm(['pack', ...specs, '--silent', '--pack-destination', folder], folder);
  }
  const found = new Map<string, string>();
  for (const version of versions) {
    const target = join(folder, version);
    mkdirSync(target);
    const file = join(folder, `${packed(name)}-${version}.tgz`);
    const { status } = spawnSync('tar', ['-xzf', file, '-C', target]);
    const inside = status === 0 ? readdirSync(target)[0] : undefined;
    if (inside !== undefined) found.set(version, join(target, inside));
  }
  return found;
};
