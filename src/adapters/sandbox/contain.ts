/**
 * A program that is not fenced, and yet ends with all that it has started: processes in a namespace of their own,
 * nothing else.
 */

/**
 * Numbers of processes inside begin where hardly any of this machine's are: one that a program writes down, such as
 * into a file `server.pid`, must not be taken for another's afterwards. The first process itself has number 2, so it is
 * this shell. It tries the numbers below the largest that Linux knows, which fails where there are fewer: every
 * namespace has its own limit, and ours may be far smaller. Only then is it worth a process to ask for it, and that is
 * `cat`, since a shell's own `read` goes by single letters, and of such a file it gets the first one alone.
 */
const script = `
last=/proc/sys/kernel/ns_last_pid
echo $((4194304 - $1)) 2>/dev/null >$last || {
  most=$(cat /proc/sys/kernel/pid_max)
  [ "$most" -lt 2000000 ] || echo $((most - $1)) 2>/dev/null >$last
}
shift
trap : TERM INT HUP
"$@"
exit $?`;

export type Containment = {
  bwrap: string;
  asRoot: boolean;
  binds: readonly { at: string; from: string }[];
  visible: readonly string[];
  cwd: string;
};

export const containedCommand = (
  { bwrap, asRoot, binds, visible, cwd }: Containment,
  command: readonly string[],
  numbers: number = chooseNumbers(),
): string[] => [
  bwrap,
  '--die-with-parent',
  '--unshare-pid',
  // Root stays root. Others need a namespace of users, in which nobody else is known.
  ...(asRoot ? ['--cap-add', 'ALL'] : ['--unshare-user', ...ownIds(), '--cap-add', 'CAP_SYS_ADMIN']),
  '--dev-bind',
  '/',
  '/',
  '--proc',
  '/proc',
  ...binds.flatMap(({ at, from }) => ['--bind', from, at]),
  ...visible.flatMap((folder) => ['--ro-bind-try', folder, folder]),
  '--chdir',
  cwd,
  '--',
  '/bin/sh',
  '-c',
  script,
  'sh',
  String(numbers),
  ...command,
];

/** Inside a namespace in which we are root already, whoever we are outside. */
export const ownIds = (): string[] => [
  '--uid',
  String(process.getuid?.() ?? 0),
  '--gid',
  String(process.getgid?.() ?? 0),
];

/** How many numbers are left for it: not the same for all, so that two of them hardly ever use the same. */
const chooseNumbers = (): number => 100_000 * (1 + Math.floor(Math.random() * 9));
