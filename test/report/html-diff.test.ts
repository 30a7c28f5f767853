/** Changes on the page: numbered, bounded, each once. */
import { expect, it } from 'vitest';
import type { Report } from '../../src/model/report.ts';
import { readDiff } from '../../src/report/html/diff/read.ts';
import { htmlReport } from '../../src/report/html/page.ts';
import { fixedFinding, sampleReport } from './sample.ts';

const patch = [
  'diff --git a/src/a.ts b/src/a.ts',
  'index 1..2 100644',
  '--- a/src/a.ts',
  '+++ b/src/a.ts',
  '@@ -7,4 +7,4 @@ const f = () => {',
  ' same',
  '--- a/looks/like/a/header',
  '-@@ -1 +1 @@',
  '+diff --git a/x b/x',
  '+++ also text',
  ' last',
  String.raw`\ No newline at end of file`,
  '@@ -30 +30,0 @@',
  '-gone',
  'diff --git "a/s\\303\\274\\"\\n.bin" "b/s\\303\\274\\"\\n.bin"',
  'new file mode 100644',
  'index 0..1',
  'GIT binary patch',
  'literal 4',
  'LcmZQzWMXDvU|?Z@',
  '',
].join('\n');

it('10.3 reads a patch with the numbers of its lines, and takes no content for a header', () => {
  expect(readDiff(patch)).toEqual([
    {
      file: 'src/a.ts',
      lines: [
        { kind: 'place', text: '@@ -7,4 +7,4 @@ const f = () => {' },
        { kind: 'same', text: 'same', before: 7, after: 7 },
        { kind: 'removed', text: '-- a/looks/like/a/header', before: 8 },
        { kind: 'removed', text: '@@ -1 +1 @@', before: 9 },
        { kind: 'added', text: 'diff --git a/x b/x', after: 8 },
        { kind: 'added', text: '++ also text', after: 9 },
        { kind: 'same', text: 'last', before: 10, after: 10 },
        { kind: 'note', text: 'No newline at end of file' },
        { kind: 'place', text: '@@ -30 +30,0 @@' },
        { kind: 'removed', text: 'gone', before: 30 },
      ],
    },
    {
      file: 'sü"\n.bin',
      lines: [
        { kind: 'note', text: 'new file mode 100644' },
        { kind: 'note', text: 'A binary file; its bytes are not shown.' },
      ],
    },
  ]);
  expect(readDiff('')).toEqual([]);
});

const withPatches = (names: readonly string[]): Report => ({
  ...sampleReport,
  findings: names.map((name, index) => ({
    ...fixedFinding,
    id: `id-${index}`,
    code: `F00${index + 1}`,
    attempts: fixedFinding.attempts.map((attempt) => ({ ...attempt, patch: name })),
  })),
});

const pageOf = async (report: Report, patchOf: (name: string) => Promise<string | null>): Promise<string> => {
  const pieces: string[] = [];
  for await (const piece of htmlReport(report, patchOf)) pieces.push(piece);
  return pieces.join('');
};

/** So many lines, each added. */
const long = (lines: number, text = 'x'): string =>
  `diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -0,0 +1,${lines} @@\n${`+${text}\n`.repeat(lines)}`;

const added = (page: string): number => page.match(/<ins /g)?.length ?? 0;

it('10.3 shows a change with its signs and numbers', async () => {
  const page = await pageOf(withPatches(['one']), async () => patch);
  expect(page).toContain('<del data-o="8">--- a/looks/like/a/header\n</del>');
  expect(page).toContain('<ins data-n="8">+diff --git a/x b/x\n</ins>');
  expect(page).toContain('<span data-o="7" data-n="7"> same\n</span>');
});

it('10.3 cuts a long change and says how much of it is where', async () => {
  const page = await pageOf(withPatches(['one']), async () => long(1_000));
  expect(added(page)).toBe(396);
  expect(page).toContain('604 more lines not shown; all of them: <code>one</code>');
});

it('10.3 cuts a long line and says how much of it', async () => {
  const page = await pageOf(withPatches(['one']), async () => long(1, '<'.repeat(100_000)));
  expect(page).toContain(' … (99,400 more characters)');
  expect(page.length).toBeLessThan(60_000);
});

it('10.3 shows a change that several findings share once, and links to it', async () => {
  const asked: string[] = [];
  const page = await pageOf(withPatches(['one', 'one', 'two']), async (name) => {
    asked.push(name);
    return long(3);
  });
  expect(asked).toEqual(['one', 'two']);
  expect(added(page)).toBe(6);
  expect(page).toContain('The same change as in <a href="#f-F001~1">another finding</a>');
});

it('10.3 stops showing changes when the page holds enough, and says where they are', async () => {
  const names = Array.from({ length: 200 }, (_, index) => `patch-${index}`);
  const page = await pageOf(withPatches(names), async () => long(1_000));
  expect(added(page)).toBe(150 * 396);
  expect(page).toContain('This page already shows 60,000 lines of changes. This one: <code>patch-199</code>');
});

it('10.3 says that a patch is no longer kept', async () => {
  const page = await pageOf(withPatches(['one']), async () => null);
  expect(page).toContain('The patch is no longer kept: <code>one</code>');
});
