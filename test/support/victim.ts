/**
 * What code in a cage must not reach: a key, the checkout, the state folder, a process, a service, a socket; and code
 * that tries.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { isAlive } from './processes.ts';
import type { Sandbox } from './sandbox.ts';

export type Victim = {
  /**
   * Shell lines that try everything, print `GOT …` for whatever they could read, and REACHED at last. They end well.
   */
  attack: string;
  /** What has happened, in words; empty when nothing has. */
  harm: () => string[];
  dispose: () => Promise<void>;
};

const listening = (server: Server, at: string | number): Promise<Server> =>
  new Promise((resolve) => {
    if (typeof at === 'number') server.listen(at, '127.0.0.1', () => resolve(server));
    else server.listen(at, () => resolve(server));
  });

/** Succeeds where a connection can be made. */
const connect = (family: string, to: string): string =>
  `python3 -c 'import socket; s = socket.socket(socket.${family}); s.settimeout(2); s.connect(${to})' 2> /dev/null`;

export const openVictim = async (sandbox: Sandbox): Promise<Victim> => {
  const { home, root, state, outside } = sandbox;
  let connections = 0;
  const connected = (): void => void (connections += 1);
  const port = await listening(createServer(connected), 0);
  const socket = await listening(createServer(connected), join(outside, 'socket'));
  const address = port.address();
  const number = typeof address === 'object' ? address?.port : undefined;
  const bystander: ChildProcess = spawn('sleep', ['600'], {
    env: { PATH: sandbox.env['PATH'], SECRET: 'in-the-environment' },
  });
  mkdirSync(join(home, '.ssh'), { recursive: true });
  writeFileSync(join(home, '.ssh/id_ed25519'), 'KEY-OF-THE-USER\n');
  writeFileSync(join(home, '.bashrc'), '# settings of the user\n');
  writeFileSync(join(root, '.env'), 'SECRET=of the checkout\n');
  const before = new Map(
    [join(root, 'attack.sh'), join(root, '.git/config'), join(home, '.bashrc')].map((file) => [file, read(file)]),
  );
  const attack = `
exec 2> /dev/null
grep -q KEY-OF ${home}/.ssh/id_ed25519 && echo GOT the key
grep -q 'of the checkout' ${root}/.env && echo GOT what is ignored in the checkout
grep -q in-the-environment /proc/${bystander.pid}/environ && echo GOT the environment of another process
ls ${state}/fixpoint/*/runs/*/journal* ${state}/fixpoint/*.db | grep -q . && echo GOT the state folder
(echo '# changed' >> ${root}/attack.sh); (echo '# changed' >> ${root}/.git/config); (echo pwned > ${root}/.git/hooks/post-checkout)
(echo pwned >> ${home}/.bashrc); (echo pwned > ${outside}/pwned); (echo pwned > ${state}/pwned); (echo pwned > ${sandbox.folder}/pwned)
kill ${bystander.pid}
${connect('AF_INET', `("127.0.0.1", ${number})`)} && echo GOT a port of this machine
${connect('AF_UNIX', `"${outside}/socket"`)} && echo GOT a socket
echo REACHED
`;
  return {
    attack,
    harm: () => [
      ...[...before].filter(([file, text]) => read(file) !== text).map(([file]) => `${file} was changed`),
      ...[
        join(root, '.git/hooks/post-checkout'),
        join(outside, 'pwned'),
        join(state, 'pwned'),
        join(sandbox.folder, 'pwned'),
      ]
        .filter((file) => existsSync(file))
        .map((file) => `${file} was written`),
      ...(isAlive(bystander.pid ?? 0) ? [] : ['a process was ended']),
      ...(connections === 0 ? [] : [`${connections} connections were made`]),
    ],
    dispose: async () => {
      bystander.kill('SIGKILL');
      await Promise.all([port, socket].map((server) => new Promise((resolve) => server.close(resolve))));
    },
  };
};

const read = (file: string): string => (existsSync(file) ? readFileSync(file, 'utf8') : '');

/** Processes that sleep for so many seconds: a number that nobody else uses tells them from others. */
export const sleepers = (seconds: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && cmdline(name).endsWith(`sleep\0${seconds}\0`))
    .map(Number);

const cmdline = (pid: string): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1');
  } catch {
    return '';
  }
};

/** Ways to outlive the program that one is started by, each as a shell line for a number of seconds. */
export const escapes: Record<string, (seconds: number) => string> = {
  background: (n) => `sleep ${n} > /dev/null 2>&1 &`,
  session: (n) => `setsid sleep ${n} > /dev/null 2>&1 < /dev/null &`,
  nohup: (n) => `nohup sleep ${n} > /dev/null 2>&1 < /dev/null &`,
  bare: (n) => `(cd / && env -i setsid /bin/sleep ${n} > /dev/null 2>&1 < /dev/null &)`,
  orphan: (n) =>
    `python3 -c 'import os
if os.fork() == 0:
    os.setsid(); os.chdir("/")
    if os.fork() == 0:
        for fd in range(3): os.close(fd)
        os.execve("/bin/sleep", ["sleep", "${n}"], {})
    os._exit(0)
os.wait()'`,
  deaf: (n) => `(trap '' TERM HUP INT; cd / && exec env -i setsid /bin/sleep ${n} > /dev/null 2>&1 < /dev/null) &`,
};
