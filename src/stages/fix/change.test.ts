/** What a fixer sees of the reviewed change. */
import { describe, expect, it } from 'vitest';
import { createSecrets } from '../../secrets/secrets.ts';
import { changeAround, type ChangedFile, readChange, type ShownLine } from './change.ts';
import { asDiff } from './diff-text.ts';

const { clean } = createSecrets({});
const numbered = Array.from({ length: 400 }, (_, n) => `line ${n + 1}`);
const text = (lines: readonly string[]): string => `${lines.join('\n')}\n`;

const changed = (at: Readonly<Record<number, string>>, more: Partial<ChangedFile> = {}): ChangedFile => ({
  file: 'src/a.ts',
  nameBefore: 'src/a.ts',
  before: text(numbered),
  after: text(numbered.map((line, n) => at[n + 1] ?? line)),
  ...more,
});

const around = (file: ChangedFile, line?: number, endLine?: number): ShownLine[] =>
  changeAround(readChange(file), { line, endLine }, clean);

describe('the reviewed change', () => {
  it('R05 4.16 is shown around the finding as a diff that git would understand', () => {
    expect(asDiff(around(changed({ 100: 'new', 300: 'far' }), 98))).toBe(
      '--- a/src/a.ts\n+++ b/src/a.ts\n@@ -97,7 +97,7 @@\n line 97\n line 98\n line 99\n-line 100\n+new\n' +
        ' line 101\n line 102\n line 103\n',
    );
  });

  it('R05 4.16 is not shown where it is far from the finding, and all of it where the finding has no line', () => {
    expect(around(changed({ 100: 'new' }), 150)).toEqual([]);
    expect(asDiff(around(changed({ 100: 'new', 300: 'far' })))).toMatch(/\+new[^]*\+far/);
  });

  it('R05 4.16 names a new file, one that was renamed, and one with a strange name', () => {
    expect(asDiff(around({ file: 'b.ts', nameBefore: null, before: null, after: 'one\n' }, 1))).toBe(
      '--- /dev/null\n+++ b/b.ts\n@@ -0,0 +1,1 @@\n+one\n',
    );
    const moved = changed({ 1: 'new' }, { nameBefore: 'old "name"\n.ts' });
    expect(asDiff(around(moved, 1))).toContain('--- "a/old \\"name\\"\\n.ts"\n+++ b/src/a.ts\n');
  });

  it('R05 4.16 shows lines that were only taken out', () => {
    const file = { ...changed({}), after: text(numbered.filter((_, n) => n < 10 || n >= 12)) };
    expect(asDiff(around(file, 11))).toContain(
      '@@ -8,8 +8,6 @@\n line 8\n line 9\n line 10\n-line 11\n-line 12\n line 13',
    );
  });

  it('R05 4.16 is bounded, the nearest lines first', () => {
    const huge = {
      file: 'new.ts',
      nameBefore: null,
      before: null,
      after: text(Array.from({ length: 5_000 }, () => 'x'.repeat(90))),
    };
    const shown = around(huge, 2_500);
    expect(asDiff(shown).length).toBeLessThan(8_200);
    expect(shown.some(({ now }) => now === 2_500)).toBe(true);
    const wide = { ...huge, after: `${'y'.repeat(100_000)}\n` };
    expect(asDiff(around(wide, 1)).length).toBeLessThan(500);
    const gone = { file: 'a.ts', nameBefore: 'a.ts', before: text(numbered), after: 'end\n' };
    expect(around(gone, 1).length).toBeLessThanOrEqual(120);
  });

  it('R05 4.16 shows each line once, however many findings are near it', () => {
    const change = changed({ 100: 'new' });
    expect(asDiff([...around(change, 98), ...around(change, 101)])).toBe(asDiff(around(change, 98)));
  });

  it('R05 4.11 shows no part of a secret that begins elsewhere, in neither version', () => {
    const body = Array.from({ length: 40 }, (_, n) => `${'Ab3'.repeat(20)}${n + 10}`);
    const key = ['-----BEGIN RSA PRIVATE', ' KEY-----'].join('');
    const before = text(['a', 'b', key, ...body, '-----END RSA PRIVATE KEY-----', 'c']);
    const after = text(['a', 'b', 'c']);
    expect(asDiff(around({ ...changed({}), before, after }, 3))).not.toMatch(/Ab3Ab3/);
    expect(asDiff(around({ ...changed({}), before: after, after: before }, 20))).not.toMatch(/Ab3Ab3/);
  });
});
