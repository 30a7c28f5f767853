import { describe, expect, it } from 'vitest';
import { toRepoPath } from './paths.ts';

const roots = ['/home/me/repo'];

describe('toRepoPath', () => {
  it.each([
    ['src/a.ts', 'src/a.ts'],
    ['./src/a.ts', 'src/a.ts'],
    ['src//x/../a.ts', 'src/a.ts'],
    ['src\\sub\\a.ts', 'src/sub/a.ts'],
    ['`src/a.ts`', 'src/a.ts'],
    ['/home/me/repo/src/a.ts', 'src/a.ts'],
    ['/home/me/repo/x/../src/a.ts', 'src/a.ts'],
    ['\\\\wsl$\\Debian\\home\\me\\repo\\a.ts', 'a.ts'],
    ['\\\\wsl.localhost\\Debian\\home\\me\\repo\\a.ts', 'a.ts'],
    ['name with\nnewline', 'name with\nnewline'],
    ['/home/me/repo/back\\slash', 'back\\slash'],
    ['.gitignore', '.gitignore'],
    ['.github/ci.yml', '.github/ci.yml'],
    ['..a/b', '..a/b'],
  ])('1.2 makes %j %j', (raw, file) => {
    expect(toRepoPath(raw, roots)).toEqual({ file });
  });

  it.each([
    '../a',
    'a/../../b',
    '/etc/passwd',
    '/home/me/repo2/a',
    '/home/me/repo/../x',
    'C:\\Windows\\a.c',
    '\\\\server\\share\\a',
    '..\\..\\a',
  ])('1.2 refuses %j as outside the repository', (raw) => {
    expect(toRepoPath(raw, roots).problem).toContain('outside the repository');
    expect(toRepoPath(raw, roots)).not.toHaveProperty('file');
  });

  it.each(['.git/config', 'sub/.git/hooks/x', '.GIT/config', 'a/../.git', '/home/me/repo/.git'])(
    '1.2 refuses %j as inside .git',
    (raw) => {
      expect(toRepoPath(raw, roots).problem).toContain('.git');
    },
  );

  it('1.2 refuses NUL and absurd lengths', () => {
    expect(toRepoPath('a\0b', roots).problem).toContain('NUL');
    expect(toRepoPath('a/'.repeat(3_000), roots).problem).toContain('characters');
  });

  it('1.2 takes the root itself for no file in particular', () => {
    expect(toRepoPath('.', roots)).toEqual({});
    expect(toRepoPath('/home/me/repo/', roots)).toEqual({});
    expect(toRepoPath('', roots)).toEqual({});
  });

  it('1.2 understands Windows paths of a repository seen through WSL, in any case', () => {
    expect(toRepoPath('C:\\Code\\Repo\\src\\a.ts', ['/mnt/c/code/repo'])).toEqual({ file: 'src/a.ts' });
    expect(toRepoPath('c:/code/repo/src/a.ts', ['C:\\Code\\Repo'])).toEqual({ file: 'src/a.ts' });
    expect(toRepoPath('D:\\code\\repo\\a.ts', ['/mnt/c/code/repo']).problem).toContain('outside');
  });

  it('1.2 tries every root', () => {
    expect(toRepoPath('/private/tmp/x/a', ['/tmp/x', '/private/tmp/x'])).toEqual({ file: 'a' });
  });

  describe('1.11 with the folder that the tool ran in', () => {
    const files = new Set([
      'packages',
      'packages/cli',
      'packages/cli/src',
      'packages/cli/src/index.ts',
      'src',
      'src/index.ts',
      'tools',
      'tools/x.ts',
    ]);
    const lookup = { roots, folder: 'packages/cli', exists: (path: string): boolean => files.has(path) };

    it.each([
      ['src/index.ts', 'packages/cli/src/index.ts'],
      ['./src/index.ts', 'packages/cli/src/index.ts'],
      ['src\\index.ts', 'packages/cli/src/index.ts'],
      ['../../src/index.ts', 'src/index.ts'],
      ['tools/x.ts', 'tools/x.ts'],
      ['packages/cli/src/index.ts', 'packages/cli/src/index.ts'],
      ['/home/me/repo/src/index.ts', 'src/index.ts'],
      ['src/none.ts', 'packages/cli/src/none.ts'],
      ['tools/none.ts', 'tools/none.ts'],
      ['none.ts', 'packages/cli/none.ts'],
      ['../cli/src/index.ts', 'packages/cli/src/index.ts'],
    ])('1.11 %j is %j', (raw, file) => {
      expect(toRepoPath(raw, lookup)).toEqual({ file });
    });

    it('1.11 what leads out of the repository from there is outside, and so is what does from the root', () => {
      expect(toRepoPath('../../../x', lookup).problem).toContain('outside');
      expect(toRepoPath('../../.git/config', lookup).problem).toContain('.git');
    });

    it('1.11 a source that means the root is looked up there first', () => {
      expect(toRepoPath('src/index.ts', lookup, { rootFirst: true })).toEqual({ file: 'src/index.ts' });
      expect(
        toRepoPath(
          'src/index.ts',
          { ...lookup, exists: (path) => path === 'packages/cli/src/index.ts' },
          { rootFirst: true },
        ),
      ).toEqual({
        file: 'packages/cli/src/index.ts',
      });
    });
  });
});
