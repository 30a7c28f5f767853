/** Puts layers together before anything else is mounted: bubblewrap takes them in like any other folder. */
import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { Layer } from '../../ports/sandbox.ts';

/** Wherever it appears. */
type Parts = Omit<Layer, 'at'>;

/** Where a layer is put together, outside of the cage. */
export const mergedOf = ({ work }: Parts): string => join(work, 'merged');

/**
 * The names by which a layer's folders are mounted: a path with a colon or a comma could not be written as an option.
 */
const lowerName = (index: number): string => `lower-${index}`;

/** Makes what mounting needs. Done again for every command of a room, so nothing that is there is believed. */
export const furnishLayer = (layer: Parts): void => {
  for (const name of ['work', 'merged']) mkdirSync(join(layer.work, name), { recursive: true });
  mkdirSync(layer.upper, { recursive: true });
  const links = {
    top: layer.upper,
    ...Object.fromEntries(layer.lower.map((folder, index) => [lowerName(index), folder])),
  };
  for (const [name, to] of Object.entries(links)) {
    rmSync(join(layer.work, name), { force: true });
    symlinkSync(to, join(layer.work, name));
  }
};

const optionsOf = ({ lower }: Parts): string =>
  `lowerdir=${lower.map((_, index) => lowerName(index)).join(':')},upperdir=top,workdir=work,userxattr`;

/** Mounts each, in a namespace that goes with the command, and then becomes the command. */
const script = `
while [ "$1" != -- ]; do
  cd "$1" && mount -t overlay overlay -o "$2" merged || exit 125
  shift 2
done
shift
cd / && exec "$@"`;

/** `asRoot`: root mounts by its own right; others become root in a namespace of users first. */
export const withLayers = (layers: readonly Parts[], command: readonly string[], asRoot: boolean): string[] => [
  'unshare',
  ...(asRoot ? [] : ['--user', '--map-root-user']),
  '--mount',
  '--propagation',
  'private',
  '--',
  '/bin/sh',
  '-c',
  script,
  'sh',
  ...layers.flatMap((layer) => [layer.work, optionsOf(layer)]),
  '--',
  ...command,
];
