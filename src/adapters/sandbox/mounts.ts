/** What a sandboxed program sees of the file system, as bubblewrap is told it. */
import { dirname } from 'node:path';

export type Mount =
  /**
   * `visible`: can be read at least; `read`: can be read and never written. `from` lies elsewhere when `at` is reached
   * through a link.
   */
  | {
      kind: 'visible' | 'read' | 'write';
      at: string;
      from: string;
      /** It takes the place of what lies there, so nothing else that lies below is seen through it. */
      instead?: true;
    }
  /** A folder in memory, for this call alone. */
  | { kind: 'empty'; at: string }
  /** A file that cannot be read. */
  | { kind: 'closed'; at: string }
  | { kind: 'link'; at: string; to: string };

/** When several are meant for one place the strongest counts. */
const strength: Readonly<Record<Mount['kind'], number>> = {
  link: 0,
  visible: 1,
  empty: 2,
  closed: 3,
  write: 4,
  read: 5,
};

const depth = (path: string): number => (path === '/' ? 0 : path.split('/').length);

const strongest = (mounts: readonly Mount[]): Mount[] => {
  const byPath = new Map<string, Mount>();
  for (const mount of mounts) {
    const other = byPath.get(mount.at);
    if (other === undefined || strength[mount.kind] > strength[other.kind]) byPath.set(mount.at, mount);
  }
  return [...byPath.values()];
};

/** Outer places come first, since a mount hides whatever was below it. What another one shows already is left out. */
export const orderMounts = (mounts: readonly Mount[]): Mount[] => {
  const kept = new Map<string, Mount>();
  for (const mount of strongest(mounts).sort((a, b) => depth(a.at) - depth(b.at))) {
    if (!isShown(mount, nearestAbove(mount.at, kept))) kept.set(mount.at, mount);
  }
  return [...kept.values()];
};

const nearestAbove = (path: string, mounts: ReadonlyMap<string, Mount>): Mount | undefined => {
  for (let above = dirname(path); above !== '/'; above = dirname(above)) {
    const mount = mounts.get(above);
    if (mount !== undefined) return mount;
  }
  return undefined;
};

const isShown = (mount: Mount, above: Mount | undefined): boolean => {
  switch (above?.kind) {
    case 'visible':
    case 'read':
      return above.instead !== true && (mount.kind === 'visible' || mount.kind === 'read');
    case 'write':
      return above.instead !== true && (mount.kind === 'visible' || mount.kind === 'write');
    // It is mounted where the link leads to as well, and nothing can be mounted through one.
    case 'link':
      return true;
    default:
      return false;
  }
};

export const mountArguments = (mount: Mount): string[] => {
  switch (mount.kind) {
    case 'visible':
    case 'read':
      return ['--ro-bind', mount.from, mount.at];
    case 'write':
      return ['--bind', mount.from, mount.at];
    case 'empty':
      return ['--tmpfs', mount.at];
    case 'closed':
      return ['--ro-bind', '/dev/null', mount.at];
    case 'link':
      return ['--symlink', mount.to, mount.at];
    default:
      return mount satisfies never;
  }
};
