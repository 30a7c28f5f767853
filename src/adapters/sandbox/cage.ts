/** The command line of bubblewrap for one call: pure, so that what an agent can reach can be read off it. */
import { ownIds } from './contain.ts';
import { mountArguments, orderMounts, type Mount } from './mounts.ts';

export type Cage = {
  bwrap: string;
  mounts: readonly Mount[];
  network: 'open' | 'closed';
  /** Whether this bubblewrap can keep programs from making namespaces of their own. */
  disableUserns: boolean;
  /** Variables that mean nothing inside. */
  unset: readonly string[];
  /** Where the command starts; where we are when not given. */
  cwd?: string;
  command: readonly string[];
};

export const cageCommand = ({ bwrap, mounts, network, disableUserns, unset, cwd, command }: Cage): string[] => [
  bwrap,
  // All inside ends with it, and it ends with us.
  '--die-with-parent',
  '--unshare-user',
  // Behind layers we are root in a namespace of our own: inside, everybody is who they are outside.
  ...ownIds(),
  '--unshare-pid',
  '--unshare-ipc',
  '--unshare-uts',
  '--unshare-cgroup-try',
  ...(network === 'closed' ? ['--unshare-net'] : []),
  '--cap-drop',
  'ALL',
  ...(disableUserns ? ['--disable-userns'] : []),
  ...mountAround(mounts),
  // The root itself is a folder in memory, in which nothing should be written by mistake.
  '--remount-ro',
  '/',
  ...unset.flatMap((name) => ['--unsetenv', name]),
  ...(cwd === undefined ? [] : ['--chdir', cwd]),
  '--',
  ...command,
];

/** A repository may lie in memory, and what is mounted at /dev would hide it. */
const liesInMemory = ({ at }: Mount): boolean => at.startsWith('/dev/shm/');

const mountAround = (mounts: readonly Mount[]): string[] => {
  const ordered = orderMounts(mounts);
  return [
    ...ordered.filter((mount) => !liesInMemory(mount)).flatMap(mountArguments),
    '--dev',
    '/dev',
    '--proc',
    '/proc',
    ...ordered.filter(liesInMemory).flatMap(mountArguments),
  ];
};
