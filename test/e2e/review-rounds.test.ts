/**
 * Rounds of reviews through the command line: one reviewer after the other, and once more over what the fixes changed.
 */
import { describe, expect, it } from 'vitest';
import type { ScriptedAgent } from '../fakes/scripted.ts';
import { expectAccounted, findingOf } from '../support/accounted.ts';
import { inSandbox } from '../support/bad-agent.ts';
import { changeSince, judging } from '../support/judging.ts';
import { reviewsOf } from '../support/reviews.ts';

const files = { 'README.md': 'A place to try things.\n' };
const lines = Array.from({ length: 40 }, (_, index) => `line ${index + 2}\n`).join('');
const changed = { 'src/a.ts': 'bad a\n', 'src/b.ts': `bad b\n${lines}`, 'src/c.ts': 'bad c\n' };

const finding = (id: string, file: string, title: string) => ({
  id,
  severity: 'high',
  category: 'correctness',
  title,
  description: 'Somebody will trip over it.',
  file_path: `src/${file}.ts`,
  line_start: 1,
  line_end: 1,
  suggested_fix: 'Mend it.',
});
const first = finding('A-1', 'a', 'Wrong letter');
const second = finding('B-1', 'b', 'Missing full stop');
const stuck = finding('C-1', 'c', 'Nobody knows what this is for');
const later = finding('A-2', 'a', 'Too loud');

const edit = (file: string, find: string, replace: string) => ({ edits: [{ file: `src/${file}.ts`, find, replace }] });
const blocked = {
  outcome: 'blocked',
  explanation: 'A person has to decide what it should do: both readings are possible.',
};

/** Who was asked what, in order: a reviewer by its name, a fixer by the codes. */
const courseOf = (agent: ScriptedAgent): string[] =>
  agent.calls().map(({ role, reviewer, codes }) => `${role} ${reviewer ?? codes.join(' ')}`);

/** Lines that were added or taken away. */
const changesIn = (diff: string | undefined): string[] =>
  (diff ?? '').split('\n').filter((line) => /^[+-](?![+-])/.test(line));

describe('review.sequence', () => {
  it('2.2, 2.8 fixes between reviewers, lets the next one see the fixes, and has them all reviewed at the end', () =>
    inSandbox(async (sandbox) => {
      changeSince(sandbox, changed);
      const { agent, args } = judging(sandbox, {
        scenario: {
          reviewers: {
            technical: [
              { findings: [first, stuck] },
              { findings: [later, { ...stuck, title: 'Nobody knows what this is for!' }] },
            ],
            security: [{ findings: [second] }, { findings: [second] }, {}],
          },
          findings: {
            'A-1': edit('a', 'bad a', 'good a'),
            'B-1': edit('b', 'line 40', 'line 40.'),
            'C-1': blocked,
            'A-2': edit('a', 'good a', 'fine a'),
          },
          default: edit('b', 'bad b', 'good b.'),
        },
        reviewers: [{ name: 'technical' }, { name: 'security' }],
        set: [
          'review.sequence=true',
          'review.again=final',
          'review.concurrency=1',
          'fix.concurrency=1',
          'gates.growth.ownLines=fix',
        ],
      });
      const { ended, report } = await sandbox.report(args);
      expectAccounted(report, sandbox);
      expect(courseOf(agent)).toEqual([
        'review technical',
        'fix A-1',
        'fix C-1',
        'review security',
        'fix B-1',
        'review technical',
        'review security',
        'fix B-1',
        'fix A-2',
        'review security',
      ]);
      const [, next, final] = reviewsOf(agent).map(({ diff }) => diff);
      expect(changesIn(next)).toEqual(expect.arrayContaining(['+good a', '+bad b']));
      expect(next).not.toContain('bad a');
      expect(changesIn(final)).toEqual(['-bad a', '+good a', '-line 40', '+line 40.']);

      // What is blocked stays as it is, in whatever words it comes back; a fix that did not help leaves its finding
      // open, and whoever reported it looks at the next one.
      expect(report.findings.map(({ title, status }) => [title, status])).toEqual([
        [first.title, 'fixed'],
        [stuck.title, 'blocked'],
        [second.title, 'fixed'],
        [later.title, 'fixed'],
      ]);
      const again = findingOf(report, 'B-1');
      expect(again.attempts.map(({ cycle, result }) => [cycle, result])).toEqual([
        [2, 'accepted'],
        [3, 'accepted'],
      ]);
      expect(again.reopened).toMatchObject([{ round: 3, by: ['security'] }]);
      expect(again.commit).not.toBe(again.reopened?.[0]?.commit);
      expect(again.proof).toContain('review');
      expect(report.reviewers.map(({ name, round }) => `${name} ${round}`)).toEqual([
        'technical 1',
        'security 2',
        'technical 3',
        'security 3',
        'security 4',
      ]);
      expect([ended.code, report.status]).toEqual([2, 'leftovers']);
    }, files));

  it('2.1, 2.2 fixes what a later reviewer finds blocking, though an earlier one only warned of it', () =>
    inSandbox(async (sandbox) => {
      changeSince(sandbox, changed);
      const { args } = judging(sandbox, {
        scenario: { review: { findings: [first] }, default: edit('a', 'bad a', 'good a') },
        reviewers: [{ name: 'technical', level: 'warning' }, { name: 'security' }],
        set: ['review.sequence=true'],
      });
      const { ended, report } = await sandbox.report(args);
      expect(report.findings.map(({ reviewer, status }) => [reviewer, status])).toEqual([
        ['technical', 'blocked'],
        ['security', 'fixed'],
      ]);
      expect(ended.code).toBe(0);
    }, files));
});

describe('review.again', () => {
  it('2.8, 2.10 reviews what changed since the last review, until nothing did; no fix, no review; a review of fixes that fails is an error', () =>
    inSandbox(async (sandbox) => {
      changeSince(sandbox, changed);
      const findings = { 'A-1': edit('a', 'bad a', 'good a'), 'B-1': edit('b', 'bad b', 'good b') };
      const { agent, args } = judging(sandbox, {
        scenario: { review: [{ findings: [first] }, { findings: [second] }, {}], findings },
        set: ['review.again=final', 'review.rounds=9', 'limits.cycles=1'],
      });
      const done = await sandbox.report(args);
      expect([done.ended.code, done.report.totals.fixed]).toEqual([0, 2]);
      expectAccounted(done.report, sandbox);
      expect(courseOf(agent)).toEqual([
        'review technical',
        'fix A-1',
        'review technical',
        'fix B-1',
        'review technical',
      ]);
      expect(
        reviewsOf(agent)
          .slice(1)
          .map(({ diff }) => changesIn(diff)),
      ).toEqual([
        ['-bad a', '+good a'],
        ['-bad b', '+good b'],
      ]);

      agent.play({ review: { findings: [stuck] }, findings: { 'C-1': blocked } });
      const nothing = await sandbox.report(args);
      expect(nothing.ended.code).toBe(2);
      expect(courseOf(agent).slice(5)).toEqual(['review technical', 'fix C-1']);

      agent.play({ review: [{ findings: [first] }, { exit: 1 }], findings });
      const failed = await sandbox.report(args);
      expect([failed.ended.code, failed.report.status, failed.report.totals.fixed]).toEqual([1, 'failed', 1]);
      expect(failed.report.branch).not.toBeNull();
      expect(failed.report.coverage).toMatchObject({
        complete: false,
        notReviewed: [{ file: 'src/a.ts', first: 1, last: 1, lines: '1', reason: 'exit code 1', wanted: true }],
      });
    }, files));
});
