/**
 * `fixpoint review` through the command line: whom it asks, what it compares with, how it ends, and what it leaves
 * alone.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { StoredEvent } from '../../src/model/event.ts';
import { inSandbox } from '../support/bad-agent.ts';
import type { Ended } from '../support/fixpoint.ts';
import { changeSince, judging } from '../support/judging.ts';
import { manifestOf } from '../support/manifest.ts';
import { reviewsOf } from '../support/reviews.ts';
import type { Sandbox } from '../support/sandbox.ts';

const files = { 'README.md': 'A place to try things.\n', 'src/old.ts': 'old();\n' };
const changed = { 'src/new.ts': 'bad();\n' };

const withHouseRules = {
  ...files,
  'specs/calls.md': 'Calls are good.\n',
  '.fixpoint/reviewers/house.md': '---\nname: house\ndescription: what we agreed on\n---\nMoney is never a float.\n',
};

const finding = {
  id: 'BE-001',
  severity: 'high',
  category: 'correctness',
  title: 'Bad call',
  description: 'It is bad.',
  file_path: 'src/new.ts',
  line_start: 1,
  line_end: 1,
  suggested_fix: 'Mend it.',
};

const eventsOf = ({ stdout }: Ended): StoredEvent[] =>
  stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

/** Calls of agents that were under way at the same time, at most. */
const mostAtOnce = (events: readonly StoredEvent[]): number => {
  let [now, most] = [0, 0];
  for (const { type } of events) {
    now += type === 'call.started' ? 1 : type === 'call.finished' ? -1 : 0;
    most = Math.max(most, now);
  }
  return most;
};

const runsOf = ({ state }: Sandbox): string[] => {
  const base = join(state, 'fixpoint');
  return existsSync(base)
    ? readdirSync(base, { recursive: true, encoding: 'utf8' }).filter((name) => /runs\/[^/]+$/.test(name))
    : [];
};

const impossible: [Record<string, unknown>, RegExp, ...string[]][] = [
  [{ name: 'house-rules' }, /Reviewer house-rules: There is no skill "house-rules".*code-simplifier.*unified/],
  [{ name: 'spec' }, /Reviewer spec reviews against a specification\. Set review\.spec/],
  [{ name: 'contract', skill: 'spec' }, /Reviewer contract reviews against a specification/],
  [{ name: 'spec' }, /review\.spec: there is no folder nowhere\/ in what the run starts from/, 'review.spec=nowhere/'],
  [{ name: 'technical', agent: 'nobody' }, /reviewers\[0\]\.agent: there is no agent "nobody"/],
];

describe('fixpoint review', () => {
  it('2.5, 10.3 ends with 2 for findings, 0 for none and 1 for a reviewer that fails, and fixes nothing', () =>
    inSandbox(async (sandbox) => {
      changeSince(sandbox, changed);
      const { agent, args } = judging(sandbox, {
        command: ['review'],
        scenario: { review: { findings: [finding] } },
        verify: null,
      });
      const before = manifestOf(sandbox.root, (path) => path === '.git');
      const found = await sandbox.report(args);
      expect(found.ended.code, found.ended.stderr).toBe(2);
      expect(found.report).toMatchObject({
        command: 'review',
        status: 'leftovers',
        branch: null,
        cycles: [],
        plan: null,
      });
      expect(found.report.findings).toMatchObject([
        { code: 'BE-001', status: 'blocked', reason: 'reviewed, and not to be fixed now' },
      ]);
      agent.play({});
      const clean = await sandbox.report(args);
      expect([clean.ended.code, clean.report.status]).toEqual([0, 'clean']);
      agent.play({ review: { exit: 3 } });
      const failed = await sandbox.report(args);
      expect([failed.ended.code, failed.report.status]).toEqual([1, 'failed']);
      expect(failed.report.coverage).toMatchObject({ complete: false, reviewed: 0, hunks: 1 });
      expect(agent.calls().map(({ role }) => role)).toEqual(['review', 'review', 'review']);
      expect(manifestOf(sandbox.root, (path) => path === '.git')).toEqual(before);
      expect(sandbox.git('for-each-ref', '--format=%(refname)', 'refs/heads')).toBe(
        'refs/heads/feature\nrefs/heads/main',
      );
    }, files));

  it('2.9 compares with where the branch left the main one, with --base, or with nothing at all', () =>
    inSandbox(async (sandbox) => {
      changeSince(sandbox, changed);
      const left = sandbox.git('rev-parse', 'main');
      sandbox.git('checkout', '--quiet', 'main');
      sandbox.write('src/meanwhile.ts', 'meanwhile();\n');
      sandbox.commitAll('meanwhile');
      sandbox.git('checkout', '--quiet', 'feature');
      sandbox.write('src/newer.ts', 'newer();\n');
      sandbox.commitAll('more');
      const { agent, args } = judging(sandbox, { command: ['review'], scenario: {}, verify: null });
      const plain = args.filter(
        (arg, index) => !arg.startsWith('review.base') && args[index + 1] !== 'review.base=base',
      );
      const reviewed = async (...more: string[]): Promise<[string | null, readonly string[] | undefined]> => {
        const { report } = await sandbox.report([...plain, ...more]);
        return [report.base, reviewsOf(agent).at(-1)?.files];
      };
      expect(await reviewed()).toEqual([left, ['src/new.ts', 'src/newer.ts']]);
      expect(await reviewed('--base', 'HEAD~1')).toEqual([sandbox.git('rev-parse', 'HEAD~1'), ['src/newer.ts']]);
      sandbox.git('checkout', '--quiet', 'main');
      const calls = agent.calls().length;
      const lost = await sandbox.run(plain);
      expect(lost.code).toBe(1);
      expect(lost.stderr).toMatch(/nothing to compare with: you are on the main branch.*--base/);
      expect(agent.calls()).toHaveLength(calls);
      sandbox.write('src/mine.ts', 'mine();\n');
      expect(await reviewed('--include-dirty')).toEqual([sandbox.git('rev-parse', 'HEAD'), ['src/mine.ts']]);
      expect((await reviewed('--base', 'all'))[1]).toEqual(['README.md', 'src/meanwhile.ts', 'src/old.ts']);
    }, files));

  it('2.2, 2.4, 2.5 asks side by side up to review.concurrency, each with its own skill; the unified reviewer where nobody is configured', () =>
    inSandbox(async (sandbox) => {
      changeSince(sandbox, changed);
      const { agent, args } = judging(sandbox, {
        command: ['review'],
        scenario: { call: { sleepMs: 300 } },
        reviewers: [
          { name: 'house' },
          { name: 'spec' },
          { name: 'security' },
          { name: 'technical' },
          { name: 'release' },
        ],
        set: ['review.concurrency=3', 'review.spec=specs/'],
        verify: null,
      });
      const ended = await sandbox.run([...args, '--jsonl']);
      expect(ended.code, ended.stderr).toBe(0);
      expect(mostAtOnce(eventsOf(ended))).toBe(3);
      const prompts = Object.fromEntries(agent.calls('review').map(({ reviewer, prompt }) => [reviewer, prompt]));
      expect(Object.keys(prompts).toSorted()).toEqual(['house', 'release', 'security', 'spec', 'technical']);
      expect(prompts['house']).toContain('# Your field: house\n\nMoney is never a float.\n');
      expect(prompts['security']).toContain('# Your field: security\n');
      expect(prompts['security']).not.toContain('Money is never a float.');
      expect(prompts['spec']).toMatch(/# Specification\n[^#]*\nspecs\/\n/);
      agent.play({});
      const unified = await sandbox.report([...args, '--set', 'reviewers=[]']);
      expect(unified.report.reviewers).toMatchObject([{ name: 'unified', verdict: 'PASSED' }]);
      expect(agent.calls('review').at(-1)?.prompt).toContain('You lead a review.');
    }, withHouseRules));

  it('2.1, 2.5 refuses reviewers that cannot work before anything runs', () =>
    inSandbox(async (sandbox) => {
      changeSince(sandbox, changed);
      for (const [reviewer, why, ...set] of impossible) {
        const { agent, args } = judging(sandbox, {
          command: ['review'],
          scenario: {},
          reviewers: [reviewer],
          verify: null,
          set,
        });
        const ended = await sandbox.run(args);
        expect(ended.code).toBe(1);
        expect(ended.stderr).toMatch(why);
        expect(agent.calls()).toEqual([]);
        expect(runsOf(sandbox)).toEqual([]);
      }
    }, files));
});

describe('fixpoint run', () => {
  it('2.10 starts nothing more after a review that passes', () =>
    inSandbox(async (sandbox) => {
      changeSince(sandbox, changed);
      const { agent, args } = judging(sandbox, {
        scenario: {},
        set: ['plan.agent=scripted', 'clarify.agent=scripted', 'verify.setup=["touch set-up"]', 'review.again=final'],
      });
      const ended = await sandbox.run([...args, '--jsonl']);
      expect(ended.code, ended.stderr).toBe(0);
      expect(agent.calls().map(({ role }) => role)).toEqual(['review']);
      expect([...new Set(eventsOf(ended).map(({ type }) => type))]).toEqual([
        'run.started',
        'round.started',
        'review.started',
        'review.scoped',
        'call.started',
        'process.started',
        'call.finished',
        'review.finished',
        'findings.admitted',
        'run.handed-over',
        'run.finished',
      ]);
    }, files));
});
