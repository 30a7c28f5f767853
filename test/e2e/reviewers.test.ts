/**
 * Reviewing agents of every kind, well and badly behaved, through the command line: what each says, and what becomes of
 * it.
 */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Report } from '../../src/model/report.ts';
import { type Scenario, scriptedAgent, type ScriptedReview, type ScriptedStep } from '../fakes/scripted.ts';
import { expectAccounted, findingOf } from '../support/accounted.ts';
import { inSandbox } from '../support/bad-agent.ts';
import { changeSince, judging } from '../support/judging.ts';
import { manifestOf } from '../support/manifest.ts';
import { reviewsOf } from '../support/reviews.ts';

const files = { 'README.md': 'A place to try things.\n' };

const finding = (id: string, file: string, more: Record<string, unknown> = {}) => ({
  id,
  severity: 'high',
  category: 'correctness',
  title: `Problem of ${id}`,
  description: 'Somebody will trip over it.',
  file_path: file,
  line_start: 2,
  line_end: 2,
  suggested_fix: 'Mend it.',
  ...more,
});

const source = (name: string): string => `// ${name}\nbad();\nexport {};\n`;
const sources = (...names: string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [`src/${name}.ts`, source(name)]));
const mend = (name: string): ScriptedStep => ({ edits: [{ file: `src/${name}.ts`, find: 'bad', replace: 'good' }] });

const verdicts = (report: Report): Record<string, string> =>
  Object.fromEntries(report.reviewers.map(({ name, verdict }) => [name, verdict]));

const problemsOf = (report: Report, reviewer: string): string[] =>
  report.problems.filter(({ place }) => place.startsWith(`reviewer ${reviewer}`)).map(({ message }) => message);

const statuses = (report: Report, ...codes: string[]): string[] => codes.map((code) => findingOf(report, code).status);

const markdown = `### Verdict: NEEDS_WORK

### Findings

1. **MD-1**: Error-Handling - Swallowed error
   - File: \`src/markdown.ts:2\`
   - Issue: nobody hears of it
   - Suggestion: throw it
`;

const prose = `I looked at the change and it is solid, but:

- [HIGH] src/prose.ts:2 - the call goes nowhere
`;

describe('reviewers that answer in their own ways', () => {
  const names = [
    'nosy',
    'flatterer',
    'markdown',
    'prose',
    'ghost',
    'twin',
    'second',
    'third',
    'near/one',
    'names',
    'types',
    'gentle',
  ];
  const scenario: Scenario = {
    reviewers: {
      nosy: {
        findings: [finding('NOSY-1', 'src/nosy.ts')],
        edits: [
          { file: 'src/nosy.ts', append: '// nosy was here\n' },
          { file: 'src/planted.ts', write: 'x\n' },
          { file: 'README.md', delete: true },
        ],
      },
      flatterer: { verdict: 'PASSED', findings: [finding('FL-1', 'src/flatterer.ts')] },
      markdown: { text: markdown },
      prose: { text: prose },
      ghost: {
        findings: [
          finding('GH-1', 'src/ghost.ts', { line_start: 900, line_end: 901 }),
          finding('GH-2', 'src/never.ts'),
          finding('GH-3', 'src/ghost.ts'),
        ],
      },
      first: {
        findings: [finding('BE-001', 'src/twin.ts', { title: 'Missing null check on the user', severity: 'medium' })],
      },
      second: {
        findings: [
          finding('BE-001', 'src/twin.ts', { title: 'Missing null checks on user', line_start: 3, line_end: 3 }),
          finding('BE-002', 'src/second.ts'),
        ],
      },
      third: { findings: [finding('BE-002', 'src/third.ts')] },
      near: { findings: [finding('NE-1', 'src/near/one.ts')] },
      groups: {
        groups: [
          { description: 'Names', findings: [{ ...finding('GR-1', 'src/names.ts'), file: 'src/names.ts', line: '2' }] },
          { description: 'Types', findings: [{ ...finding('GR-2', 'src/types.ts'), file: 'src/types.ts', line: '2' }] },
        ],
      },
      gentle: { findings: [finding('GE-1', 'src/gentle.ts', { severity: 'critical' })] },
    },
    findings: {
      'NOSY-1': mend('nosy'),
      'FL-1': mend('flatterer'),
      'MD-1': mend('markdown'),
      'GH-3': mend('ghost'),
      'BE-001': mend('twin'),
      'BE-002': mend('second'),
      'NE-1': mend('near/one'),
      'GR-1': mend('names'),
      'GR-2': mend('types'),
      'GE-1': mend('gentle'),
      F001: mend('third'),
      F002: mend('prose'),
    },
  };
  const reviewers = [
    ...['nosy', 'flatterer', 'markdown', 'prose', 'ghost', 'first', 'second', 'third'].map((name) => ({
      name,
      skill: 'technical',
    })),
    { name: 'near', skill: 'technical', paths: ['src/near/**'] },
    { name: 'groups', skill: 'unified' },
    { name: 'gentle', skill: 'technical', level: 'warning' },
    { name: 'snakes', skill: 'python' },
    { name: 'gophers', skill: 'technical', languages: ['go'] },
    { name: 'far', skill: 'technical', paths: ['docs/**'] },
  ];

  it('1.3, 1.4, 1.6, 2.1, 2.3, 2.4, 2.6 each is heard in its own way, and what counts of it is fixed', () =>
    inSandbox(async (sandbox) => {
      changeSince(sandbox, sources(...names));
      const before = manifestOf(sandbox.root, (path) => path === '.git');
      const { agent, args } = judging(sandbox, {
        scenario,
        reviewers,
        set: ['review.concurrency=4', 'fix.mode=batch'],
      });
      const { ended, report } = await sandbox.report(args);
      expect(ended.code, ended.stderr).toBe(0);
      expectAccounted(report, sandbox);
      const skipped = ['snakes', 'gophers', 'far'];
      expect(verdicts(report)).toEqual(
        Object.fromEntries(reviewers.map(({ name }) => [name, skipped.includes(name) ? 'skipped' : 'NEEDS_WORK'])),
      );

      // 2.6: what it changed is nowhere, and what it found counts.
      expect(problemsOf(report, 'nosy')).toEqual([
        expect.stringMatching(/README\.md, src\/nosy\.ts, src\/planted\.ts .*put back/),
      ]);
      expect(manifestOf(sandbox.root, (path) => path === '.git')).toEqual(before);
      expect(sandbox.git('diff', '--name-only', report.start, report.head ?? '').split('\n')).not.toContain(
        'README.md',
      );
      expect(sandbox.git('show', `${report.head}:src/nosy.ts`)).toBe(source('nosy').replace('bad', 'good').trimEnd());
      expect(sandbox.git('ls-tree', '-r', '--name-only', report.head ?? '')).not.toContain('planted');

      // 1.3: findings decide about the verdict, in whatever words they come.
      expect(problemsOf(report, 'flatterer')).toEqual([expect.stringContaining('"PASSED", yet lists a finding')]);
      expect(findingOf(report, 'MD-1')).toMatchObject({ title: 'Swallowed error', line: 2, status: 'fixed' });
      expect(findingOf(report, 'F002')).toMatchObject({
        reviewer: 'prose',
        file: 'src/prose.ts',
        line: 2,
        status: 'fixed',
      });

      // 1.6: nothing is spent on what is not there.
      expect(statuses(report, 'GH-1', 'GH-2', 'GH-3')).toEqual(['dismissed', 'dismissed', 'fixed']);
      expect(findingOf(report, 'GH-1').reason).toMatch(/^no evidence: line 900 is past the end/);
      expect(findingOf(report, 'GH-2').reason).toMatch(/^no evidence: src\/never\.ts is not in the repository/);

      // 1.4: one finding in the words of two reviewers; two findings of one id are told apart.
      expect(report.findings.filter(({ file }) => file === 'src/twin.ts')).toMatchObject([
        { code: 'BE-001', severity: 'high', status: 'fixed', reviewers: ['second', 'first'] },
      ]);
      expect(findingOf(report, 'BE-002')).toMatchObject({ reviewer: 'second', file: 'src/second.ts' });
      expect(findingOf(report, 'F001')).toMatchObject({ reviewer: 'third', file: 'src/third.ts' });
      expect(new Set(report.findings.map(({ code }) => code)).size).toBe(14);

      // 2.1: who is asked about what, and what weighs enough to be fixed.
      const asked = reviewsOf(agent);
      expect(asked.map(({ reviewer }) => reviewer)).not.toEqual(
        expect.arrayContaining([expect.stringMatching(/snakes|gophers|far/)]),
      );
      expect(asked.filter(({ reviewer }) => reviewer === 'near').map((call) => call.files)).toEqual([
        ['src/near/one.ts'],
      ]);
      expect(asked.find(({ reviewer }) => reviewer === 'near')?.prompt).not.toContain('src/nosy.ts');
      expect(skipped.map((name) => report.reviewers.find((reviewer) => reviewer.name === name)?.message)).toEqual([
        'none of its languages (python) changed',
        'none of its languages (go) changed',
        'none of its paths changed',
      ]);
      expect(findingOf(report, 'GE-1')).toMatchObject({ status: 'blocked', level: 'warning', attempts: [] });
      expect(agent.calls('fix').flatMap(({ codes }) => codes)).not.toContain('GE-1');

      // 2.4: what can be fixed independently is said, and asked for in the prompt.
      expect([findingOf(report, 'GR-1').group, findingOf(report, 'GR-2').group]).toEqual(['Names', 'Types']);
      expect(asked.find(({ reviewer }) => reviewer === 'groups')?.prompt).toContain('"groups"');
    }, files));
});

describe('reviewers that fail', () => {
  const whyFailed = {
    silent: /answered nothing/,
    empty: /answered nothing/,
    crashing: /exit code 1; it changed src\/two\.ts although it only reads: put back/,
    killed: /SIGKILL|137/,
    undecided: /NEEDS_WORK .*no finding that can be read/,
    rambling: /neither a verdict nor a finding/,
    hanging: /took longer than agents\.slow\.timeout allows/,
  };

  it('1.3, 2.1, 4.9 are errors that end the run with 1, while the findings of the others are fixed', () =>
    inSandbox(async (sandbox) => {
      changeSince(sandbox, sources('one', 'two'));
      const slow = scriptedAgent(join(sandbox.scratch, 'slow'), { call: { hang: true } });
      const failing: Record<string, ScriptedReview> = {
        silent: { answer: 'silent' },
        empty: { answer: 'empty' },
        crashing: {
          findings: [finding('CR-1', 'src/one.ts')],
          edits: [{ file: 'src/two.ts', append: '// !\n' }],
          exit: 1,
        },
        killed: { kill: 'SIGKILL' },
        undecided: { verdict: 'NEEDS_WORK' },
        rambling: { text: 'All done, thanks.' },
      };
      const { args } = judging(sandbox, {
        scenario: {
          reviewers: {
            ...failing,
            healthy: { findings: [finding('OK-1', 'src/one.ts')] },
            gentle: { findings: [finding('OK-2', 'src/two.ts')] },
          },
          findings: { 'OK-1': mend('one'), 'OK-2': mend('two') },
        },
        reviewers: [
          ...Object.keys(failing).map((name) => ({ name, skill: 'technical' })),
          { name: 'hanging', skill: 'technical', agent: 'slow' },
          { name: 'healthy', skill: 'technical' },
          { name: 'gentle', skill: 'technical', level: 'suggestion' },
        ],
        set: [
          `agents.slow=${JSON.stringify({ kind: 'command', command: slow.command, timeout: '1s' })}`,
          'review.concurrency=4',
        ],
      });
      const { ended, report } = await sandbox.report([...args, '--strict']);
      expect(ended.code, ended.stderr).toBe(1);
      expectAccounted(report, sandbox);
      expect(report.status).toBe('failed');
      expect(verdicts(report)).toEqual({
        ...Object.fromEntries([...Object.keys(failing), 'hanging'].map((name) => [name, 'error'])),
        healthy: 'NEEDS_WORK',
        gentle: 'NEEDS_WORK',
      });
      for (const [name, why] of Object.entries(whyFailed)) {
        expect(report.reviewers.find((reviewer) => reviewer.name === name)?.message).toMatch(why);
        expect(report.message).toContain(`reviewer ${name}: `);
      }
      // An answer that came with a failure is none, and a level that is not fixed by itself is with --strict.
      expect(report.findings.map(({ code, status, level }) => [code, status, level])).toEqual([
        ['OK-1', 'fixed', 'blocking'],
        ['OK-2', 'fixed', 'suggestion'],
      ]);
    }, files));
});
