/** What a call sees of the file system: the system, programs, what it asked for, and what it may write. */
import { join, resolve } from 'node:path';
import type { SandboxRequest } from '../../ports/sandbox.ts';
import { mergedOf } from './layers.ts';
import type { Mount } from './mounts.ts';
import { isFolder, isWithin, mountsOf, realPathOf, writableMountsOf } from './places.ts';
import { type Outside, programFolders } from './programs.ts';
import { systemMounts } from './system.ts';

/** Where it is inside. */
export const temporaryFolder = '/tmp';

/** Takes the place of what is there. */
const inPlace = (kind: 'visible' | 'write', at: string, from: string): Mount => ({ kind, at, from, instead: true });

export const mountsFor = (request: SandboxRequest, outside: Outside): Mount[] => {
  const layered = (request.layers ?? []).flatMap(({ at }) => at);
  const written = [request.workspace, request.scratch, ...request.writable, ...layered];
  const unasked = [...systemMounts(), ...programMounts(request, outside, { written, layered })];
  const asked = request.readable.flatMap((path) => mountsOf('visible', path));
  return [
    ...unasked,
    ...hiddenFolders(outside).flatMap(hidingMounts),
    ...ownFolders(request, outside),
    ...coveringMounts([...unasked, ...asked], outside.hidden ?? [], [...request.readable, ...written]),
    ...asked,
    ...(request.shown ?? []).map(({ at, from }) => inPlace('visible', at, from)),
    ...request.writable.flatMap(writableMountsOf),
    ...mountsOf('write', request.scratch),
    ...workMounts(request, layered),
  ];
};

const programMounts = (
  request: SandboxRequest,
  outside: Outside,
  { written, layered }: { written: readonly string[]; layered: readonly string[] },
): Mount[] =>
  programFolders(request.command, outside)
    // Where agents write there may be links of theirs: programs are not looked up there.
    .filter((path) => !written.some((folder) => isWithin(path, folder)))
    .flatMap((path) => mountsOf('visible', path))
    // What a layer takes the place of is not seen through it, by whatever name.
    .filter((mount) => !liesIn(mount, layered));

/** A home and a temporary folder of the call's own. */
const ownFolders = ({ home, temporary }: SandboxRequest, outside: Outside): Mount[] => [
  ...(home === undefined ? [] : [inPlace('write', outside.home, typeof home === 'string' ? home : mergedOf(home))]),
  ...(temporary === undefined ? [] : [inPlace('write', temporaryFolder, temporary)]),
];

/** Where the work is done: the layers, and the workspace unless one of them takes its place. */
const workMounts = ({ layers = [], workspace, access }: SandboxRequest, layered: readonly string[]): Mount[] => [
  ...layers.flatMap((layer) => layer.at.map((at) => inPlace('write', at, mergedOf(layer)))),
  ...(layered.includes(workspace) ? [] : mountsOf(access === 'read' ? 'read' : 'write', workspace)),
];

const liesIn = (mount: Mount, folders: readonly string[]): boolean =>
  folders.some((folder) => isWithin(mount.at, folder) || ('from' in mount && isWithin(mount.from, folder)));

/** Whatever else can be read, these cannot: they hold credentials, and the work of other calls. */
const hiddenFolders = ({ env, home }: Outside): string[] => [
  env['HOME'] || home,
  join(env['XDG_STATE_HOME'] || join(home, '.local/state'), 'fixpoint'),
];

const hidingMounts = (path: string): Mount[] => {
  const real = realPathOf(path);
  if (real === null) return [];
  return [{ kind: 'empty', at: real }, ...(real === path ? [] : [{ kind: 'link', at: path, to: real } as const])];
};

/**
 * A folder that is shown may hold one that must not be: that one is empty then, unless it was asked for by its own
 * name.
 */
const coveringMounts = (mounts: readonly Mount[], hidden: readonly string[], asked: readonly string[]): Mount[] => {
  const places = new Set(asked.flatMap((path) => [resolve(path), realPathOf(path) ?? path]));
  return mounts.flatMap((mount) => coversOf(mount, hidden)).filter(({ at }) => !places.has(at));
};

const coversOf = (mount: Mount, hidden: readonly string[]): Mount[] => {
  if (!('from' in mount)) return [];
  return hidden
    .filter((folder) => folder !== mount.from && isWithin(folder, mount.from) && isFolder(folder))
    .map((folder) => ({ kind: 'empty', at: join(mount.at, folder.slice(mount.from.length)) }));
};
