/**
 * Coverage through the command line (2.8, 2.9): every changed place is in exactly one call, or listed as not reviewed.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Report } from '../../src/model/report.ts';
import { inSandbox } from '../support/bad-agent.ts';
import { changeSince, judging } from '../support/judging.ts';
import { type AskedReview, reviewsOf } from '../support/reviews.ts';

/** Stands in one changed place and nowhere else. */
const mark = (file: string, place: number): string => `<mark ${file} ${place}>`;

const words = (bytes: number): string => 'plain words that say nothing much\n'.repeat(Math.ceil(bytes / 34));

/** So far apart that git shows them as changed places of their own. */
const gap = Array.from({ length: 20 }, (_, index) => `line ${index}\n`).join('');

const before = (places: number): string => gap.repeat(places + 1);
const after = (file: string, places: number, bytes: number): string =>
  Array.from({ length: places }, (_, index) => `${gap}${mark(file, index + 1)}\n${words(bytes)}`).join('') + gap;

/** Marks in the calls of a reviewer, each as often as it was shown. */
const shown = (reviews: readonly AskedReview[], what: 'prompt' | 'diff'): string[] =>
  reviews.flatMap((review) => review[what].match(/<mark [^>]{1,60}>/g) ?? []);

/** Marks of the places that nobody looked at although somebody should have. */
const left = ({ coverage }: Report): string[] =>
  (coverage?.notReviewed ?? [])
    .filter(({ wanted }) => wanted)
    .flatMap(({ file, first, last }) =>
      Array.from({ length: last - first + 1 }, (_, index) => mark(file, first + index)),
    );

const sorted = (marks: readonly string[]): string[] => marks.toSorted();

describe('2.8, 2.9 a change of 5 MB in 400 files', () => {
  const numbered = (count: number, name: (index: number) => string): string[] =>
    Array.from({ length: count }, (_, index) => name(index));
  const edited = numbered(95, (index) => `src/edited-${index}.txt`);
  const added = [...numbered(299, (index) => `src/deep/${index % 7}/added-${index}.txt`), 'src/naïve "name".txt'];
  /** The first is more than one call takes. */
  const placesIn = (file: string): number => (file === edited[0] ? 50 : 3);
  const [giant, deleted] = ['src/giant.txt', 'src/deleted.txt'];

  it('has every changed place in exactly one call, or among what was not reviewed, and is not clean', () =>
    inSandbox(
      async (sandbox) => {
        sandbox.write('old.bin', Buffer.from([0, 1, 2, 255]));
        sandbox.commitAll('before');
        sandbox.write('old.bin', Buffer.from([0, 1, 3, 255]));
        sandbox.write('new.bin', Buffer.alloc(50_000));
        rmSync(join(sandbox.root, deleted));
        changeSince(sandbox, {
          ...Object.fromEntries(edited.map((file) => [file, after(file, placesIn(file), 4_000)])),
          ...Object.fromEntries(added.map((file) => [file, `${mark(file, 1)}\n${words(9_000)}`])),
          // One line: what has several is cut between them.
          [giant]: `${mark(giant, 1)} ${words(1_235_500).replaceAll('\n', ' ')}\n`,
          'empty.txt': '',
        });
        expect(sandbox.gitBytes('diff', '--no-renames', 'base', 'HEAD').length).toBeGreaterThan(5_000_000);
        expect(sandbox.git('diff', '--no-renames', '--name-only', 'base', 'HEAD').split('\n')).toHaveLength(400);
        const all = [
          ...edited.flatMap((file) => Array.from({ length: placesIn(file) }, (_, index) => mark(file, index + 1))),
          ...[...added, giant, deleted].map((file) => mark(file, 1)),
        ];
        const set = ['review.concurrency=4', 'review.tokens=60000', 'review.calls=20'];
        const { agent, args } = judging(sandbox, { command: ['review'], scenario: {}, set, verify: null });

        const { ended, report } = await sandbox.report(args);
        const reviews = reviewsOf(agent);
        expect(reviews).toHaveLength(20);
        expect(sorted([...shown(reviews, 'prompt'), ...left(report)])).toEqual(sorted(all));
        expect(shown(reviews, 'diff')).toEqual(shown(reviews, 'prompt'));
        for (const { diff } of reviews) expect(diff.length).toBeLessThanOrEqual(60_000 * 3);

        expect([ended.code, report.status]).toEqual([2, 'leftovers']);
        expect(report.coverage).toMatchObject({
          complete: false,
          hunks: all.length,
          reviewed: shown(reviews, 'prompt').length,
        });
        const reasons = Object.groupBy(report.coverage?.notReviewed ?? [], ({ reason }) => reason);
        expect(
          Object.fromEntries(Object.entries(reasons).map(([reason, entries]) => [reason, entries?.length])),
        ).toEqual({
          'an empty file': 1,
          binary: 2,
          'beyond review.calls (20)': expect.any(Number),
          'larger than one call takes (1207 KB; review.tokens)': 1,
        });
      },
      {
        ...Object.fromEntries(edited.map((file) => [file, before(placesIn(file))])),
        [deleted]: `${mark(deleted, 1)}\n`,
      },
    ));
});

describe('2.8 a review in parts', () => {
  const names = ['src/a.txt', 'src/b.txt', 'src/c.txt'];
  const finding = {
    id: 'A-1',
    severity: 'high',
    category: 'correctness',
    title: 'Plain words',
    description: 'They say nothing.',
    file_path: 'src/a.txt',
    line_start: 2,
    line_end: 2,
    suggested_fix: 'Say something.',
  };

  it('is clean only when every part was answered: one that failed, or was never asked about, is not reviewed', () =>
    inSandbox(async (sandbox) => {
      changeSince(sandbox, Object.fromEntries(names.map((file) => [file, `${mark(file, 1)}\n${words(2_000)}`])));
      const { agent, args } = judging(sandbox, { scenario: {}, set: ['review.tokens=1000', 'review.concurrency=1'] });
      const marks = names.map((file) => mark(file, 1));

      const clean = await sandbox.report(args);
      expect([clean.ended.code, clean.report.status]).toEqual([0, 'clean']);
      expect(clean.report.coverage).toMatchObject({ complete: true, hunks: 3, reviewed: 3, notReviewed: [] });
      expect(reviewsOf(agent).map((review) => shown([review], 'prompt'))).toEqual(marks.map((each) => [each]));

      agent.play({ review: [{}, { exit: 1 }, {}] });
      const failed = await sandbox.report(args);
      expect([failed.ended.code, failed.report.status]).toEqual([1, 'failed']);
      expect(failed.report.message).toContain('1 of 3 calls failed; the first: exit code 1');
      expect(failed.report.coverage).toMatchObject({ complete: false, reviewed: 2 });
      expect(left(failed.report)).toEqual([mark('src/b.txt', 1)]);

      // All that was found is fixed, and still not everything was looked at.
      agent.play({
        review: { findings: [finding], onlyItsFiles: true },
        findings: { 'A-1': { edits: [{ file: 'src/a.txt', find: 'plain', replace: 'clear' }] } },
      });
      const partly = await sandbox.report([...args, '--set', 'review.calls=2']);
      expect(partly.report.totals).toMatchObject({ total: 1, fixed: 1 });
      expect([partly.ended.code, partly.report.status]).toEqual([2, 'leftovers']);
      expect(partly.report.message).toBe('only 2 of 3 changed places were reviewed');
      expect(left(partly.report)).toEqual([mark('src/c.txt', 1)]);
    }));
});
