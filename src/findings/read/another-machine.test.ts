import { describe, expect, it } from 'vitest';
import { readingOf } from '../../../test/support/findings/reading.ts';

const files = new Set(['src', 'src/a.ts', 'src/b.ts', 'lib/src/c.ts', 'README.md', 'go.mod', 'main.go']);
const { read, refusal } = readingOf('report', { root: '/home/me/repo', exists: (path) => files.has(path) });

const lines = (...paths: string[]): string => paths.map((path) => `${path}:1:1: error: wrong\n`).join('');
const filesOf = async (text: string, options = {}): Promise<(string | undefined)[]> =>
  (await read(text, options)).findings.map(({ file }) => file);

describe('1.11 a report of this repository that another machine made', () => {
  it.each([
    ['GitHub Actions', '/home/runner/work/repo/repo'],
    ['a clone of another name', '/builds/group/project'],
    ['a container', '/app'],
    ['Windows', 'D:\\a\\repo\\repo'],
    ['Windows, with slashes', 'D:/a/repo/repo'],
  ])('1.11 of %s is read, and it says so', async (_, root) => {
    const separator = root.includes('\\') ? '\\' : '/';
    const named = ['src/a.ts', 'src/b.ts'].map((file) => [root, ...file.split('/')].join(separator));
    const { findings, problems } = await read(lines(...named));
    expect(findings.map(({ file }) => file)).toEqual(['src/a.ts', 'src/b.ts']);
    expect(problems).toEqual([
      { place: 'paths', message: expect.stringContaining(`${root.replaceAll('\\', '/')} is taken for the root`) },
    ]);
  });

  it('1.11 keeps a file of it that is gone here, to be judged like any other', async () => {
    expect(await filesOf(lines('/ci/x/src/a.ts', '/ci/x/src/b.ts', '/ci/x/src/gone.ts'))).toEqual([
      'src/a.ts',
      'src/b.ts',
      'src/gone.ts',
    ]);
    expect(await filesOf(lines('/ci/x/src/a.ts', '/ci/x/src/gone.ts'))).toEqual(['src/a.ts', 'src/gone.ts']);
  });

  it('1.11 takes the folder of which more of a path is here, where a name is here twice', async () => {
    const twice = new Set([...files, 'a.ts', 'b.ts', 'repo/a.ts']);
    const options = { exists: (path: string) => twice.has(path) };
    expect(await filesOf(lines('/ci/x/src/a.ts', '/ci/x/src/b.ts'), options)).toEqual(['src/a.ts', 'src/b.ts']);
  });

  it('1.11 leaves out what lies outside of it there, such as headers of the system', async () => {
    const { findings, problems } = await read(lines('/ci/x/src/a.ts', '/ci/x/src/b.ts', '/ci/sdk/include/c.h'));
    expect(findings.map(({ file }) => file)).toEqual(['src/a.ts', 'src/b.ts']);
    expect(problems.map(({ message }) => message)).toContainEqual(expect.stringContaining('outside the repository'));
  });

  it('1.2 reads it from a SARIF log with file URIs, and from what ESLint writes', async () => {
    const uri = 'file:///home/runner/work/repo/repo/src/a.ts';
    const location = { physicalLocation: { artifactLocation: { uri }, region: { startLine: 1 } } };
    const results = [{ ruleId: 'r', message: { text: 'wrong' }, locations: [location] }];
    const sarif = { version: '2.1.0', runs: [{ tool: { driver: { name: 'lint' } }, results }] };
    expect(await filesOf(JSON.stringify(sarif))).toEqual(['src/a.ts']);
    const messages = [{ ruleId: 'r', severity: 2, message: 'wrong', line: 1, column: 1 }];
    expect(await filesOf(JSON.stringify([{ filePath: 'C:\\ci\\src\\a.ts', messages }]))).toEqual(['src/a.ts']);
  });

  it('1.11 takes a file at the root where the folder is called like this repository, or others are here too', async () => {
    expect(await filesOf(lines('/home/runner/work/repo/repo/main.go'))).toEqual(['main.go']);
    expect(await filesOf(lines('/ci/x/main.go', '/ci/x/go.mod'))).toEqual(['main.go', 'go.mod']);
  });
});

describe('1.11 a report of another repository', () => {
  it.each([
    ['of which no file is here', ['/ci/other/pkg/x.ts', '/ci/other/pkg/y.ts']],
    ['whose README is all that is here', ['/ci/other/README.md']],
    [
      'of which hardly any file is here',
      ['/ci/o/README.md', '/ci/o/src/a.ts', '/ci/o/p/x.ts', '/ci/o/y.ts', '/ci/o/z'],
    ],
  ])('1.11 is refused: one %s', async (_, paths) => {
    const error = await refusal(lines(...paths));
    expect(error.fault).toBe('elsewhere');
    expect(error.message).toContain(`in this repository: "${paths[0]}"`);
    expect(error.message).toContain('another repository');
  });

  it('1.11 is refused although files of the same name are here, if it lies on this machine', async () => {
    const error = await refusal(lines('/home/me/other/src/a.ts'), { whereabouts: () => 'another repository' });
    expect(error.fault).toBe('elsewhere');
    const whereabouts = () => 'this repository' as const;
    expect((await read(lines('/home/link/src/a.ts'), { whereabouts })).findings).toMatchObject([{ file: 'src/a.ts' }]);
  });

  it('1.11 is none where the files are on this machine: a compiler also names its own', async () => {
    const { findings, problems } = await read(lines('/usr/include/a.h'), { whereabouts: () => 'no repository' });
    expect(findings).toEqual([]);
    expect(problems).toEqual([
      { place: 'line 1', message: expect.stringContaining('"/usr/include/a.h" is outside the repository') },
    ]);
  });

  it('1.11 is none where some of it is about files of this one', async () => {
    expect(await filesOf(lines('src/a.ts', '/ci/other/x.ts'))).toEqual(['src/a.ts']);
  });
});
