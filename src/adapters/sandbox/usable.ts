/** Finds out whether a sandbox can be made here, by making one. */
import { readFileSync } from 'node:fs';
import { delimiter } from 'node:path';
import type { ProcessOutcome, RunProcess } from '../../ports/process.ts';
import type { SandboxCheck } from '../../ports/sandbox.ts';
import { cageCommand } from './cage.ts';
import { findProgram, searchPath, type Outside } from './programs.ts';
import { systemMounts } from './system.ts';

/** What wrapping needs to know of this machine. */
export type Tools = { bwrap: string; disableUserns: boolean };

export type Usable = { check: SandboxCheck; tools: Tools | null };

const install =
  'install them: `apt-get install bubblewrap socat` (Debian, Ubuntu), `dnf install bubblewrap socat` (Fedora), ' +
  '`apk add bubblewrap socat` (Alpine)';

const elsewhere = 'run Fixpoint on Linux, or in a container or virtual machine of its own';

export const findUsable = async (outside: Outside, runProcess: RunProcess): Promise<Usable> => {
  if (process.platform !== 'linux') return unusable(`there is no sandbox for ${process.platform}`, elsewhere);
  const bwrap = findProgram('bwrap', outside.env, outside.hidden);
  const socat = findProgram('socat', outside.env, outside.hidden);
  if (bwrap !== undefined && socat !== undefined) return tryCages(bwrap, outside, runProcess);
  const missing = [...(bwrap === undefined ? ['bubblewrap'] : []), ...(socat === undefined ? ['socat'] : [])];
  return unusable(`${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} not installed`, install);
};

/** With all that keeps programs in, else with all that this bubblewrap can do. */
const tryCages = async (bwrap: string, outside: Outside, runProcess: RunProcess): Promise<Usable> => {
  const tryOut = (disableUserns: boolean) => tryCage({ bwrap, disableUserns }, outside, runProcess);
  const [what, strict] = await Promise.all([nameOf(bwrap, runProcess), tryOut(true)]);
  const loose = strict.exitCode === 0 ? strict : await tryOut(false);
  if (loose.exitCode !== 0) return refused(loose);
  return { check: { usable: true, what }, tools: { bwrap, disableUserns: strict.exitCode === 0 } };
};

const tryCage = (tools: Tools, { env, hidden }: Outside, runProcess: RunProcess): Promise<ProcessOutcome> =>
  runProcess({
    command: cageCommand({ ...tools, mounts: systemMounts(), network: 'closed', unset: [], command: ['true'] }),
    cwd: '/',
    // The system may show a checkout, such as one in /opt: its own `true` is not run.
    env: { PATH: searchPath(env, hidden).join(delimiter) },
    timeoutMs: 10_000,
    marker: 'sandbox-check',
  });

const unusable = (reason: string, remedy: string): Usable => ({
  check: { usable: false, reason, remedy },
  tools: null,
});

const nameOf = async (bwrap: string, runProcess: RunProcess): Promise<string> => {
  const { stdout } = await runProcess({
    command: [bwrap, '--version'],
    cwd: '/',
    timeoutMs: 10_000,
    marker: 'sandbox-check',
  });
  return stdout.trim() || 'bubblewrap';
};

const refused = ({ stderr, error, status }: ProcessOutcome): Usable => {
  const said = (stderr.trim() || error || status).split('\n').at(-1) ?? '';
  return unusable(`bubblewrap cannot make a sandbox here (${said.slice(0, 300)})`, remedyFor(said));
};

const inContainer =
  'in a container, start it so that it may make namespaces, for example `docker run --security-opt ' +
  'seccomp=unconfined --security-opt systempaths=unconfined`';

/** The switches of the kernel that keep users from making namespaces, with the value that does. */
const switches: readonly (readonly [string, string, string])[] = [
  ['kernel/unprivileged_userns_clone', '0', '1'],
  ['kernel/apparmor_restrict_unprivileged_userns', '1', '0'],
  ['user/max_user_namespaces', '0', '15000'],
];

const remedyFor = (said: string): string => {
  const off = switches.find(([name, value]) => readSwitch(name) === value);
  if (off === undefined) return /mount proc/i.test(said) ? inContainer : `allow user namespaces; ${inContainer}`;
  const [name, , wanted] = off;
  return (
    `allow user namespaces, as root: \`sysctl -w ${name.replaceAll('/', '.')}=${wanted}\` (for good in ` +
    '/etc/sysctl.d)'
  );
};

const readSwitch = (name: string): string => {
  try {
    return readFileSync(`/proc/sys/${name}`, 'latin1').trim();
  } catch {
    return '';
  }
};
