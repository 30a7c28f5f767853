import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { AT, begin } from '../../../../test/support/custody.ts';
import { type TestRepo, withRepo } from '../../../../test/support/repo.ts';

const place = (objects: string, id: string, type: string, content: Buffer): string => {
  const file = join(objects, id.slice(0, 2), id.slice(2));
  mkdirSync(dirname(file), { recursive: true });
  if (existsSync(file)) chmodSync(file, 0o644);
  writeFileSync(file, deflateSync(Buffer.concat([Buffer.from(`${type} ${content.length}\0`), content])));
  return file;
};

/** Another tree under the name of the start's: the file `src/one.ts` is gone from it. */
const emptyTree = Buffer.alloc(0);

describe('forged objects', () => {
  const scene = async (
    use: (at: {
      test: TestRepo;
      run: string;
      next: () => Promise<string>;
      suspicions: () => string[];
    }) => Promise<void>,
  ) =>
    withRepo(async (test) => {
      const { custody, run } = await begin(test);
      const first = await custody.workspace(custody.start.commit, 'verify');
      const path = first.path;
      await first.release();
      const next = async (): Promise<string> => {
        utimesSync(join(path, 'src/one.ts'), 1, 1);
        const workspace = await custody.workspace(custody.start.commit, 'verify');
        await workspace.release();
        return readFileSync(join(workspace.path, 'src/one.ts'), 'utf8');
      };
      await use({ test, run, next, suspicions: custody.suspicions });
    });

  it.each([
    ['blob', 'HEAD:src/one.ts', Buffer.from('forged\n')],
    ['tree', 'HEAD^{tree}', emptyTree],
    ['tree', 'HEAD:src', emptyTree],
  ])(
    '5.8 a %s in the control repository, %s, is taken out before anything is checked out',
    async (type, name, content) => {
      await scene(async ({ test, run, next, suspicions }) => {
        const before = test.read('src/one.ts');
        const file = place(join(run, 'control.git/objects'), test.git('rev-parse', name), type, content);
        expect(await next()).toBe(before);
        expect(existsSync(file)).toBe(false);
        expect(suspicions().join()).toContain('was forged');
      });
    },
  );

  it('5.8 many loose objects of a run become a pack, in which none of them is lost and nothing forged gets', async () => {
    await scene(async ({ test, run, next, suspicions }) => {
      const control = join(run, 'control.git');
      const objects = join(control, 'objects');
      const texts = Array.from({ length: 600 }, (_, n) => `text ${n}\n`);
      const idOf = (text: string): string => createHash('sha1').update(`blob ${text.length}\0${text}`).digest('hex');
      for (const text of texts) place(objects, idOf(text), 'blob', Buffer.from(text));
      const forged = place(objects, idOf('another\n'), 'blob', Buffer.from('forged\n'));
      const before = test.read('src/one.ts');
      expect(await next()).toBe(before);
      expect(await next()).toBe(before);
      const loose = readdirSync(objects, { recursive: true, encoding: 'utf8' }).filter((name) =>
        /^..\/.{38}$/.test(name),
      );
      expect(loose.length).toBeLessThan(10);
      expect(readdirSync(join(objects, 'pack')).filter((name) => name.endsWith('.pack'))).toHaveLength(1);
      for (const text of [texts[0] ?? '', texts.at(-1) ?? ''])
        expect(`${test.gitIn(control, 'cat-file', 'blob', idOf(text))}\n`).toBe(text);
      expect(existsSync(forged)).toBe(false);
      expect(suspicions().join()).toContain('was forged');
    });
  });

  it('5.8 a loose object of the user that was replaced, also in place, is not believed', async () => {
    await scene(async ({ test, next }) => {
      place(join(test.root, '.git/objects'), test.git('rev-parse', 'HEAD:src/one.ts'), 'blob', Buffer.from('forged\n'));
      await expect(next()).rejects.toThrow('not what its name says');
    });
  });

  it('5.8 a pack whose index names other content is taken out; honest packs beside it, and objects of the user, stay', async () => {
    await scene(async ({ test, run, next }) => {
      const before = test.read('src/one.ts');
      test.write('more.ts', 'more\n');
      test.commitAll('the user works on');
      test.git('repack', '-a', '-d', '-q');
      expect(await next()).toBe(before);
      const pack = join(run, 'control.git/objects/pack');
      mkdirSync(pack, { recursive: true });
      const made = join(test.folder, 'made');
      mkdirSync(made);
      test.gitIn(made, 'init', '-q');
      writeFileSync(join(made, 'x'), 'forged\n');
      test.gitIn(made, 'add', '-A');
      test.gitIn(made, 'commit', '-q', '-m', 'x');
      test.gitIn(made, 'repack', '-a', '-d', '-q');
      const [idx = ''] = readdirSync(join(made, '.git/objects/pack')).filter((name) => name.endsWith('.idx'));
      const bytes = readFileSync(join(made, '.git/objects/pack', idx));
      const forgedId = Buffer.from(test.gitIn(made, 'rev-parse', 'HEAD:x'), 'hex');
      Buffer.from(test.git('rev-parse', 'HEAD:src/one.ts'), 'hex').copy(bytes, bytes.indexOf(forgedId));
      createHash('sha1')
        .update(bytes.subarray(0, -20))
        .digest()
        .copy(bytes, bytes.length - 20);
      writeFileSync(join(pack, idx), bytes);
      writeFileSync(
        join(pack, idx.replace('.idx', '.pack')),
        readFileSync(join(made, '.git/objects/pack', idx.replace('.idx', '.pack'))),
      );
      const users = join(test.root, '.git/objects/pack');
      const honest = readdirSync(users).filter((name) => /\.(?:idx|pack)$/.test(name));
      for (const name of honest) copyFileSync(join(users, name), join(pack, name));
      expect(await next()).toBe(before);
      expect(readdirSync(pack)).toEqual(honest);
    });
  });

  it('5.8 objects that the user borrows from elsewhere since then are not believed', async () => {
    await scene(async ({ test, next }) => {
      writeFileSync(join(test.root, '.git/objects/info/alternates'), `${test.folder}\n`);
      await expect(next()).rejects.toThrow('alternates');
    });
  });

  it('5.8 a forged object is not handed over, whether or not anything was checked out since', async () => {
    await withRepo(async (test) => {
      const { custody, run } = await begin(test);
      const workspace = await custody.workspace(custody.start.commit, 'agent');
      writeFileSync(join(workspace.path, 'src/one.ts'), 'honest\n');
      const { tree } = await custody.capture(workspace, custody.start.commit);
      const made = await custody.commit({ tree, parent: custody.start.commit, message: 'x', at: AT });
      const objects = join(run, 'control.git/objects');
      const blob = createHash('sha1').update('blob 7\0honest\n').digest('hex');
      place(objects, blob, 'blob', Buffer.from('forged\n'));
      await expect(custody.handOver(made.commit, 'b')).rejects.toThrow(blob);
      expect(test.git('branch', '--list', 'b')).toBe('');
    });
  });
});
