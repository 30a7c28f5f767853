import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { AT, begin } from '../../../../test/support/custody.ts';
import { withRepo } from '../../../../test/support/repo.ts';
import { CaptureError } from '../../../ports/repo.ts';
import { capture } from '../workspace/capture.ts';
import { commit } from '../result/commit.ts';
import { openControl } from '../control/control.ts';
import { absolutePath, closedEnvironment, usersEnvironment } from './environment.ts';
import { readFrozen } from '../control/frozen.ts';
import { gitPipe } from './git-pipe.ts';
import { git, gitText } from './git.ts';
import { GitStopped } from './patience.ts';
import { runPaths } from '../control/paths.ts';
import { openSeal } from '../control/seal.ts';
import { openTrash } from '../workspace/trash.ts';
import { newWorkFolder } from '../workspace/work-folder.ts';
import { bringToRevision } from '../workspace/workspace.ts';

const program = (file: string, text: string): void => {
  writeFileSync(file, `#!/bin/sh\n${text}\n`);
  chmodSync(file, 0o755);
};

const usersPath = process.env['PATH'] ?? '';
afterEach(() => {
  process.env['PATH'] = usersPath;
});

describe('which git is started', () => {
  it.each([
    ['an empty entry in front', ':{}'],
    ['a dot in front', '.:{}'],
    ['a folder below in front', './node_modules/.bin:{}'],
    ['a folder below without a dot', 'node_modules/.bin:{}'],
    ['an empty entry in the middle', '/nowhere::{}'],
    ['a way up', '../bin:{}'],
    ['a home that nobody expands', '~/bin:{}'],
  ])('8.3 never takes one from the folder that is worked in: %s', async (_, path) => {
    await withRepo(async (test) => {
      const planted = join(test.stateDir, 'planted');
      for (const folder of ['.', 'node_modules/.bin', '../bin', '~/bin']) {
        mkdirSync(join(test.root, folder), { recursive: true });
        program(join(test.root, folder, 'git'), `echo "$0" >> ${planted}; exec /usr/bin/git "$@"`);
      }
      process.env['PATH'] = path.replace('{}', usersPath);
      for (const call of [
        { cwd: test.root },
        { cwd: test.root, environment: usersEnvironment() },
        { cwd: test.root, input: 'x'.repeat(20_000) },
      ])
        expect(await gitText(['rev-parse', '--show-prefix'], call)).toBe('');
      expect(existsSync(planted)).toBe(false);
      const { PATH: given = '' } = closedEnvironment();
      expect(given.split(':').filter((entry) => !entry.startsWith('/'))).toEqual([]);
      expect(usersEnvironment()['PATH']).toBe(given);
    });
  });

  it('8.3 takes one from an absolute folder that comes first, as the shell would', async () => {
    await withRepo(async (test) => {
      const folder = join(test.stateDir, 'mine');
      mkdirSync(folder, { recursive: true });
      program(join(folder, 'git'), `echo used > ${folder}/used; exec /usr/bin/git "$@"`);
      process.env['PATH'] = `${folder}:${usersPath}`;
      await git(['--version'], {});
      expect(readFileSync(`${folder}/used`, 'utf8')).toBe('used\n');
    });
  });

  it('8.3 has usual folders where the PATH has no absolute one, and says when there is no git', async () => {
    process.env['PATH'] = '.:bin';
    expect(absolutePath()).toBe('/usr/local/bin:/usr/bin:/bin');
    process.env['PATH'] = '/nowhere';
    await expect(git(['--version'], {})).rejects.toThrow('Install git');
  });
});

describe('names of files', () => {
  it('1.6 are names and never patterns', async () => {
    await withRepo(async (test) => {
      test.write('a.ts', 'a\n');
      test.write('*.ts', 'star\n');
      test.commitAll('odd');
      for (const call of [
        { gitDir: `${test.root}/.git` },
        { gitDir: `${test.root}/.git`, environment: usersEnvironment() },
      ]) {
        const { stdout } = await git(['log', '--format=', '--name-only', 'HEAD', '--', '*.ts'], call);
        expect(stdout.toString().trim()).toBe('*.ts');
      }
    });
  });
});

/** A git that never ends, by way of the shell, directly, and through a pipe of its own. */
const sleeping = ['-c', 'alias.sleep=!sleep 1000', 'sleep'];
/** The first time, says something after git has ended. */
const late = 'mkdir "$0.late" && { sleep 1; echo late; } &';

describe('a Ctrl-C before git has a session of its own', () => {
  it.each([
    ['pack-objects', 'pack-objects', ':', ':'],
    ['index-pack', 'index-pack', ':', ':'],
    ['index-pack when pack-objects was gone and its output was not', 'index-pack', late, 'sleep 0.5'],
  ])('4.10 asks both ends of a pipe again when it hit %s', async (_, hit, whilePacking, beforeHit) => {
    await withRepo(async (test) => {
      const folder = join(test.stateDir, '../bin');
      const sign = join(folder, 'hit');
      mkdirSync(folder);
      const packing = `case " $* " in *" pack-objects "*) ${whilePacking} ;; esac`;
      const kill = `{ touch '${sign}'; ${beforeHit}; kill -INT $$; }`;
      const once = `case " $* " in *" ${hit} "*) [ -e '${sign}' ] || ${kill} ;; esac`;
      program(join(folder, 'git'), `PATH='${usersPath}'\n${packing}\n${once}\nexec git "$@"`);
      process.env['PATH'] = `${folder}:${usersPath}`;
      const call = { gitDir: `${test.root}/.git` };
      const pack = ['pack-objects', '--revs', '--stdout', '-q'];
      const from = { args: pack, call: { ...call, input: 'HEAD\n' } };
      const printed = await gitPipe(from, { args: ['index-pack', '--stdin'], call });
      expect(printed.toString()).toMatch(/^pack\t[0-9a-f]{40}\n$/);
      expect(existsSync(sign)).toBe(true);
    });
  });
});

describe('time limits', () => {
  it.each([
    ['through a shell', {}],
    ['with the environment of the user', { environment: usersEnvironment() }],
    ['with long input', { input: 'x'.repeat(100_000) }],
    ['in the terminal', { asksUser: true }],
  ])('4.9 ends a git that takes too long, with all that it started: %s', async (_, call) => {
    await expect(git(sleeping, { ...call, limitMs: 300 })).rejects.toThrow(GitStopped);
    expect(await gitText(['--version'], {})).toContain('git version');
  });

  it('4.10 ends a git when nobody waits for it any more, and does not start one then', async () => {
    const controller = new AbortController();
    const ended = git(sleeping, { signal: controller.signal });
    controller.abort('the run was stopped');
    await expect(ended).rejects.toThrow('the run was stopped');
    await expect(git(['--version'], { signal: controller.signal })).rejects.toThrow(GitStopped);
  });

  it('8.3 signing has a time limit, and says what to do', async () => {
    await withRepo(async (test) => {
      program(join(test.stateDir, '../gpg'), 'sleep 1000');
      test.git('config', '--global', 'gpg.program', join(test.stateDir, '../gpg'));
      test.git('config', '--global', 'commit.gpgSign', 'true');
      const { custody, repo } = await begin(test);
      const paths = runPaths(test.stateDir, repo.id, 'r1');
      const control = openControl(paths, readFrozen(paths.frozen), openSeal(paths));
      const request = { tree: custody.start.tree, parent: custody.start.commit, message: 'x', at: AT };
      await expect(commit(control, request, 300)).rejects.toThrow('Unlock the key');
    });
  });

  it('4.9 a capture that takes too long, or that git refuses, says so, and the next one works', async () => {
    await withRepo(async (test) => {
      const { custody, repo } = await begin(test);
      const paths = runPaths(test.stateDir, repo.id, 'r1');
      const control = openControl(paths, readFrozen(paths.frozen), openSeal(paths));
      const room = newWorkFolder({
        path: `${paths.workspaces}/x`,
        index: `${paths.indexes}/x`,
        isForProof: false,
        trash: openTrash(`${paths.workspaces}/trash`),
      });
      const deep = Array.from({ length: 60 }, () => 'a').join('/');
      const leave = {
        'takes too long': (): void => {
          mkdirSync(join(room.path, deep), { recursive: true });
          writeFileSync(join(room.path, deep, 'a'), '');
          writeFileSync(join(room.path, '.gitignore'), `${'**/a/'.repeat(40)}b\n`);
        },
        'git refuses': (): void => {
          writeFileSync(join(room.path, '.gitattributes'), '*.bad working-tree-encoding=UTF-16\n');
          writeFileSync(join(room.path, 'x.bad'), 'abc');
        },
      };
      for (const spoil of Object.values(leave)) {
        await bringToRevision(control, room, custody.start.commit, { use: 'verify' });
        spoil();
        await expect(capture(control, room, custody.start.commit, { limitMs: 1000 })).rejects.toThrow(CaptureError);
        await bringToRevision(control, room, custody.start.commit, { use: 'verify' });
        expect(existsSync(join(room.path, '.gitattributes')) || existsSync(join(room.path, '.gitignore'))).toBe(false);
        writeFileSync(join(room.path, 'new.ts'), 'new\n');
        expect((await capture(control, room, custody.start.commit)).files.map(({ path }) => path)).toEqual(['new.ts']);
      }
    });
  });
});
