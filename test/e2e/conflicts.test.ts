/** Acceptance 5: fixes that meet, in one file, across files or only in their effects, all end accounted for. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ScriptedEdit, ScriptedStep } from '../fakes/scripted.ts';
import { expectAccounted, findingOf } from '../support/accounted.ts';
import { inSandbox } from '../support/bad-agent.ts';
import { fixing, notBroken } from '../support/fixing.ts';
import type { FindingInput, Sandbox } from '../support/sandbox.ts';

const names = ['a', 'b', 'c', 'd', 'e', 'f'];
const files = {
  ...Object.fromEntries(names.map((name) => [`src/${name}.txt`, `bad ${name}\nkeep\nkeep\nlast\n`])),
  'src/shared.txt': 'top\nshared\nbottom\n',
  'src/list.txt': 'y\ny\nx\nx\n',
};
const finding = (name: string, line = 1): FindingInput => ({
  code: line === 1 ? `F-${name}` : `F-${name}${line}`,
  file: `src/${name}.txt`,
  line,
});
const good = (name: string, more: ScriptedEdit[] = [], as = 'good'): ScriptedStep => ({
  edits: [{ file: `src/${name}.txt`, find: 'bad', replace: as }, ...more],
});
/** A second attempt, which finds the file as the first one left it. */
const better = (name: string, more: ScriptedEdit[] = []): ScriptedStep => ({
  edits: [{ file: `src/${name}.txt`, find: 'OLD', replace: 'good' }, ...more],
});
const list = (text: string): ScriptedEdit => ({ file: 'src/list.txt', write: `${text.split('').join('\n')}\n` });
/** Each of them passes alone. */
const notBoth = (first: string, second: string): string =>
  `${notBroken} && ! { grep -q NEW src/${first}.txt && grep -q OLD src/${second}.txt; }`;

/** What was handed over, verified once more by the test itself in a folder of its own. */
const verifyBranch = (sandbox: Sandbox, branch: string | null, verify: string): void => {
  const folder = join(sandbox.scratch, 'checkout');
  sandbox.git('worktree', 'add', '--quiet', '--detach', folder, String(branch));
  execFileSync('/bin/sh', ['-c', verify], { cwd: folder, stdio: 'pipe' });
};

const results = (report: Parameters<typeof findingOf>[0], code: string): string[] =>
  findingOf(report, code).attempts.map(({ result, gate }) => (gate === undefined ? result : `${result} by ${gate}`));

describe('fixes that overlap', () => {
  test('3.3 findings in one file are worked on one after the other, each on top of the one before', () =>
    inSandbox(async (sandbox) => {
      const { args } = fixing(sandbox, {
        findings: [finding('a'), finding('a', 2), finding('b')],
        scenario: { findings: { 'F-a': good('a'), 'F-a2': good('a', [], 'never'), 'F-b': good('b') } },
        set: ['limits.cycles=1'],
      });
      const { report } = await sandbox.report(args);
      expectAccounted(report, sandbox);
      expect(results(report, 'F-a')).toEqual(['accepted']);
      // The text that its agent looks for is gone by then, so it could not have started from the same head.
      expect(findingOf(report, 'F-a2')).toMatchObject({
        status: 'blocked',
        attempts: [{ claim: 'deferred', result: 'no-change' }],
      });
      expect(results(report, 'F-b')).toEqual(['accepted']);
    }, files));

  test('7.5, 4.8 a unit that meets another in a third file is a conflict, and is tried again alone on the new head', () =>
    inSandbox(async (sandbox) => {
      const shared = (find: string, replace: string): ScriptedEdit => ({ file: 'src/shared.txt', find, replace });
      const { args, agent } = fixing(sandbox, {
        findings: ['a', 'b', 'c'].map((name) => finding(name)),
        scenario: {
          findings: {
            'F-a': good('a', [shared('shared', 'shared by a')]),
            'F-b': [
              good('b', [shared('shared', 'shared by b')]),
              good('b', [shared('shared by a', 'shared by a and b')]),
            ],
            'F-c': good('c'),
          },
        },
      });
      const { ended, report } = await sandbox.report(args);
      expect(ended.code).toBe(0);
      expectAccounted(report, sandbox);
      expect(results(report, 'F-b')).toEqual(['conflict', 'accepted']);
      expect(findingOf(report, 'F-b').attempts[0]).toMatchObject({
        cycle: 1,
        reason: expect.stringContaining('src/shared.txt'),
      });
      expect(findingOf(report, 'F-b').attempts[1]?.cycle).toBe(1);
      expect(findingOf(report, 'F-a').attempts[0]?.files.map(({ path }) => path)).toEqual([
        'src/a.txt',
        'src/shared.txt',
      ]);
      expect(sandbox.git('show', `${report.branch}:src/shared.txt`)).toBe('top\nshared by a and b\nbottom');
      expect(agent.calls()).toHaveLength(4);
    }, files));

  test('4.8 a fix that changes the file of another finding is noted, and the other one is accounted for', () =>
    inSandbox(async (sandbox) => {
      const { args } = fixing(sandbox, {
        findings: ['a', 'b'].map((name) => finding(name)),
        scenario: {
          findings: {
            'F-a': good('a', [{ file: 'src/b.txt', find: 'bad', replace: 'as a wants it:' }]),
            'F-b': [good('b'), { outcome: 'fixed', explanation: 'it is good already' }],
          },
        },
      });
      const { ended, report } = await sandbox.report(args);
      expect(ended.code).toBe(2);
      expectAccounted(report, sandbox);
      expect(findingOf(report, 'F-a').attempts[0]?.files.map(({ path }) => path)).toEqual(['src/a.txt', 'src/b.txt']);
      expect(results(report, 'F-b')).toEqual(['conflict', 'no-change', 'no-change']);
      expect(findingOf(report, 'F-b').reason).toContain('the agent claimed a fix but changed nothing');
    }, files));

  test('7.5 two fixes that change the same in the same way: one of them has nothing left to say', () =>
    inSandbox(async (sandbox) => {
      const same: ScriptedStep = { edits: [{ file: 'src/shared.txt', find: 'shared', replace: 'the one right way' }] };
      const { args } = fixing(sandbox, {
        findings: ['a', 'b'].map((name) => finding(name)),
        scenario: { findings: { 'F-a': same, 'F-b': [same, good('b')] } },
      });
      const { report } = await sandbox.report(args);
      expectAccounted(report, sandbox);
      expect(results(report, 'F-a')).toEqual(['accepted']);
      expect(results(report, 'F-b')).toEqual(['conflict', 'accepted']);
    }, files));
});

describe.each([
  { together: 'auto', refused: 'refused by verify', reason: 'failed (exit 1)' },
  { together: 'each', refused: 'refused by combined', reason: 'fails together with the other fixes' },
])('fixes that fail together, verify.together $together', ({ together, refused, reason }) => {
  test('7.5 of a pair the later one goes and is sent back; the others stay; the branch was verified as that tree', () =>
    inSandbox(async (sandbox) => {
      const verify = notBoth('b', 'd');
      const { args, agent } = fixing(sandbox, {
        findings: names.map((name) => finding(name)),
        scenario: {
          findings: {
            ...Object.fromEntries(names.map((name) => [`F-${name}`, good(name)])),
            'F-b': good('b', [], 'NEW'),
            'F-d': [good('d', [], 'OLD'), better('d')],
          },
        },
        verify,
        set: [`verify.together=${together}`],
      });
      const { ended, report } = await sandbox.report(args);
      expect(ended.code).toBe(0);
      expectAccounted(report, sandbox);
      expect(results(report, 'F-d')).toEqual([refused, 'accepted']);
      expect(findingOf(report, 'F-d').attempts[0]?.reason).toContain(reason);
      for (const name of ['a', 'b', 'c', 'e', 'f']) expect(results(report, `F-${name}`)).toEqual(['accepted']);
      expect(agent.calls()).toHaveLength(7);
      verifyBranch(sandbox, report.branch, verify);
    }, files));

  test('7.5 a culprit that never gets better ends as a leftover, and the branch holds without it', () =>
    inSandbox(async (sandbox) => {
      const verify = notBoth('a', 'b');
      const { args } = fixing(sandbox, {
        findings: ['a', 'b', 'c'].map((name) => finding(name)),
        scenario: { findings: { 'F-a': good('a', [], 'NEW'), 'F-b': good('b', [], 'OLD'), 'F-c': good('c') } },
        verify,
        set: [`verify.together=${together}`],
      });
      const { ended, report } = await sandbox.report(args);
      expect(ended.code).toBe(2);
      expectAccounted(report, sandbox);
      expect(results(report, 'F-b')[0]).toBe(refused);
      expect(findingOf(report, 'F-b').status).toBe('blocked');
      expect([findingOf(report, 'F-a'), findingOf(report, 'F-c')].map(({ status }) => status)).toEqual([
        'fixed',
        'fixed',
      ]);
      verifyBranch(sandbox, report.branch, verify);
    }, files));

  test('7.5 what cannot be merged without the culprit is taken out with it, and sent back', () =>
    inSandbox(async (sandbox) => {
      const verify = notBoth('a', 'b');
      const { args } = fixing(sandbox, {
        findings: names.map((name) => finding(name)),
        scenario: {
          findings: {
            'F-a': good('a', [], 'NEW'),
            // On top of this change of the list the two that follow fit together; without it they do not.
            'F-b': [good('b', [list('yyyxxx')], 'OLD'), better('b', [list('yyx')])],
            'F-c': good('c', [list('yyx')]),
            'F-d': [good('d', [list('yyxxb')]), good('d', [{ file: 'src/list.txt', append: 'b\n' }])],
            'F-e': good('e'),
            'F-f': good('f'),
          },
        },
        verify,
        set: [`verify.together=${together}`],
      });
      const { ended, report } = await sandbox.report(args);
      expect(ended.code).toBe(0);
      expectAccounted(report, sandbox);
      expect(results(report, 'F-b')).toEqual([refused, 'accepted']);
      expect(results(report, 'F-d')).toEqual(['conflict', 'accepted']);
      for (const name of ['a', 'c', 'e', 'f']) expect(results(report, `F-${name}`)).toEqual(['accepted']);
      // The last to be accepted is the one that was sent back, which writes the list anew.
      expect(sandbox.git('show', `${report.branch}:src/list.txt`)).toBe('y\ny\nx');
      verifyBranch(sandbox, report.branch, verify);
    }, files));

  /**
   * Passes on the start; after that it fails every third time that it is run on the same files, beginning with the
   * first.
   */
  const flaky = ({ scratch }: Sandbox, verify: string): string =>
    [
      `if [ -e ${scratch}/begun ]; then c=${scratch}/$(cat src/* | cksum | cut -d' ' -f1)`,
      'echo x >> "$c"; test $(( $(wc -l < "$c") % 3 )) -ne 1 || exit 1',
      `else touch ${scratch}/begun; fi`,
      verify,
    ].join('; ');

  test('7.5, 5.2 a flaky command misleads neither a check nor the search', () =>
    inSandbox(async (sandbox) => {
      const { args } = fixing(sandbox, {
        findings: names.map((name) => finding(name)),
        scenario: {
          findings: {
            ...Object.fromEntries(names.map((name) => [`F-${name}`, good(name)])),
            'F-b': good('b', [], 'NEW'),
            'F-d': [good('d', [], 'OLD'), better('d')],
          },
        },
        verify: flaky(sandbox, notBoth('b', 'd')),
        set: [`verify.together=${together}`],
      });
      const { ended, report } = await sandbox.report(args);
      expect(ended.code).toBe(0);
      expectAccounted(report, sandbox);
      expect(results(report, 'F-d')).toEqual([refused, 'accepted']);
      for (const name of ['a', 'b', 'c', 'e', 'f']) expect(results(report, `F-${name}`)).toEqual(['accepted']);
      verifyBranch(sandbox, report.branch, notBoth('b', 'd'));
    }, files));
});
