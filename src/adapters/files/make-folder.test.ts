import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeFolder } from './make-folder.ts';

describe('making a folder', () => {
  let root = '';
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'fixpoint-folder-'));
  });
  afterEach(() => rmSync(root, { recursive: true }));

  it('makes those above it, for the user alone, and leaves one that is there', () => {
    makeFolder(join(root, 'a/b/c'));
    makeFolder(join(root, 'a/b/c'));
    expect(statSync(join(root, 'a/b')).mode & 0o777).toBe(0o700);
  });

  it('ends with an error where there can be none', () => {
    writeFileSync(join(root, 'file'), '');
    expect(() => makeFolder(join(root, 'file'))).toThrow('EEXIST');
    expect(() => makeFolder(join(root, 'file/b'))).toThrow('EEXIST');
  });

  it.runIf(process.platform === 'linux')('ends where the file system takes no folders', () => {
    expect(() => makeFolder('/proc/nope/fixpoint')).toThrow('ENOENT');
  });
});
