import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withRepo } from '../../../../test/support/repo.ts';
import { gitProcesses } from '../user/open-repo.ts';
import { AT, begin } from '../../../../test/support/custody.ts';

describe('commit and merge', () => {
  it('8.3 gives the same id for the same request, with the user as author', async () => {
    await withRepo(async (test) => {
      const { custody } = await begin(test);
      const request = {
        tree: custody.start.tree,
        parent: custody.start.commit,
        message: 'fix(review): x\n\nbody\n',
        at: AT,
      };
      const one = await custody.commit(request);
      expect(await custody.commit(request)).toEqual(one);
      await custody.handOver(one.commit, 'fixpoint/r1');
      expect(test.git('show', '-s', '--format=%an <%ae> %cn <%ce> %at %ct%n%B', one.commit)).toBe(
        'Ada Tester <ada@example.com> Ada Tester <ada@example.com> 1767323045 1767323045\nfix(review): x\n\nbody\n',
      );
    });
  });

  it('8.3 says so when no identity is configured', async () => {
    await withRepo(async (test) => {
      test.git('config', '--global', '--unset', 'user.name');
      test.git('config', '--global', '--unset', 'user.email');
      const { custody } = await begin(test);
      expect(custody.notes.join()).toContain('Fixpoint <fixpoint@localhost>');
      const made = await custody.commit({
        tree: custody.start.tree,
        parent: custody.start.commit,
        message: 'x',
        at: AT,
      });
      expect(made.commit).toMatch(/^[0-9a-f]{40}$/);
    });
  });

  it('8.3 takes the identity as it was before the first agent', async () => {
    await withRepo(async (test) => {
      const { custody } = await begin(test);
      test.git('config', 'user.name', 'Mallory');
      const made = await custody.commit({
        tree: custody.start.tree,
        parent: custody.start.commit,
        message: 'x',
        at: AT,
      });
      await custody.handOver(made.commit, 'b');
      expect(test.git('show', '-s', '--format=%an', 'b')).toBe('Ada Tester');
    });
  });

  it('7.5 merges what fits and names the files that do not', async () => {
    await withRepo(async (test) => {
      const { custody } = await begin(test);
      const change = async (file: string, text: string): Promise<string> => {
        const workspace = await custody.workspace(custody.start.commit, 'agent');
        writeFileSync(join(workspace.path, file), text);
        const { tree } = await custody.capture(workspace, custody.start.commit);
        await workspace.release();
        return (await custody.commit({ tree, parent: custody.start.commit, message: file, at: AT })).commit;
      };
      const a = await change('a.ts', 'a\n');
      const b = await change('src/one.ts', 'mine\n');
      const c = await change('src/one.ts', 'theirs\n');
      const merged = await custody.merge(a, b);
      expect('tree' in merged && (await custody.readText(merged.tree, 'src/one.ts'))).toBe('mine\n');
      expect(await custody.merge(b, c)).toEqual({ conflicts: ['src/one.ts'] });
    });
  });

  it('1.7 reads files and tells which exist', async () => {
    await withRepo(async (test) => {
      test.write('bin', Buffer.from([1, 0, 2]));
      test.write('latin', Buffer.from([0xe9, 0x0a]));
      test.write('with space/é.ts', 'text\n');
      test.commitAll('more');
      const { custody } = await begin(test);
      const at = custody.start.commit;
      expect(await custody.readText(at, 'with space/é.ts')).toBe('text\n');
      expect(await custody.readText(at, 'bin')).toBeNull();
      expect(await custody.readText(at, 'latin')).toBeNull();
      expect(await custody.readText(at, 'src')).toBeNull();
      expect(await custody.readText(at, 'nope')).toBeNull();
      expect(await custody.existing(at, ['src/one.ts', 'src', 'nope', '../x', ''])).toEqual(new Set(['src/one.ts']));
    });
  });
});

describe('reading', () => {
  it('4.1 reads many files side by side through one process, odd names and large files too', async () => {
    await withRepo(async (test) => {
      const big = 'x'.repeat(3_000_000);
      test.write('big.txt', big);
      test.write('empty.txt', '');
      test.write('new\nline.txt', 'odd\n');
      for (let n = 0; n < 20; n += 1) test.write(`f${n}`, `file ${n}\n`);
      test.commitAll('many');
      const { custody } = await begin(test);
      const at = custody.start.commit;
      await custody.readText(at, 'f0');
      const before = gitProcesses.count;
      const names = [
        'big.txt',
        'empty.txt',
        'new\nline.txt',
        'missing',
        ...Array.from({ length: 20 }, (_, n) => `f${n}`),
      ];
      const texts = await Promise.all(names.map((name) => custody.readText(at, name)));
      expect(texts).toEqual([big, '', 'odd\n', null, ...Array.from({ length: 20 }, (_, n) => `file ${n}\n`)]);
      expect(gitProcesses.count).toBe(before);
      await custody.close();
      expect(await custody.readText(at, 'f1')).toBe('file 1\n');
      await custody.close();
    });
  });
});
