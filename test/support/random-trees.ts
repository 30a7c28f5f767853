/** Random versions of a small tree: files of every kind changed, moved, removed, folders that vanish or appear. */
import { execFileSync } from 'node:child_process';
import { testEnvironment, type TestRepo } from './repo.ts';

type Files = ReadonlyMap<string, { mode: string; content: string }>;
type Random = (below: number) => number;
type Change = (files: Map<string, { mode: string; content: string }>, random: Random) => void;

const lines = (seed: string): string => Array.from({ length: 12 }, (_, n) => `${seed} line ${n}\n`).join('');

export const firstFiles = (module: string): Files =>
  new Map([
    ...['a', 'a.b', 'a-b', 'b/x', 'b/y', 'b.c', 'c/d/e/deep', 'c/d/other', 'c/top', 'd/one', 'd/two', 'zoë/ü'].map(
      (path) => [path, { mode: '100644', content: lines(path) }] as const,
    ),
    ['run.sh', { mode: '100755', content: lines('run') }],
    ['link', { mode: '120000', content: 'a' }],
    ['module', { mode: '160000', content: module }],
  ]);

const some = (files: Files, random: Random): string => [...files.keys()][random(files.size)] ?? '';

const isPlain = (files: Files, path: string): boolean => files.get(path)?.mode.startsWith('100') === true;

const edit: Change = (files, random) => {
  const path = some(files, random);
  const file = files.get(path);
  if (file && isPlain(files, path))
    files.set(path, { ...file, content: file.content.replace(`line ${random(12)}\n`, `changed ${random(3)}\n`) });
};

const chmod: Change = (files, random) => {
  const path = some(files, random);
  const file = files.get(path);
  if (file && isPlain(files, path)) files.set(path, { ...file, mode: file.mode === '100644' ? '100755' : '100644' });
};

const remove: Change = (files, random) => {
  files.delete(some(files, random));
};

const add: Change = (files, random) => {
  const path = ['b/new', 'c/d/new', 'fresh', 'new/in/folder', 'd/new'][random(5)] ?? '';
  files.set(path, { mode: '100644', content: lines(`new ${random(2)}`) });
};

const move: Change = (files, random) => {
  const path = some(files, random);
  const file = files.get(path);
  if (!file) return;
  files.delete(path);
  files.set(['moved', 'b/moved', 'e/moved', 'c/moved'][random(4)] ?? '', file);
};

const moveFolder: Change = (files, random) => {
  const [from, to] = [['b/', 'd/', 'c/d/', 'c/'][random(4)] ?? '', ['bb/', 'c/', 'x/y/'][random(3)] ?? ''];
  for (const [path, file] of new Map(files)) {
    if (!path.startsWith(from)) continue;
    files.delete(path);
    files.set(to + path.slice(from.length), file);
  }
};

const fileForFolder: Change = (files, random) => {
  const [folder, path] =
    [
      ['b/', 'b'],
      ['d/', 'd'],
      ['c/d/', 'c/d'],
    ][random(3)] ?? [];
  if (folder === undefined || path === undefined) return;
  for (const other of files.keys()) if (other.startsWith(folder)) files.delete(other);
  files.set(path, { mode: '100644', content: lines('a file now') });
};

const folderForFile: Change = (files, random) => {
  files.delete('a');
  files.set(`a/${random(2)}`, { mode: '100644', content: lines('in a folder now') });
};

const link: Change = (files, random) => {
  files.set('link', { mode: '120000', content: ['b', 'c'][random(2)] ?? '' });
};

const usual = [edit, edit, edit, edit, chmod, remove, add, move];
const rare = [moveFolder, fileForFolder, folderForFile, link];

/** Where a path has become a folder, the file that it was is gone. */
const withoutClashes = (files: Files): Files => {
  const folders = new Set(
    [...files.keys()].flatMap((path) => path.split('/').map((_, n, all) => all.slice(0, n).join('/'))),
  );
  return new Map([...files].filter(([path]) => !folders.has(path)));
};

export const changed = (files: Files, random: Random): Files => {
  const copy = new Map(files);
  const count = 1 + random(3);
  for (let n = 0; n < count; n += 1)
    (random(6) === 0 ? rare[random(rare.length)] : usual[random(usual.length)])?.(copy, random);
  return withoutClashes(copy);
};

const command = (files: Files, mark: number, from: number | null): Buffer => {
  const parts = [
    `commit refs/heads/v${mark}\nmark :${mark}\ncommitter T <t@example.com> 1700000000 +0000\ndata 1\nx\n`,
    ...(from === null ? [] : [`from :${from}\n`]),
    'deleteall\n',
    ...[...files].map(([path, { mode, content }]) =>
      mode === '160000'
        ? `M ${mode} ${content} ${path}\n`
        : `M ${mode} inline ${path}\ndata ${Buffer.byteLength(content)}\n${content}\n`,
    ),
  ];
  return Buffer.from(parts.join(''));
};

/** The first is the base of all others. Gives their commits. */
export const commitVersions = (repo: TestRepo, versions: readonly Files[]): string[] => {
  const input = Buffer.concat(versions.map((files, n) => command(files, n + 1, n === 0 ? null : 1)));
  const options = { cwd: repo.root, env: testEnvironment(repo.home), input };
  execFileSync('git', ['fast-import', '--quiet', '--force'], options);
  const heads = versions.map((_, n) => `refs/heads/v${n + 1}`);
  return repo.git('rev-parse', ...heads).split('\n');
};
