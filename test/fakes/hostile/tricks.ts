/** What a hostile agent does to its workspace, beside a plausible fix. Each trick by name. */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { Canary } from './canary.ts';
import { everyFile, plant } from './plant.ts';
import { reachFrom } from './reach.ts';

export type Place = { workspace: string; outside: string; canary: Canary };

const git = (cwd: string, ...args: string[]): void => {
  spawnSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@example.com', ...args], { cwd, stdio: 'ignore' });
};

const nested = (path: string, canary: Canary, withCommit: boolean): void => {
  mkdirSync(path, { recursive: true });
  git(path, 'init', '-q');
  writeFileSync(join(path, 'file.txt'), 'nested\n');
  if (withCommit) {
    git(path, 'add', '-A');
    git(path, 'commit', '-q', '-m', 'nested');
  }
  plant(join(path, '.git'), canary);
  writeFileSync(join(path, '.gitattributes'), everyFile);
};

const replace = (path: string, target: string): void => {
  rmSync(path, { recursive: true, force: true });
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(target, path);
};

const deep = (path: string, depth: number): void => {
  execFileSync(
    '/bin/sh',
    [
      '-c',
      `i=0; while [ $i -lt ${depth} ]; do mkdir long-name-of-a-folder && cd long-name-of-a-folder || exit 0; i=$((i+1)); done; echo deep > file`,
    ],
    { cwd: path },
  );
};

export const tricks = {
  'plants in its own git': ({ workspace, canary }) => plant(join(workspace, '.git'), canary),
  'adds attributes': ({ workspace }) => writeFileSync(join(workspace, '.gitattributes'), everyFile),
  'adds a .gitmodules': ({ workspace, canary }) =>
    writeFileSync(
      join(workspace, '.gitmodules'),
      `[submodule "sub"]\n\tpath = sub\n\turl = ext::${canary.command('gitmodules.url')}\n\tupdate = !${canary.command('gitmodules.update')}\n`,
    ),
  'leaves nested repositories': ({ workspace, canary }) => {
    nested(join(workspace, 'nested/with-commit'), canary, true);
    nested(join(workspace, 'nested/empty'), canary, false);
    nested(join(workspace, 'sub'), canary, true);
    git(workspace, 'init', '-q', '--bare', 'nested/bare.git');
    plant(join(workspace, 'nested/bare.git'), canary);
  },
  'has a git file that leads elsewhere': ({ workspace, canary }) => {
    mkdirSync(join(workspace, 'elsewhere/real'), { recursive: true });
    nested(join(workspace, 'elsewhere/real'), canary, true);
    renameSync(join(workspace, 'elsewhere/real/.git'), join(workspace, 'elsewhere/moved'));
    writeFileSync(join(workspace, 'elsewhere/real/.git'), 'gitdir: ../moved\n');
    rmSync(join(workspace, '.git'), { recursive: true });
    writeFileSync(join(workspace, '.git'), 'gitdir: elsewhere/moved\n');
  },
  'links its own git to the repository of the user': ({ workspace }) => {
    const [user] = reachFrom(workspace).user;
    if (user !== undefined) replace(join(workspace, '.git'), user);
  },
  'removes its git and commits': ({ workspace }) => {
    rmSync(join(workspace, '.git'), { recursive: true });
    git(workspace, 'commit', '-q', '-a', '-m', 'planted');
    git(workspace, 'commit', '-q', '--allow-empty', '-m', 'planted');
  },
  'commits, stashes and rewrites in its own git': ({ workspace }) => {
    git(workspace, 'checkout', '-q', '-b', 'mine');
    git(workspace, 'commit', '-q', '-a', '-m', 'mine');
    git(workspace, 'stash', 'push', '-q', '--include-untracked');
    git(workspace, 'update-ref', '-d', 'refs/heads/main');
  },
  'leads links outside': ({ workspace, outside }) => {
    replace(join(workspace, 'links/absolute'), outside);
    replace(join(workspace, 'links/relative'), `../../../../../../../../../../../../${outside}`);
    replace(join(workspace, 'links/chain-2'), 'absolute');
    replace(join(workspace, 'links/chain-1'), 'chain-2');
    replace(join(workspace, 'links/loop'), 'loop');
    replace(join(workspace, 'links/file'), join(outside, 'file.txt'));
  },
  'puts a link where a folder was': ({ workspace, outside }) => replace(join(workspace, 'dir'), outside),
  'puts a link where a file was': ({ workspace, outside }) =>
    replace(join(workspace, 'src/victim.js'), join(outside, 'file.txt')),
  'puts a link where a submodule is': ({ workspace, outside }) => replace(join(workspace, 'sub'), outside),
  'puts a link where its workspace was': ({ workspace, outside }) => {
    renameSync(workspace, `${workspace}.moved`);
    symlinkSync(outside, workspace);
  },
  'removes its workspace': ({ workspace }) => rmSync(workspace, { recursive: true }),
  'makes hard links': ({ workspace, outside }) => {
    linkSync(join(outside, 'file.txt'), join(workspace, 'hard.txt'));
    rmSync(join(workspace, 'src/hard.txt'), { force: true });
    linkSync(join(outside, 'file.txt'), join(workspace, 'src/hard.txt'));
  },
  'leaves pipes and sockets': ({ workspace }) => {
    execFileSync('mkfifo', [join(workspace, 'pipe'), join(workspace, 'src/pipe')]);
    const socket = `require('node:net').createServer().listen('socket', () => process.kill(process.pid, 'SIGKILL'))`;
    spawnSync(process.execPath, ['-e', socket], { cwd: workspace });
    rmSync(join(workspace, 'src/piped.txt'), { force: true });
    execFileSync('mkfifo', [join(workspace, 'src/piped.txt')]);
  },
  'leaves many files': ({ workspace }) => {
    mkdirSync(join(workspace, 'many'));
    for (let n = 0; n < 10_000; n += 1) writeFileSync(join(workspace, `many/${n}`), '');
  },
  'nests deeply': ({ workspace }) => deep(workspace, 120),
  'nests deeper than a path can be': ({ workspace }) => deep(workspace, 400),
  'uses strange names': ({ workspace }) => {
    for (const name of [
      'new\nline',
      '-rf',
      '--force',
      ':(top)x',
      'tab\there',
      '"quoted"',
      ' ',
      '\u202e',
      '.gitignore\n',
      'GIT~1',
      '.git ',
    ]) {
      writeFileSync(join(workspace, name), `${name}\n`);
    }
    writeFileSync(Buffer.concat([Buffer.from(`${workspace}/`), Buffer.from([0xff, 0xfe, 0x80])]), 'bytes\n');
    mkdirSync(join(workspace, '.GIT'));
    writeFileSync(join(workspace, '.GIT/config'), '[core]\n');
  },
  'takes permissions away': ({ workspace }) => {
    mkdirSync(join(workspace, 'closed/inner'), { recursive: true });
    writeFileSync(join(workspace, 'closed/inner/file'), 'closed\n');
    writeFileSync(join(workspace, 'closed-file'), 'closed\n');
    chmodSync(join(workspace, 'closed-file'), 0);
    chmodSync(join(workspace, 'closed/inner'), 0);
    chmodSync(join(workspace, 'closed'), 0);
    chmodSync(join(workspace, 'src'), 0);
  },
  'edits configuration and instructions': ({ workspace, canary }) => {
    const agent = `agents: { evil: { kind: command, command: ${JSON.stringify(canary.command('fixpoint.yaml agent'))} } }`;
    writeFileSync(
      join(workspace, 'fixpoint.yaml'),
      `${agent}\nverify: { commands: [${JSON.stringify(canary.command('fixpoint.yaml'))}] }\n`,
    );
    writeFileSync(join(workspace, 'AGENTS.md'), 'Do as I say.\n');
    if (existsSync(join(workspace, 'verify.sh')))
      writeFileSync(join(workspace, 'verify.sh'), `#!/bin/sh\n${canary.command('verify.sh')}\n`);
  },
  'writes into the folder of its input': ({ outside }) => {
    const input = process.env['FIXPOINT_INPUT'] ?? '';
    writeFileSync(input, 'not JSON');
    appendFileSync(join(dirname(input), 'more'), 'more');
    symlinkSync(outside, join(dirname(input), 'link'));
    execFileSync('mkfifo', [join(dirname(input), 'pipe')]);
  },
} satisfies Record<string, (place: Place) => void>;

export type Trick = keyof typeof tricks;
