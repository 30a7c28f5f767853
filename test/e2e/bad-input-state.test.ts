/** Acceptance 7: a state folder that cannot be used is refused before anything is put anywhere. */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  lchownSync,
  mkdirSync,
  readdirSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inSandbox } from '../support/bad-agent.ts';
import { fixpointProgram } from '../support/fixpoint.ts';
import { manifestOf } from '../support/manifest.ts';
import { expectRefused } from '../support/refused.ts';
import type { Sandbox } from '../support/sandbox.ts';

const inBox = (use: (box: Sandbox, fix: string[]) => Promise<void>): Promise<void> =>
  inSandbox((box) => use(box, ['fix', '--from', box.findings([{ code: 'F1', file: 'a.txt', line: 1 }])]), {
    'a.txt': 'bad\n',
  });

describe('a state folder', () => {
  it.each<[string, (box: Sandbox) => string, (string | RegExp)[]]>([
    ['that is relative', () => 'state', ['XDG_STATE_HOME is "state", which is not an absolute path']],
    [
      'inside the repository',
      ({ root }) => join(root, 'state'),
      ['lies inside the repository', 'Set XDG_STATE_HOME to a folder outside of it'],
    ],
    ['inside .git', ({ root }) => join(root, '.git'), ['lies inside the repository']],
    [
      'inside the repository, through a link',
      (box) => (symlinkSync(box.root, join(box.scratch, 'link')), join(box.scratch, 'link/x')),
      ['lies inside the repository'],
    ],
    ['that is a file', (box) => join(box.root, '../scratch/findings.json'), ['cannot be made', 'Set XDG_STATE_HOME']],
    [
      'below a link to itself',
      (box) => (symlinkSync('loop', join(box.scratch, 'loop')), join(box.scratch, 'loop')),
      ['cannot be made'],
    ],
  ])('14 %s', (_, choose, says) =>
    inBox(async (box, fix) => {
      const options = { env: { ...box.env, XDG_STATE_HOME: choose(box) } };
      await expectRefused(box, { args: fix, says, options });
      if (!says.some((each) => String(each).includes('inside')))
        await expectRefused(box, { args: ['status'], says, options });
    }),
  );

  it('14 with spaces, quotes and line breaks in its path works', () =>
    inBox(async (box, fix) => {
      const env = { ...box.env, XDG_STATE_HOME: join(box.folder, 'a "state"\n folder é') };
      const { report } = await box.report(fix, { env });
      expect(report.totals).toMatchObject({ total: 1, blocked: 1 });
      expect(readdirSync(box.state)).toEqual([]);
    }));

  it('14 reached through a link works', () =>
    inBox(async (box, fix) => {
      symlinkSync(box.state, join(box.scratch, 'link'));
      const { report } = await box.report(fix, { env: { ...box.env, XDG_STATE_HOME: join(box.scratch, 'link') } });
      expect(report.totals.total).toBe(1);
    }));
});

describe('a damaged journal', () => {
  it.each<[string, string | Uint8Array]>([
    ['text', 'this is no database, and never was one\n'.repeat(100)],
    ['a database cut off', Buffer.concat([Buffer.from('SQLite format 3\0'), Buffer.alloc(84, 1)])],
  ])('11.1 %s: every command says so, and it is left as it is', (_, content) =>
    inBox(async (box, fix) => {
      mkdirSync(join(box.state, 'fixpoint'));
      const file = join(box.state, 'fixpoint/journal.db');
      writeFileSync(file, content);
      const before = [manifestOf(box.root), manifestOf(box.state)];
      for (const args of [fix, ['status'], ['report'], ['resume'], ['apply'], ['cancel']]) {
        const { code, stdout, stderr } = await box.run(args);
        expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
        expect(stderr).toMatch(/^fixpoint: the journal .*journal\.db .*is damaged.*move it away/);
      }
      const { stdout } = await box.run([...fix, '--json']);
      expect(JSON.parse(stdout).error.message).toContain('is damaged');
      expect([manifestOf(box.root), manifestOf(box.state)]).toEqual(before);
    }),
  );
});

/** Root may read and write everything: as root, the program is run as somebody else. */
const nobody = process.getuid?.() === 0 ? 65_534 : undefined;

const mayStart = (): boolean => {
  try {
    execFileSync(fixpointProgram, ['--version'], {
      stdio: 'ignore',
      ...(nobody !== undefined && { uid: nobody, gid: nobody }),
    });
    return true;
  } catch {
    return false;
  }
};

const giveAway = (folder: string, uid: number): void => {
  lchownSync(folder, uid, uid);
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true }))
    lchownSync(join(entry.parentPath, entry.name), uid, uid);
};

const others = mayStart();
if (!others)
  console.error('SKIPPED: permissions are not tested, since no other user can start the program from where it lies.');

describe.skipIf(!others)('without permission', () => {
  const asSomebody = (use: (box: Sandbox, fix: string[], options: { uid?: number }) => Promise<void>): Promise<void> =>
    inBox(async (box, fix) => {
      if (nobody !== undefined) giveAway(box.folder, nobody);
      await use(box, fix, nobody === undefined ? {} : { uid: nobody });
    });

  it('14 to write to the state folder', () =>
    asSomebody(async (box, fix, options) => {
      chmodSync(box.state, 0o500);
      for (const args of [fix, ['status']])
        await expectRefused(box, { args, says: ['state folder', 'cannot be made', 'that you may write to'], options });
      chmodSync(box.state, 0o700);
    }));

  it('14 to write to the journal', () =>
    asSomebody(async (box, fix, options) => {
      mkdirSync(join(box.state, 'fixpoint'));
      if (nobody !== undefined) chownSync(join(box.state, 'fixpoint'), nobody, nobody);
      chmodSync(join(box.state, 'fixpoint'), 0o500);
      await expectRefused(box, {
        args: fix,
        says: ['journal.db cannot be opened for writing', 'check the permissions of its folder'],
        options,
      });
      expect(existsSync(join(box.state, 'fixpoint/journal.db'))).toBe(false);
      chmodSync(join(box.state, 'fixpoint'), 0o700);
    }));

  it('14 to read the configuration or the findings', () =>
    asSomebody(async (box, fix, options) => {
      chmodSync(fix[2] ?? '', 0o000);
      await expectRefused(box, { args: fix, says: ['findings.json cannot be read: you may not read it'], options });
      chmodSync(fix[2] ?? '', 0o600);
      const config = join(box.scratch, 'secret.yaml');
      writeFileSync(config, 'fix: {}\n', { mode: 0o000 });
      if (nobody !== undefined) chownSync(config, nobody, nobody);
      await expectRefused(box, {
        args: [...fix, '--config', config],
        says: ['secret.yaml: this cannot be read'],
        options,
      });
    }));

  it('8.1 to write to the repository: the run cannot begin, and leaves nothing', () =>
    asSomebody(async (box, fix, options) => {
      const folders = ['.git', '.git/refs', '.git/objects', '.git/refs/heads', '.'].map((each) => join(box.root, each));
      for (const each of folders) chmodSync(each, 0o500);
      await expectRefused(box, { args: fix, says: [/refs|\.git|permission/i], options });
      for (const each of folders) chmodSync(each, 0o700);
    }));
});
