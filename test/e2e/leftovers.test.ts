/** What is left over becomes an issue, once, whatever goes wrong on the way (9.1, 9.2, 9.3). */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Report } from '../../src/model/report.ts';
import { faultsInTurn, noFaults } from '../fakes/tracker/faults.ts';
import { type FakeGitHub, githubToken, startGitHub } from '../fakes/tracker/github.ts';
import { startServer } from '../fakes/tracker/http.ts';
import { findingOf as findingIn, isDuplicate, stranger } from '../fakes/tracker/issues.ts';
import { findingOf } from '../support/accounted.ts';
import { inSandbox } from '../support/bad-agent.ts';
import { fixing } from '../support/fixing.ts';
import type { Ended } from '../support/fixpoint.ts';
import { file, type FilingOptions, filing } from '../support/leftovers/filing.ts';
import { manifestOf } from '../support/manifest.ts';
import type { Sandbox } from '../support/sandbox.ts';

const files = { 'src/a.txt': 'one\nbad a\nthree\n', 'src/b.txt': 'bad b\n' };
const findings = [
  { code: 'F1', file: 'src/a.txt', line: 2, title: 'a is bad' },
  { code: 'F2', file: 'src/b.txt', line: 1, title: 'b is bad' },
];
const fixes = (code: string, name: string) => ({
  [code]: { edits: [{ file: `src/${name}.txt`, find: 'bad', replace: 'good' }] },
});
const nothingFixed = { findings: {} };

/** With a GitHub, and a repository whose first commit is on its remote. */
const withGitHub = (use: (sandbox: Sandbox, github: FakeGitHub, options: FilingOptions) => Promise<void>) =>
  inSandbox(async (sandbox) => {
    const github = await startGitHub();
    sandbox.git('update-ref', 'refs/remotes/origin/main', 'HEAD');
    try {
      await use(sandbox, github, { to: 'github', tracker: github.env, findings, scenario: nothingFixed });
      expect(github.invalid).toEqual([]);
      expect(github.requests.filter(({ path }) => path.startsWith('/search'))).toEqual([]);
    } finally {
      await github.close();
    }
  }, files);

const Listed = z.object({
  leftovers: z.array(
    z.object({
      finding: z.string(),
      state: z.string(),
      issue: z.object({ url: z.string() }).nullable(),
      error: z.string().nullable(),
    }),
  ),
});
const list = async (sandbox: Sandbox): Promise<z.infer<typeof Listed>['leftovers']> =>
  Listed.parse(JSON.parse((await sandbox.run(['leftovers', 'list', '--json'])).stdout)).leftovers;

/** An address that nobody listens at any more. */
const nobodyThere = async (): Promise<string> => {
  const server = await startServer(() => ({ status: 200, body: {} }));
  await server.close();
  return server.url;
};

const flush = (sandbox: Sandbox, github: FakeGitHub): Promise<Ended> =>
  sandbox.run(['leftovers', 'flush'], { env: { ...sandbox.env, ...github.env } });

const idsIn = ({ findings: all }: Report): Set<string | null> => new Set(all.map(({ id }) => id));

const urls = (report: Report): (string | null | undefined)[] => report.findings.map(({ issue }) => issue?.url);

describe('the life of an issue', () => {
  it('9.2 is filed once, brought up to date, closed with the fix, and opened when the finding comes back', () =>
    withGitHub(async (sandbox, github, options) => {
      const before = manifestOf(sandbox.root, (path) => path === '.git');
      const first = await file(sandbox, options);
      expect(first.ended.code, first.ended.stderr).toBe(2);
      expect(manifestOf(sandbox.root, (path) => path === '.git')).toEqual(before);
      expect(urls(first.report)).toEqual([1, 2].map((number) => `https://github.example/acme/shop/issues/${number}`));
      expect(first.report.leftovers).toMatchObject({ to: 'github', waiting: 0, issues_created: urls(first.report) });

      const twice = await file(sandbox, options);
      expect(github.issues).toHaveLength(2);
      expect(urls(twice.report)).toEqual(urls(first.report));
      expect(twice.report.leftovers?.issues_created).toEqual([]);
      expect(github.requests.filter(({ method }) => method === 'PATCH')).toEqual([]);

      const fixed = await file(sandbox, { ...options, scenario: { findings: fixes('F1', 'a') } });
      const { commit } = findingOf(fixed.report, 'F1');
      expect(github.issues.map(({ open, reason }) => [open, reason])).toEqual([
        [false, 'completed'],
        [true, null],
      ]);
      const [note, ...others] = github.issues[0]?.comments ?? [];
      expect(others).toEqual([]);
      expect(note?.body).toMatch(
        new RegExp(`Fixed in \`${commit}\` on branch \`fixpoint/.*\` by run .*Proven by: tests`),
      );

      const back = await file(sandbox, options);
      expect(github.issues.map(({ open }) => open)).toEqual([true, true]);
      expect(github.issues[0]?.comments.at(-1)?.body).toContain(`run \`${back.report.run}\` found it again`);
      expect(github.issues).toHaveLength(2);
    }));

  it('9.2 what a finding says anew is brought up to date, with the severity of today and the labels of people', () =>
    withGitHub(async (sandbox, github, options) => {
      await file(sandbox, { ...options, findings: findings.slice(0, 1) });
      github.issues[0]?.labels.push('help wanted');
      const [first] = findings;
      await file(sandbox, {
        ...options,
        findings: [{ ...first, code: 'F1', severity: 'low', description: 'new words' }],
      });
      expect(github.issues).toHaveLength(1);
      expect(github.issues[0]?.title).toBe('[LOW] a is bad');
      expect(github.issues[0]?.body).toContain('> new words');
      expect(github.issues[0]?.labels.toSorted()).toEqual(['help wanted', 'low', 'review-finding', 'tech-debt']);
    }));

  it('9.2 an issue that a stranger has made to look like ours counts for nothing', () =>
    withGitHub(async (sandbox, github, options) => {
      await file(sandbox, { ...options, findings: findings.slice(0, 1) });
      const [ours] = github.issues.splice(0);
      github.add({ ...ours, number: 1, author: stranger, open: false, reason: 'not_planned' });
      const { report } = await file(sandbox, { ...options, findings: findings.slice(0, 1) });
      expect(github.issues.map(({ open, author }) => [open, author.login])).toEqual([
        [false, 'mallory'],
        [true, 'fixpoint-ci'],
      ]);
      expect(urls(report)).toEqual(['https://github.example/acme/shop/issues/2']);
    }));
});

describe('what goes wrong on the way', () => {
  it('9.1 limits and errors of the server are waited out, and answers that were lost are found', () =>
    withGitHub(async (sandbox, github, options) => {
      github.setFaults(
        faultsInTurn('POST', [
          // The first issue
          ...(['rate-limit', 'secondary-limit', 'error-500', 'slow'] as const),
          // The second
          ...(['too-many', 'error-502', 'drop-before', 'drop-after'] as const),
        ]),
      );
      const { report, ended } = await file(sandbox, options);
      expect(ended.code).toBe(2);
      expect(github.issues).toHaveLength(2);
      expect(new Set(github.issues.map(findingIn))).toEqual(idsIn(report));
      expect(urls(report).every((url) => typeof url === 'string')).toBe(true);
    }));

  it('9.3 without a network the run ends as ever, and what waits is sent later, once', () =>
    withGitHub(async (sandbox, github, options) => {
      const offline = { ...github.env, GITHUB_API_URL: await nobodyThere() };
      const { report, ended } = await file(sandbox, { ...options, tracker: offline });
      expect([ended.code, report.status]).toEqual([2, 'leftovers']);
      expect(report.leftovers).toMatchObject({ waiting: 2, issues_created: [] });
      for (const { issue } of report.findings)
        expect(issue).toEqual({ url: null, error: 'GitHub (acme/shop) cannot be reached (ECONNREFUSED)' });
      expect((await list(sandbox)).map(({ state }) => state)).toEqual(['waiting', 'waiting']);

      expect((await flush(sandbox, github)).code).toBe(0);
      expect((await flush(sandbox, github)).stdout).toBe('No leftovers are in the outbox.\n');
      expect(github.issues).toHaveLength(2);
      expect((await list(sandbox)).map(({ state }) => state)).toEqual(['confirmed', 'confirmed']);
      const later = await sandbox.report(['report', report.run]);
      expect(urls(later.report).every((url) => typeof url === 'string')).toBe(true);
      expect(later.report.status).toBe('leftovers');
    }));

  it('9.3 of two runs that could not send, the later one counts', () =>
    withGitHub(async (sandbox, github, options) => {
      const offline = { ...github.env, GITHUB_API_URL: await nobodyThere() };
      const one = findings.slice(0, 1);
      await file(sandbox, { ...options, findings: one, tracker: offline });
      await file(sandbox, { ...options, findings: one, tracker: offline, scenario: { findings: fixes('F1', 'a') } });
      expect((await flush(sandbox, github)).code).toBe(0);
      expect(github.issues).toEqual([]);
      expect((await list(sandbox)).map(({ state }) => state)).toEqual(['confirmed', 'confirmed']);
    }));

  it('9.3 without a token, or with a wrong one, it says what to do', () =>
    withGitHub(async (sandbox, github, options) => {
      const { GITHUB_TOKEN: _, ...without } = github.env;
      const none = await file(sandbox, { ...options, tracker: without });
      expect(none.report.findings[0]?.issue?.error).toContain('there is no token for github.example: set GITHUB_TOKEN');
      const wrong = await file(sandbox, { ...options, tracker: { ...without, GH_TOKEN: 'ghp_wrong' } });
      expect(wrong.report.findings[0]?.issue?.error).toContain('answered 401: the token is not accepted');
      expect(wrong.ended.code).toBe(2);
    }));

  it('9.2 killed between the request and its answer, it finds the issue again', () =>
    withGitHub(async (sandbox, github, options) => {
      const { args, env } = filing(sandbox, options);
      let pid = 0;
      let created = 0;
      github.setFaults(({ method }) => {
        if (method !== 'POST' || (created += 1) !== 2) return null;
        process.kill(pid, 'SIGKILL');
        return 'drop-after';
      });
      const killed = await sandbox.run(args, { env, onStart: (started) => (pid = started) });
      expect(killed.signal ?? killed.code).not.toBe(0);
      github.setFaults(noFaults);
      expect(github.issues).toHaveLength(2);
      const { report } = await sandbox.report(['resume', 'latest'], { env });
      expect(github.issues).toHaveLength(2);
      expect(urls(report)).toEqual([1, 2].map((number) => `https://github.example/acme/shop/issues/${number}`));
      expect(report.leftovers).toMatchObject({ waiting: 0, issues_created: urls(report) });
      expect(report.status).toBe('leftovers');
    }));

  it('9.2 two runs of one machine that file the same findings at once make one issue each', () =>
    withGitHub(async (sandbox, github, options) => {
      const runs = await Promise.all(['x', 'y'].map((name) => file(sandbox, { ...options, name })));
      expect(github.issues).toHaveLength(2);
      for (const { report } of runs) expect(new Set(urls(report))).toEqual(new Set(urls(runs[0]?.report ?? report)));
    }));

  it('9.2 of two machines that do so, the later one closes its own', () =>
    withGitHub(async (sandbox, github, options) => {
      const elsewhere = { XDG_STATE_HOME: join(sandbox.folder, 'elsewhere') };
      const runs = await Promise.all([
        file(sandbox, { ...options, name: 'x' }),
        file(sandbox, { ...options, name: 'y', tracker: { ...github.env, ...elsewhere } }),
      ]);
      const counting = github.issues.filter((issue) => !isDuplicate(issue));
      expect(counting).toHaveLength(2);
      for (const { report } of runs) expect(new Set(counting.map(findingIn))).toEqual(idsIn(report));
      for (const issue of github.issues.filter(isDuplicate)) expect(issue.open).toBe(false);
    }));
});

describe('secrets', () => {
  it('4.11 the token is in no event, artifact or process of an agent, and no secret is in an issue', () =>
    withGitHub(async (sandbox, github, options) => {
      const secret = 'sk-live-9f8e7d6c5b4a39281706f5e4d3c2b1a0';
      const { args, env } = filing(sandbox, {
        ...options,
        findings: [{ ...findings[0], code: 'F1', description: `The key ${secret} and ${githubToken} are in the code` }],
        scenario: { findings: { F1: { run: 'env; cat /proc/self/environ', outcome: 'blocked', explanation: secret } } },
      });
      const { stdout, stderr } = await sandbox.run([...args, '--jsonl'], { env: { ...env, API_KEY: secret } });
      const issue = JSON.stringify(github.issues);
      for (const text of [stdout, stderr, issue]) {
        expect(text).not.toContain(githubToken);
        expect(text).not.toContain(secret);
      }
      const stored = readFileSync(join(sandbox.state, 'fixpoint/journal.db'), 'latin1');
      expect(stored).not.toContain(githubToken);
    }));
});

describe('as a file', () => {
  let report: Report;
  let text = '';

  beforeAll(() =>
    inSandbox(async (sandbox) => {
      const run = fixing(sandbox, { findings, scenario: { findings: fixes('F2', 'b') }, set: ['limits.cycles=1'] });
      ({ report } = await sandbox.report(run.args));
      const clean = fixing(sandbox, { findings: findings.slice(1), scenario: { findings: fixes('F2', 'b') } });
      const through = await sandbox.report(clean.args);
      expect(through.report.leftovers).toEqual({ to: 'markdown', file: null, waiting: 0, issues_created: [] });
      const [path] = globSync(`**/${report.run}/artifacts/leftovers.md`, { cwd: sandbox.state });
      text = readFileSync(join(sandbox.state, path ?? 'none'), 'utf8');
    }, files),
  );

  it('9.3 leftovers are written to a Markdown file by default, with the artifacts of the run', () => {
    expect(report.leftovers).toEqual({ to: 'markdown', file: 'leftovers.md', waiting: 0, issues_created: [] });
    expect(text).toMatch(/^# Leftovers of run .*\n\nOne finding is left over\.\n\n## F1: \\\[HIGH\\\] a is bad\n/);
    expect(text).toContain('`src/a.txt:2`');
    expect(text).toContain('#### Attempt 1');
    expect(text).not.toContain('b is bad');
  });
});
