/** Patches as git writes them, of real repositories where that is possible. */
import { chmodSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type TestRepo, withRepo } from '../../../test/support/repo.ts';
import { type FileDiff, parsePatch } from './diff.ts';

type Content = string | Uint8Array | null;

const write = (repo: TestRepo, files: Readonly<Record<string, Content>>): string => {
  for (const [file, content] of Object.entries(files)) {
    if (content === null) rmSync(join(repo.root, file));
    else repo.write(file, content);
  }
  return repo.commitAll('change');
};

const patchOf = (repo: TestRepo, from: string, to = 'HEAD'): string =>
  repo.git('diff-tree', '-r', '-z', '--no-renames', '--full-index', '-p', '--binary', `${from}^{tree}`, `${to}^{tree}`);

/** What git makes of a change of these files. */
const diffOf = (before: Record<string, Content>, after: Record<string, Content>): Promise<FileDiff[]> =>
  withRepo((repo) => {
    const from = write(repo, before);
    write(repo, after);
    return parsePatch(patchOf(repo, from));
  });

const lines = (count: number, change: (line: number) => string = (line) => `line ${line}`): string =>
  Array.from({ length: count }, (_, index) => `${change(index + 1)}\n`).join('');

describe('parsePatch', () => {
  it('finds nothing in nothing', () => {
    expect(parsePatch('')).toEqual([]);
    expect(parsePatch('a\nb @@ -1 +1 @@\n')).toEqual([]);
  });

  it('2.9 gives every changed place of a file, with its place in the new file', async () => {
    const [diff, ...others] = await diffOf(
      { 'a.ts': lines(60) },
      { 'a.ts': lines(60, (n) => (n === 5 || n === 50 ? 'new' : `line ${n}`)) },
    );
    expect(others).toEqual([]);
    expect(diff).toMatchObject({ file: 'a.ts', change: 'modified', binary: false });
    expect(diff?.header).toBe('diff --git a/a.ts b/a.ts\n--- a/a.ts\n+++ b/a.ts\n');
    expect(diff?.hunks).toMatchObject([
      { newStart: 2, newLines: 7 },
      { newStart: 47, newLines: 7 },
    ]);
    expect(diff?.hunks[0]?.text).toBe(
      '@@ -2,7 +2,7 @@ line 1\n line 2\n line 3\n line 4\n-line 5\n+new\n line 6\n line 7\n line 8\n',
    );
    expect(diff?.hunks[1]?.text).toMatch(/^@@ -47,7 \+47,7 @@ line 46\n line 47\n[^@]* line 53\n$/);
  });

  it('2.9 tells added, deleted and empty files from others, and those whose mode changed', async () => {
    const files = await withRepo((repo) => {
      const from = write(repo, { 'gone.ts': 'a\nb\n', 'gone-empty': '', 'run.sh': 'x\n', 'kept.ts': 'x\n' });
      chmodSync(join(repo.root, 'run.sh'), 0o755);
      write(repo, { 'gone.ts': null, 'gone-empty': null, 'new.ts': 'a\n', 'new-empty': '' });
      return parsePatch(patchOf(repo, from));
    });
    expect(
      files.map(({ file, change, hunks }) => [
        file,
        change,
        hunks.map(({ newStart, newLines }) => [newStart, newLines]),
      ]),
    ).toEqual([
      ['gone-empty', 'deleted', []],
      ['gone.ts', 'deleted', [[0, 0]]],
      ['new-empty', 'added', []],
      ['new.ts', 'added', [[1, 1]]],
      ['run.sh', 'modified', []],
    ]);
    expect(files.map(({ header }) => header.includes('\nold mode '))).toEqual([false, false, false, false, true]);
  });

  it('2.9 knows binary files, and takes none of their data along', async () => {
    const noise = Uint8Array.from({ length: 20_000 }, (_, index) => (index * index * 31) % 251);
    const files = await diffOf({ 'a.png': 'text\n', 'z.ts': 'a\n' }, { 'a.png': noise, 'b.png': noise, 'z.ts': 'b\n' });
    expect(files.map(({ file, binary, hunks }) => [file, binary, hunks.length])).toEqual([
      ['a.png', true, 0],
      ['b.png', true, 0],
      ['z.ts', false, 1],
    ]);
    expect(files[0]?.header).toBe('diff --git a/a.png b/a.png\n');
    expect(parsePatch('diff --git a/x b/x\nindex 1..2 100644\nBinary files a/x and b/x differ\n')).toMatchObject([
      { binary: true, hunks: [] },
    ]);
  });

  it('2.9 takes no content for a header, whatever it looks like', async () => {
    const evil = [
      '-- a/evil',
      '++ b/evil',
      '@@ -1,1 +1,1 @@',
      'diff --git a/evil b/evil',
      'GIT binary patch',
      'index 1..2',
      '',
    ].join('\n');
    const files = await diffOf(
      { 'a.sql': `${evil}\nold\n`, 'b.sql': 'b' },
      { 'a.sql': `${evil}\n${evil}\n`, 'b.sql': evil },
    );
    expect(files.map(({ file, binary, hunks }) => [file, binary, hunks.length])).toEqual([
      ['a.sql', false, 1],
      ['b.sql', false, 1],
    ]);
    expect(files[1]?.hunks[0]?.text).toContain('\n+GIT binary patch\n+index 1..2\n');
    expect(files[1]?.header).not.toContain('evil');
  });

  it('2.9 keeps line endings, and the note that the last one is missing', async () => {
    const [diff] = await diffOf({ 'a.txt': 'a\r\nb\r\nc' }, { 'a.txt': 'a\r\nB\r\nd' });
    expect(diff?.hunks.map(({ text }) => text)).toEqual([
      '@@ -1,3 +1,3 @@\n a\r\n-b\r\n-c\n\\ No newline at end of file\n+B\r\n+d\n\\ No newline at end of file\n',
    ]);
  });

  it('2.9 reads every name that git writes', async () => {
    const names = [
      'a b.txt',
      'b/c d/e.txt',
      'café.txt',
      'quote".txt',
      'back\\slash',
      'tab\tnew\nline',
      'x b',
      'a b/x b',
      '\u{1F600}',
      '\x01',
    ];
    const files = await withRepo((repo) => {
      const from = repo.commitAll('nothing');
      write(repo, Object.fromEntries(names.map((name) => [name, 'x\n'])));
      const listed = repo
        .git('diff-tree', '-r', '-z', '--no-renames', '--name-only', from, 'HEAD')
        .split('\0')
        .filter(Boolean);
      return { parsed: parsePatch(patchOf(repo, from)).map(({ file }) => file), listed };
    });
    expect(files.parsed).toHaveLength(names.length);
    expect(files.parsed).toEqual(files.listed);
  });

  it('2.9 shows the bytes of a name that is not UTF-8', () => {
    expect(
      parsePatch('diff --git "a/caf\\303\\251\\377" "b/caf\\303\\251\\377"\nnew file mode 100644\n'),
    ).toMatchObject([{ file: 'caf\\xc3\\xa9\\xff' }]);
    expect(parsePatch('diff --git "a/é\\t" "b/é\\t"\n')).toMatchObject([{ file: 'é\t' }]);
  });

  it('2.9 gives a file once that became a link: both sides of it, under one number each', async () => {
    const [diff, ...others] = await withRepo((repo) => {
      const from = write(repo, { 'a.ts': 'old\n' });
      rmSync(join(repo.root, 'a.ts'));
      symlinkSync('target', join(repo.root, 'a.ts'));
      repo.commitAll('link');
      return parsePatch(patchOf(repo, from));
    });
    expect(others).toEqual([]);
    expect(diff).toMatchObject({
      file: 'a.ts',
      change: 'modified',
      binary: false,
      hunks: [{ newLines: 0 }, { newStart: 1, newLines: 1 }],
    });
    expect(diff?.hunks[1]?.text).toMatch(
      /^diff --git a\/a\.ts b\/a\.ts\nnew file mode 120000\n[^]*\n@@ -0,0 \+1 @@\n\+target\n/,
    );
  });

  it.each([
    ['a binary file', { from: Uint8Array.from([0, 1, 2]), binary: true, hunks: 1 }],
    ['an empty file', { from: '', binary: false, hunks: 1 }],
  ])('2.9 loses nothing when %s becomes a link, or a link such a file', async (_, { from, binary, hunks }) => {
    const [there, back] = await withRepo((repo) => {
      const file = write(repo, { a: from });
      rmSync(join(repo.root, 'a'));
      symlinkSync('target', join(repo.root, 'a'));
      const link = repo.commitAll('link');
      return [parsePatch(patchOf(repo, file, link)), parsePatch(patchOf(repo, link, file))];
    });
    for (const files of [there, back]) {
      expect(files).toMatchObject([{ file: 'a', change: 'modified', binary }]);
      expect(files?.[0]?.hunks).toHaveLength(hunks);
      const [diff] = files ?? [];
      const text = (diff?.header ?? '') + (diff?.hunks ?? []).map((hunk) => hunk.text).join('');
      expect(text).toMatch(/^diff --git [^]*^diff --git /m);
      expect(text).toMatch(/^(?:new|deleted) file mode 120000$/m);
    }
  });

  it('2.9 gives back the whole patch, but for hashes', async () => {
    await withRepo((repo) => {
      const from = write(repo, { 'a.ts': lines(200), 'b.ts': lines(3), 'c.ts': 'c' });
      write(repo, {
        'a.ts': lines(200, (n) => (n % 20 === 0 ? 'x' : `line ${n}`)),
        'b.ts': null,
        'c.ts': 'd',
        'd.ts': lines(2),
      });
      const patch = patchOf(repo, from);
      const text = parsePatch(patch).map(({ header, hunks }) => header + hunks.map((hunk) => hunk.text).join(''));
      expect(text.join('')).toBe(`${patch}\n`.replaceAll(/^index .*\n/gm, ''));
    });
  });
});
