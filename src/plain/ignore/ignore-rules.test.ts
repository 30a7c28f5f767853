/** What is left out is what git would ignore. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { leftOutBy } from './ignore-rules.ts';

const files = [
  'a',
  'b.js',
  'a.min.js',
  'dist/a.js',
  'src/a.js',
  'src/b.js',
  'src/dist/c.js',
  'src/vendor/lib/x.js',
  'vendor/lib/x.js',
  'vendor/y.js',
  'packages/a/dist/a.js',
  'packages/b/src/!odd.js',
  'packages/b/src/#odd.js',
  'packages/b/with space.js',
];

describe('rules about what is left out', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'fixpoint-ignore-'));
    execFileSync('git', ['init', '-q', folder]);
    for (const file of files) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), '');
    }
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const ignoredByGit = (lines: readonly string[]): string[] => {
    writeFileSync(join(folder, '.gitignore'), lines.map((line) => `${line}\n`).join(''));
    const { stdout } = spawnSync('git', ['check-ignore', '--no-index', '-z', '--stdin'], {
      cwd: folder,
      input: files.map((file) => `${file}\0`).join(''),
      encoding: 'utf8',
    });
    return stdout.split('\0').filter((file) => file !== '');
  };

  const leftOut = (lines: readonly string[]): string[] => {
    const why = leftOutBy(lines);
    return files.filter((file) => why(file) !== undefined);
  };

  it.each([
    [['vendor/']],
    [['/vendor/']],
    [['vendor/**']],
    [['*.js', '!src/*.js']],
    [['dist', '!src/dist/c.js']],
    [['**/dist/*.js']],
    [['src/**/x.js']],
    [['packages/*/dist']],
    [['*.min.*', '# a comment', '']],
    [['[ab].js', '[!a].js', '[[:alpha:]]']],
    [['\\!odd.js', '\\#odd.js', 'with\\ space.js', 'with space.js   ']],
    [['**', '!a', '!*/']],
    [['a[', 'b[.js', 'a\\']],
    [['/', '!', '//', 'src//a.js']],
  ])('leaves out by %j what git ignores', (lines) => {
    expect(leftOut(lines)).toEqual(ignoredByGit(lines));
  });

  it('agrees with git on generated rules', () => {
    const piece = fc.constantFrom('a', 'b', 'src', 'dist', 'vendor', 'lib', '*', '?', '[a-d]', '.js', '*.js', 'x');
    const word = fc.array(piece, { minLength: 1, maxLength: 2 }).map((pieces) => pieces.join(''));
    const name = fc.oneof({ weight: 4, arbitrary: word }, { weight: 1, arbitrary: fc.constant('**') });
    const rule = fc
      .tuple(
        fc.constantFrom('', '', '!'),
        fc.constantFrom('', '/', '**/'),
        fc.array(name, { minLength: 1, maxLength: 3 }),
        fc.constantFrom('', '/', '/**'),
      )
      .map(([not, start, names, end]) => `${not}${start}${names.join('/')}${end}`);
    fc.assert(
      fc.property(fc.array(rule, { minLength: 1, maxLength: 4 }), (lines) => {
        expect(leftOut(lines)).toEqual(ignoredByGit(lines));
      }),
      { numRuns: 300 },
    );
  });

  it('says which rule it was', () => {
    expect(leftOutBy(['*.js', '/vendor/'])('vendor/y.js')).toBe('/vendor/');
  });

  it('is not held up by a pattern of many stars', () => {
    const many = `${'*a'.repeat(200)}b`;
    expect(leftOutBy([many, `${'**/a/'.repeat(200)}b`])(`${'a/'.repeat(1000)}${'a'.repeat(2000)}`)).toBeUndefined();
  });
});
