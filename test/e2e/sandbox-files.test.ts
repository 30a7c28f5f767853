/** What a sandboxed agent can see and change: scripts that try to get out. */
import { execFileSync } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { canary, openCage, sandboxHere, secretFiles, type Caged } from '../support/caged.ts';

const isUsable = await sandboxHere();

let cage: Caged;
beforeEach(() => {
  cage = openCage();
});
afterEach(() => cage.dispose());

describe.runIf(isUsable)('4.11 what a sandboxed agent can read', () => {
  it('is no credential of the home folder', async () => {
    const { stdout } = await cage.run(
      secretFiles.map((file) => `cat "$HOME/${file}" '${join(cage.home, file)}'`).join('; '),
    );
    expect(stdout).toBe('');
  });

  it('is nothing anywhere below the home, the state and the temporary folder that holds a canary', async () => {
    const search = `grep -rla ${canary} "$HOME" "$XDG_STATE_HOME" /tmp /var /run`;
    expect(await cage.run(search)).toMatchObject({ status: 'exited', exitCode: 1, stdout: '', stderr: '' });
    const outside = execFileSync('grep', ['-rl', canary, cage.folder], { encoding: 'utf8' });
    expect(outside.trim().split('\n').length).toBe(secretFiles.length + 3);
  });

  it('is no other run, no other workspace, no file of another program in the temporary folder', async () => {
    const folders = [cage.folder, `${cage.state}/fixpoint`, `${cage.state}/fixpoint/repo/workspaces`];
    const { stdout } = await cage.run(folders.map((folder) => `ls -A '${folder}' | tr '\\n' ' '; echo`).join('; '));
    expect(stdout).toBe('home state \nrepo \n1 \n');
  });

  it('is the workspace, the scratch folder, the system and what was asked for', async () => {
    mkdirSync(join(cage.home, '.agent/deep'), { recursive: true });
    writeFileSync(join(cage.home, '.agent/deep/settings.json'), 'settings\n');
    writeFileSync(join(cage.home, '.agentrc'), 'rc\n');
    writeFileSync(join(cage.scratch, 'input.json'), 'input\n');
    symlinkSync(join(cage.home, '.agentrc'), join(cage.home, '.link'));
    const readable = ['.agent', '.link', '.not-there'].map((name) => join(cage.home, name));
    const files = [
      'a.txt',
      '../../runs/r/call-1/input.json',
      '$HOME/.agent/deep/settings.json',
      '$HOME/.link',
      '$HOME/.agentrc',
    ];
    const outcome = await cage.run(`cat ${files.map((file) => `"${file}"`).join(' ')} && cat "$HOME/.netrc"`, {
      readable,
    });
    expect(outcome.stdout).toBe('text\ninput\nsettings\nrc\nrc\n');
    expect(outcome.exitCode).toBe(1);
  });

  it('is never the whole home folder or state folder, whoever asks for it', async () => {
    const { stdout } = await cage.run('cat "$HOME/.netrc" "$XDG_STATE_HOME/fixpoint/journal.db"', {
      readable: [cage.home, cage.state, cage.folder, '/'],
    });
    expect(stdout).toBe('');
  });

  it('is the same when home and state folder are links', async () => {
    cage.dispose();
    cage = openCage({ linked: true });
    writeFileSync(join(cage.home, '.agentrc'), 'rc\n');
    const outcome = await cage.run(
      'cat a.txt "$HOME/.agentrc"; echo x >made; echo x >"$HOME/made"; ls -A "$HOME"; cat "$HOME/.netrc"',
      {
        readable: [join(cage.home, '.agentrc')],
      },
    );
    expect(outcome).toMatchObject({ stdout: 'text\nrc\n.agentrc\nmade\n', stderr: expect.stringContaining('.netrc') });
    expect(await cage.run(`grep -rla ${canary} "$HOME/" "$XDG_STATE_HOME/" /tmp`)).toMatchObject({
      status: 'exited',
      exitCode: 1,
      stdout: '',
    });
    expect([existsSync(join(cage.workspace, 'made')), existsSync(join(cage.home, 'made'))]).toEqual([true, false]);
  });

  it.runIf(process.getuid?.() === 0)('is no setting of the system that only root may read', async () => {
    expect(lstatSync('/etc/shadow').mode & 0o004).toBe(0);
    const { stdout } = await cage.run('cat /etc/shadow /etc/gshadow; find /etc -type f ! -perm -004 -exec cat {} +');
    expect(stdout).toBe('');
  });

  it('is no environment of another process', async () => {
    // Of this very process: nobody else can be sure to have one.
    process.env['FIXPOINT_TEST_CANARY'] = canary;
    const { stdout } = await cage.run(
      `cat /proc/*/environ | tr '\\0' '\\n' | grep ${canary}; ls -d /proc/[0-9]* | wc -l; ls /proc/${process.pid} 2>&1 | head -1`,
    );
    delete process.env['FIXPOINT_TEST_CANARY'];
    expect(stdout).toMatch(/^[1-9]\nls: cannot access/);
  });
});

describe.runIf(isUsable)('4.11 what a sandboxed agent can write', () => {
  it('is the workspace, the scratch folder, what was asked for, and a temporary folder of its own', async () => {
    const sessions = join(cage.home, '.agent/sessions');
    const script = `echo 1 >made && echo 2 >'${cage.scratch}/made' && echo 3 >'${sessions}/made' && echo 4 >"$TMPDIR/made" && cat /tmp/made && mktemp`;
    const outcome = await cage.run(script, { writable: [sessions] });
    expect(outcome).toMatchObject({ exitCode: 0, stderr: '', stdout: expect.stringMatching(/^4\n\/tmp\//) });
    expect(
      [cage.workspace, cage.scratch, sessions].map((folder) => readFileSync(join(folder, 'made'), 'utf8')),
    ).toEqual(['1\n', '2\n', '3\n']);
    expect(existsSync('/tmp/made')).toBe(false);
  });

  it('is a file in the home folder of the call alone when there is none yet', async () => {
    const file = join(cage.home, '.agent.json');
    expect(
      await cage.run(`echo '{}' >'${file}'; mv '${file}' '${file}.new'; cat '${file}.new'`, { writable: [file] }),
    ).toMatchObject({
      stdout: '{}\n',
    });
    expect(existsSync(file)).toBe(false);
  });

  it('is nothing else', async () => {
    const targets = [
      cage.folder,
      cage.otherWorkspace,
      join(cage.state, 'fixpoint'),
      '/usr',
      '/usr/local/bin',
      '/etc',
      '/opt',
      '/',
      '/var',
      '/work',
    ];
    const script = targets.map((folder) => `mkdir -p '${folder}' && echo x >'${folder}/made-by-agent'`).join('; ');
    const { stdout } = await cage.run(
      `touch /made 2>/dev/null && echo wrote; ${script}; echo x >>"$HOME/.bashrc"; rm -rf "$HOME/.ssh" '${cage.otherWorkspace}'; chmod 777 /usr`,
    );
    // Not even where it would be lost.
    expect(stdout).toBe('');
    expect(targets.filter((folder) => existsSync(join(folder, 'made-by-agent')))).toEqual([]);
    expect(existsSync(join(cage.home, '.bashrc'))).toBe(false);
    expect(readFileSync(join(cage.home, '.ssh/id_ed25519'), 'utf8')).toContain(canary);
    expect(readFileSync(join(cage.otherWorkspace, 'a.txt'), 'utf8')).toContain(canary);
  });

  it('is nothing through a link, neither one that is there nor one that it makes', async () => {
    symlinkSync(join(cage.home, '.ssh'), join(cage.workspace, 'link'));
    const { stdout } = await cage.run(
      `cat link/id_ed25519; echo x >link/made; ln -s '${cage.home}' other; cat other/.netrc; echo x >other/made`,
    );
    expect(stdout).toBe('');
    expect(existsSync(join(cage.home, '.ssh/made')) || existsSync(join(cage.home, 'made'))).toBe(false);
  });

  it('is nothing through a link beside programs in the workspace', async () => {
    cage.dispose();
    cage = openCage({ onPath: 'bin' });
    mkdirSync(join(cage.workspace, 'bin'));
    symlinkSync(join(cage.home, '.ssh'), join(cage.workspace, 'lib'));
    expect(await cage.run('cat lib/id_ed25519 "$HOME/.ssh/id_ed25519"')).toMatchObject({ stdout: '', exitCode: 1 });
  });

  it('is not the workspace when it only reads', async () => {
    const script = `echo x >made; echo x >>a.txt; rm a.txt; mv a.txt b.txt; chmod 600 a.txt; cat a.txt; echo y >'${cage.scratch}/made'`;
    const outcome = await cage.run(script, { access: 'read', writable: [cage.workspace] });
    expect(outcome.stdout).toBe('text\n');
    expect(execFileSync('ls', ['-A', cage.workspace], { encoding: 'utf8' })).toBe('a.txt\n');
    expect(readFileSync(join(cage.workspace, 'a.txt'), 'utf8')).toBe('text\n');
    expect(existsSync(join(cage.scratch, 'made'))).toBe(true);
  });

  it('is also its tools in the workspace, when they are on the search path', async () => {
    cage.dispose();
    cage = openCage({ onPath: 'node_modules/.bin' });
    mkdirSync(join(cage.workspace, 'node_modules/.bin'), { recursive: true });
    expect(await cage.run('echo x >node_modules/made')).toMatchObject({ exitCode: 0, stderr: '' });
  });

  it('is nothing by mounting or by namespaces of its own', async () => {
    const tries = [
      'mount -t tmpfs none /mnt',
      `mount --bind / '${cage.workspace}'`,
      'umount -l "$HOME"',
      'unshare -Ur true',
      'unshare -U true',
      'unshare -m true',
      'chroot / true',
    ];
    const { stdout } = await cage.run(
      tries.map((line) => `${line} 2>/dev/null && echo "${line.replaceAll('"', '')}"`).join('; '),
    );
    expect(stdout).toBe('');
  });
});
