/** Diffs that are larger than a prompt. */
import { describe, expect, it } from 'vitest';
import { fitDiff } from './diff-room.ts';

const part = (file: string, lines: number): string =>
  `diff --git a/${file} b/${file}\n--- a/${file}\n+++ b/${file}\n@@ -1 +1,${lines} @@\n${'+a line of the change\n'.repeat(lines)}`;

describe('6.1 a challenger is told what it does not see', () => {
  const small = part('src/small.ts', 3);
  const large = part('src/large file.ts', 500);
  const last = part('src/last.ts', 5);

  it('nothing is cut from a diff that fits', () => {
    expect(fitDiff(small + large, small.length + large.length)).toEqual({ text: small + large, cut: [] });
    expect(fitDiff('', 10)).toEqual({ text: '', cut: [] });
  });

  it('a file that does not fit is cut between two lines, and named', () => {
    const { text, cut } = fitDiff(small + large, small.length + 1_010);
    expect(text.startsWith(small)).toBe(true);
    expect(text.endsWith('+a line of the change\n')).toBe(true);
    expect(text.length).toBeLessThanOrEqual(small.length + 1_010);
    const shown = text.slice(small.length).split('\n').length - 1;
    expect(cut).toEqual([{ file: 'src/large file.ts', lines: 504, shown }]);
    expect(shown).toBeGreaterThan(40);
  });

  it('files of the findings get room before others, in the order of the diff', () => {
    const { text, cut } = fitDiff(large + last, last.length + 200, new Set(['src/last.ts']));
    expect(text.endsWith(last)).toBe(true);
    expect(text.startsWith('diff --git a/src/large file.ts')).toBe(true);
    expect(cut.map(({ file }) => file)).toEqual(['src/large file.ts']);
    expect(fitDiff(large + last, last.length + 200).cut.map(({ file }) => file)).toEqual([
      'src/large file.ts',
      'src/last.ts',
    ]);
  });

  it('content that looks like the head of a file is content', () => {
    const tricky = `${part('a.ts', 1)}+diff --git a/x b/x\n diff --git a/y b/y\n`;
    expect(fitDiff(tricky + large, tricky.length).cut.map(({ file }) => file)).toEqual(['src/large file.ts']);
  });

  it('one endless line leaves nothing but its name', () => {
    const { text, cut } = fitDiff(`diff --git a/x b/x\n+${'y'.repeat(1_000_000)}`, 500);
    expect({ text, cut }).toEqual({ text: 'diff --git a/x b/x\n', cut: [{ file: 'x', lines: 2, shown: 1 }] });
  });

  it('5 MB over 400 files are cut in one go', () => {
    const many = Array.from({ length: 400 }, (_, index) => part(`src/f${index}.ts`, 600)).join('');
    const { text, cut } = fitDiff(many, 100_000);
    expect(text.length).toBeLessThanOrEqual(100_000);
    expect(cut.length).toBeGreaterThan(380);
  });
});
