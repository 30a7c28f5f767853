import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Disposition } from '../../model/disposition.ts';
import { showDisposition } from '../../findings/dispositions/file.ts';
import { readDispositions, readKept } from './dispositions.ts';
import { removeKept, writeKept } from './write-dispositions.ts';

const disposition: Disposition = {
  id: 'f0123456789ab',
  as: 'refuted',
  reason: 'checked by the caller',
  by: 'Ada',
  at: '2026-11-15T12:00:00.000Z',
  finding: { category: 'security', title: 'eval is evil', severity: 'high', reviewer: 'eslint' },
};
const file = '.fixpoint/dispositions/f0123456789ab.yaml';
const kept = { file, disposition };

let folder: string;
let root: string;
const at = (path: string): string => join(root, path);
const put = (path: string, text: string | Uint8Array): void => {
  mkdirSync(dirname(at(path)), { recursive: true });
  writeFileSync(at(path), text);
};
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fixpoint-dispositions-'));
  root = join(folder, 'repo');
  mkdirSync(root);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('writing', () => {
  it('1.8 makes the folder and one file that others may read, and leaves nothing else', async () => {
    const before = process.umask(0o077);
    try {
      await writeKept(root, kept);
    } finally {
      process.umask(before);
    }
    expect(statSync(at(file)).mode & 0o777).toBe(0o644);
    expect(readdirSync(at('.fixpoint/dispositions'))).toEqual(['f0123456789ab.yaml']);
    expect(await readDispositions({ root })).toEqual({ dispositions: [disposition], warnings: [] });
  });

  it('1.8 the same again takes the place of the file, and of a link, not of what it leads to', async () => {
    const outside = join(folder, 'outside.yaml');
    writeFileSync(outside, 'mine');
    mkdirSync(at('.fixpoint/dispositions'), { recursive: true });
    symlinkSync(outside, at(file));
    await writeKept(root, kept);
    expect(readFileSync(outside, 'utf8')).toBe('mine');
    expect(lstatSync(at(file)).isFile()).toBe(true);
    await writeKept(root, { file, disposition: { ...disposition, reason: 'other' } });
    expect((await readDispositions({ root })).dispositions).toMatchObject([{ reason: 'other' }]);
  });

  it.each(['.fixpoint', '.fixpoint/dispositions'])('1.8 refuses when %s leads out of the repository', async (name) => {
    const outside = join(folder, 'outside');
    mkdirSync(join(outside, 'dispositions'), { recursive: true });
    mkdirSync(dirname(at(name)), { recursive: true });
    symlinkSync(outside, at(name));
    await expect(writeKept(root, kept)).rejects.toThrow(
      `${name} is a symbolic link that leads out of the repository. Put a folder there`,
    );
    expect(readdirSync(join(outside, 'dispositions'))).toEqual([]);
    expect(await readDispositions({ root })).toEqual({
      dispositions: [],
      warnings: [expect.stringMatching(/^No dispositions are in force: .* leads out of the repository\./)],
    });
  });

  it('1.8 refuses a link into .git, a link to nowhere, and a file in the place of the folder', async () => {
    mkdirSync(at('.git'));
    symlinkSync('.git', at('.fixpoint'));
    await expect(writeKept(root, kept)).rejects.toThrow('leads out of the repository');
    rmSync(at('.fixpoint'));
    symlinkSync('nowhere', at('.fixpoint'));
    await expect(writeKept(root, kept)).rejects.toThrow('.fixpoint is no folder');
    expect(existsSync(at('nowhere'))).toBe(false);
    rmSync(at('.fixpoint'));
    writeFileSync(at('.fixpoint'), '');
    await expect(writeKept(root, kept)).rejects.toThrow('.fixpoint is no folder');
  });

  it('1.8 goes through a link that stays within the repository', async () => {
    mkdirSync(at('config'));
    symlinkSync('config', at('.fixpoint'));
    await writeKept(root, kept);
    expect(existsSync(at('config/dispositions/f0123456789ab.yaml'))).toBe(true);
    expect((await readDispositions({ root })).dispositions).toEqual([disposition]);
  });

  it('1.8 writes nothing that could not be read again', async () => {
    await expect(writeKept(root, { file, disposition: { ...disposition, id: '../x' } })).rejects.toThrow(
      'cannot be written: id: must be',
    );
    expect(existsSync(at('.fixpoint'))).toBe(false);
  });

  it('1.8 leaves no half of a file behind when it cannot be written', async () => {
    mkdirSync(at(file), { recursive: true });
    await expect(writeKept(root, kept)).rejects.toThrow(`${file} cannot be written`);
    expect(readdirSync(at('.fixpoint/dispositions'))).toEqual(['f0123456789ab.yaml']);
  });
});

describe('reading', () => {
  const name = (each: string): string => `.fixpoint/dispositions/${each}`;

  it('1.8 is quiet where there are none', async () => {
    expect(await readDispositions({ root })).toEqual({ dispositions: [], warnings: [] });
  });

  it('1.8 takes what it can, and names each file that it cannot, with what to do', async () => {
    put(name('good.yaml'), showDisposition(disposition));
    put(name('copy.yaml'), showDisposition(disposition));
    put(name('bad.yaml'), 'id: [');
    put(name('big.yaml'), '# x\n'.repeat(20_000));
    put(name('latin.yaml'), Buffer.from('id: \xe9', 'latin1'));
    put(name('old.yml'), showDisposition(disposition));
    put(name('README.md'), 'ignored');
    put(name('.f1.abc.tmp'), 'ignored');
    put(name('folder.yaml/x'), '');
    symlinkSync('/etc/passwd', at(name('link.yaml')));
    execFileSync('mkfifo', [at(name('pipe.yaml'))]);
    const { dispositions, warnings } = await readDispositions({ root });
    expect(dispositions).toEqual([disposition, disposition]);
    const said = (file: string): string => warnings.find((warning) => warning.startsWith(name(file))) ?? '';
    expect(said('bad.yaml')).toMatch(/is left out: line 1: broken YAML.*Correct it, or remove the file/);
    expect(said('big.yaml')).toMatch(/larger than 64 KB.*Remove or rename it/);
    expect(said('latin.yaml')).toMatch(/not UTF-8 text.*Save it as UTF-8/);
    expect(said('old.yml')).toMatch(/Rename it to old\.yaml/);
    expect(said('folder.yaml')).toMatch(/not a regular file.*Remove/);
    expect(said('link.yaml')).toMatch(/links are not followed. Put the file itself there/);
    expect(said('pipe.yaml')).toMatch(/not a regular file/);
    expect(warnings).toHaveLength(7);
  });

  it('1.8 says so when a file may not be read', async () => {
    put(name('secret.yaml'), showDisposition(disposition));
    chmodSync(at(name('secret.yaml')), 0o000);
    const { dispositions, warnings } = await readDispositions({ root });
    // Whoever is root may read everything.
    if (process.getuid?.() === 0) expect(dispositions).toHaveLength(1);
    else expect(warnings).toEqual([expect.stringContaining('Make it readable, or remove it')]);
  });

  it('1.8 names a few of many bad files, and counts the rest', async () => {
    for (let n = 0; n < 50; n += 1) put(name(`bad-${n}.yaml`), 'id: [');
    const { warnings } = await readDispositions({ root });
    expect(warnings).toHaveLength(21);
    expect(warnings.at(-1)).toBe('30 more files in .fixpoint/dispositions are left out as well.');
  });

  it('1.8 stops at a limit, and says so', async () => {
    for (const each of ['a', 'b', 'c']) put(name(`${each}.yaml`), showDisposition({ ...disposition, id: each }));
    const { kept: some, warnings } = await readKept({ root }, 2);
    expect(some.map(({ disposition: { id } }) => id)).toEqual(['a', 'b']);
    expect(warnings).toEqual([
      '.fixpoint/dispositions has 3 files; only the first 2 are read. Remove those that are over.',
    ]);
  });

  it('1.8 removes a file once, and does not mind when it is gone', async () => {
    await writeKept(root, kept);
    await removeKept(root, kept);
    await removeKept(root, kept);
    expect(await readKept({ root })).toEqual({ kept: [], warnings: [] });
  });
});
