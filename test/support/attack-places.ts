/** Places where a proof can leave something behind that makes the next one pass. */
import { join } from 'node:path';

/** Where something can be left, and how the next proof would see it: shell commands. */
export type Place = { leave: string; seen: string };

/** Passes as soon as an earlier proof has been there. */
export const leaving = ({ leave, seen }: Place): string =>
  `if ${seen}; then exit 0; fi\n{ ${leave}; } > /dev/null 2>&1\necho REACHED\nexit 1`;

const touch = (file: string): Place => ({
  leave: `mkdir -p "$(dirname "${file}")" && touch "${file}"`,
  seen: `[ -e "${file}" ]`,
});

/** In the workspace: these hold without a cage too. */
export const inside: Record<string, Place> = {
  'ignored-file': touch('build/left'),
  'empty-folder': { leave: 'mkdir -p build/empty', seen: '[ -d build/empty ]' },
  'untracked-file': touch('left.txt'),
  'read-only-folder': {
    leave: 'mkdir -p build/ro && touch build/ro/left && chmod 555 build/ro',
    seen: '[ -e build/ro/left ]',
  },
  'mode-of-a-file': { leave: 'chmod 755 data.txt', seen: '[ -x data.txt ]' },
  'time-of-a-file': { leave: 'touch -d @978307200 data.txt', seen: '[ "$(stat -c %Y data.txt)" = 978307200 ]' },
  'tracked-file': { leave: 'echo changed > data.txt', seen: 'grep -q changed data.txt' },
  'time-to-come': {
    leave: 'mkdir -p build && touch -d @4102444800 build/target',
    seen: '[ build/target -nt data.txt ]',
  },
  'tracked-file-gone': { leave: 'rm data.txt', seen: '[ ! -e data.txt ]' },
  'link-in-its-place': { leave: 'rm data.txt; ln -s test.sh data.txt', seen: '[ -L data.txt ]' },
  'cache-in-dependencies': touch('node_modules/.cache/left'),
  'dependency-rewritten': { leave: 'echo poisoned > node_modules/tool', seen: 'grep -q poisoned node_modules/tool' },
  'dependency-in-place': {
    leave: 'printf poison | dd of=node_modules/other conv=notrunc',
    seen: 'grep -q poison node_modules/other',
  },
  'dependency-gone': { leave: 'rm node_modules/tool', seen: '[ ! -e node_modules/tool ]' },
  'dependency-mode': { leave: 'chmod 777 node_modules/other', seen: '[ "$(stat -c %a node_modules/other)" = 777 ]' },
  'git-config': { leave: 'git config left.behind yes', seen: 'git config left.behind' },
  'git-ref': { leave: 'git update-ref refs/heads/left HEAD', seen: 'git rev-parse -q --verify refs/heads/left' },
  'git-folder': touch('.git/left'),
  'git-exclude': { leave: 'echo left > .git/info/exclude', seen: 'grep -qx left .git/info/exclude' },
  'git-hook': touch('.git/hooks/post-checkout'),
};

const python = (code: string): string => `python3 -c '${code}'`;

const server = (family: string, address: string): string =>
  python(`
import os, socket
s = socket.socket(socket.${family}); s.bind(${address}); s.listen()
if os.fork(): os._exit(0)
os.setsid()
if os.fork(): os._exit(0)
import time; time.sleep(40)`);

const client = (family: string, address: string): string =>
  `${python(`import socket; socket.socket(socket.${family}).connect(${address})`)} 2> /dev/null`;

const portOf = (id: string): number => 20_000 + (Number.parseInt(id.slice(-4).toLowerCase(), 36) % 20_000);

/** On the machine: only namespaces keep proofs apart here. The id keeps tests apart that run at the same time. */
export const outside = (id: string, folder: string): Record<string, Place> => ({
  'users-folder': touch(join(folder, 'left')),
  'shared-memory': touch(`/dev/shm/fixpoint-${id}`),
  'temporary-folder': touch(`/var/tmp/fixpoint-${id}`),
  'system-v': { leave: `ipcmk -Q`, seen: `ipcs -q | grep -q '^0x'` },
  'abstract-socket': {
    leave: server('AF_UNIX', `chr(0) + "fixpoint-${id}"`),
    seen: client('AF_UNIX', `chr(0) + "fixpoint-${id}"`),
  },
  'port-of-this-machine': {
    leave: server('AF_INET', `("127.0.0.1", ${portOf(id)})`),
    seen: client('AF_INET', `("127.0.0.1", ${portOf(id)})`),
  },
});

/** Where tools keep what they know from one time to the next. */
export const home: Record<string, Place> = {
  home: touch('$HOME/left'),
  'cache-of-the-user': touch('${XDG_CACHE_HOME:-$HOME/.cache}/left'),
  'settings-of-the-user': touch('${XDG_CONFIG_HOME:-$HOME/.config}/left'),
  'git-of-the-user': { leave: 'git config --global left.behind yes', seen: 'git config --global left.behind' },
  tmpdir: touch('${TMPDIR:-/tmp}/left-by-a-proof'),
};
