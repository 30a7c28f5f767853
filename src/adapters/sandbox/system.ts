/**
 * The parts of the system that every program may read: programs, libraries, settings. All else is not there unless
 * asked for.
 */
import { readdirSync, readlinkSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Mount } from './mounts.ts';
import { mountsOf } from './places.ts';

const systemFolders = new Set([
  'usr',
  'bin',
  'sbin',
  'lib',
  'lib32',
  'lib64',
  'libx32',
  'etc',
  'opt',
  'nix',
  'gnu',
  'snap',
  'sys',
]);

/** Below folders that are hidden: programs of NixOS, and certificates where `/etc` only links to them. */
const systemParts = ['/run/current-system', '/run/opengl-driver', '/var/lib/ca-certificates', '/var/lib/alternatives'];

const temporaryFolders = ['/tmp', '/var/tmp', '/run'];

/** Looked up for every call: what was mounted must be there, and what has come since may have to be closed. */
export const systemMounts = (): Mount[] => [
  ...list('/').flatMap((entry): Mount[] => {
    const at = join('/', entry.name);
    if (entry.isSymbolicLink()) return [{ kind: 'link', at, to: readlinkSync(at) }];
    return systemFolders.has(entry.name) ? mountsOf('visible', at) : [];
  }),
  ...systemParts.flatMap((path) => mountsOf('visible', path)),
  ...temporaryFolders.map((at): Mount => ({ kind: 'empty', at })),
  ...(process.getuid?.() === 0 ? closedSettings('/etc') : []),
];

/** Root may read all settings, also keys and passwords: what others may not read is closed for agents of root too. */
const closedSettings = (folder: string): Mount[] =>
  list(folder).flatMap((entry): Mount[] => {
    const at = join(folder, entry.name);
    if (entry.isSymbolicLink()) return [];
    const mode = modeOf(at);
    if (!entry.isDirectory()) return (mode & 0o004) === 0 ? [{ kind: 'closed', at }] : [];
    return (mode & 0o005) === 0o005 ? closedSettings(at) : [{ kind: 'empty', at }];
  });

const list = (folder: string) => {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
};

const modeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mode ?? 0o005;
