import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { begin } from '../../../../test/support/custody.ts';
import { poison } from '../../../../test/support/poison.ts';
import { withRepo } from '../../../../test/support/repo.ts';
import { TamperedError } from '../../../ports/repo.ts';
import { rememberDigests, sha256 } from './digests.ts';

describe('a control repository that was tampered with', () => {
  const tampering: [string, (control: string, canary: string) => void][] = [
    ['config', (control, canary) => poison(control, canary)],
    [
      'a hook',
      (control, canary) => (
        mkdirSync(join(control, 'hooks')),
        writeFileSync(join(control, 'hooks/post-checkout'), canary)
      ),
    ],
    ['attributes', (control) => writeFileSync(join(control, 'info/attributes'), '* filter=planted\n')],
    ['grafts', (control) => writeFileSync(join(control, 'info/grafts'), 'x\n')],
    ['alternates', (control) => writeFileSync(join(control, 'objects/info/alternates'), '/elsewhere\n')],
    ['a worktree configuration', (control) => writeFileSync(join(control, 'config.worktree'), '')],
    ['a common dir', (control) => writeFileSync(join(control, 'commondir'), '..')],
    [
      'refs',
      (control) => (mkdirSync(join(control, 'refs/replace')), writeFileSync(join(control, 'refs/replace/x'), '')),
    ],
    ['the frozen facts', (control) => appendFileSync(join(control, '../custody.json'), ' ')],
    [
      'a link in its place',
      (control) => (renameSync(control, `${control}-moved`), symlinkSync(`${control}-moved`, control)),
    ],
    [
      'the workspaces folder',
      (control) => (
        renameSync(join(control, '../workspaces'), join(control, '../w')),
        symlinkSync('w', join(control, '../workspaces'))
      ),
    ],
  ];

  it.each(tampering)('8.1 stops the run with a clear message: %s', async (_, tamper) => {
    await withRepo(async (test) => {
      const { repo, custody, run } = await begin(test);
      const workspace = await custody.workspace(custody.start.commit, 'agent');
      tamper(join(run, 'control.git'), test.canary());
      await expect(custody.capture(workspace, custody.start.commit)).rejects.toThrow(TamperedError);
      await expect(custody.workspace(custody.start.commit, 'agent')).rejects.toThrow(TamperedError);
      await expect(workspace.untracked()).rejects.toThrow(TamperedError);
      await expect(custody.handOver(custody.start.commit, 'b')).rejects.toThrow("behind Fixpoint's back");
      await expect(repo.reopen('r1')).rejects.toThrow(TamperedError);
      await expect(repo.apply({ run: 'r1', start: custody.start.commit, head: custody.start.commit })).rejects.toThrow(
        TamperedError,
      );
      expect(test.sang()).toBe(false);
    });
  });

  it('8.1 is found out even when the seal was swapped too, by the seal in the journal', async () => {
    await withRepo(async (test) => {
      const { repo, custody, run } = await begin(test);
      rmSync(join(run, 'control.sha256'));
      writeFileSync(join(run, 'control.sha256'), '');
      await expect(repo.reopen('r1', { seal: custody.seal })).rejects.toThrow('not the one that the journal recorded');
      expect(existsSync(join(run, 'control.git'))).toBe(true);
    });
  });
});

describe('the folder of the workspaces, swapped for a link', () => {
  it('8.1 leads no removal elsewhere', async () => {
    await withRepo(async (test) => {
      const { custody, run } = await begin(test);
      const workspace = await custody.workspace(custody.start.commit, 'agent');
      await workspace.release();
      const outside = join(test.folder, 'outside');
      mkdirSync(join(outside, 'agent-1'), { recursive: true });
      writeFileSync(join(outside, 'agent-1/precious'), '1');
      renameSync(join(run, 'workspaces'), join(run, 'moved'));
      symlinkSync(outside, join(run, 'workspaces'));
      await expect(custody.workspace(custody.start.commit, 'agent')).rejects.toThrow(TamperedError);
      await custody.close();
      expect(readdirSync(join(outside, 'agent-1'))).toEqual(['precious']);
    });
  });
});

describe('a file that is as it was at the first look', () => {
  it('8.1 is told from one of the same size, written in place with its old times', () => {
    const folder = mkdtempSync(join(tmpdir(), 'fixpoint-digests-'));
    try {
      const file = join(folder, 'config');
      writeFileSync(file, 'one');
      const old = new Date(1_000_000);
      utimesSync(file, old, old);
      const digest = rememberDigests();
      const first = digest(file);
      expect(digest(file)).toBe(first);
      writeFileSync(file, 'two');
      utimesSync(file, old, old);
      expect(digest(file)).toBe(sha256('two'));
      writeFileSync(file, 'one');
      expect(digest(file)).toBe(first);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
