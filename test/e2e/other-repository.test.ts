/** Nothing is done to the latest run of another repository: outside of all of them, and where another one lies now. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inSandbox } from '../support/bad-agent.ts';
import { fixing } from '../support/fixing.ts';
import type { Sandbox } from '../support/sandbox.ts';

/** A run with a fix that nobody has applied. */
const fixOne = async (sandbox: Sandbox): Promise<string> => {
  const { args } = fixing(sandbox, {
    findings: [{ code: 'F001', file: 'src/a.txt', line: 1 }],
    scenario: { findings: { F001: { edits: [{ file: 'src/a.txt', find: 'bad', replace: 'good' }] } } },
  });
  return (await sandbox.report(args)).report.run;
};

const inRepository = (use: (sandbox: Sandbox, run: string) => Promise<void>): Promise<void> =>
  inSandbox(async (sandbox) => use(sandbox, await fixOne(sandbox)), { 'src/a.txt': 'bad\n' });

const changing = [
  ['apply'],
  ['apply', '--undo'],
  ['resume'],
  ['cancel'],
  ['answer'],
  ['limits', '--usd', '3'],
  ['resume', 'latest'],
];

describe('outside of every repository', () => {
  it('8.1 no run is the latest: what changes one wants its id, and what only looks does not', () =>
    inRepository(async (sandbox, run) => {
      const cwd = sandbox.outside;
      for (const command of changing) {
        const { code, stderr } = await sandbox.run(command, { cwd });
        expect([code, stderr], command.join(' ')).toEqual([1, expect.stringContaining('is in no repository')]);
      }
      expect(sandbox.read('src/a.txt')).toBe('bad\n');
      expect((await sandbox.run(['status'], { cwd })).stdout).toContain(run);
      expect((await sandbox.run(['report'], { cwd })).stdout).toContain(run);
      expect((await sandbox.run(['apply', run], { cwd })).code).toBe(0);
      expect(sandbox.read('src/a.txt')).toBe('good\n');
    }));
});

describe('another repository where the run began', () => {
  const replace = ({ root }: Sandbox): void => {
    renameSync(root, `${root}.gone`);
    mkdirSync(join(root, 'src'), { recursive: true });
    const git = (...args: string[]): unknown => execFileSync('git', args, { cwd: root });
    git('init', '--quiet', '--initial-branch=main');
    writeFileSync(join(root, 'src/a.txt'), 'bad\n');
    git('add', '--all');
    git('-c', 'user.name=A', '-c', 'user.email=a@b.example', 'commit', '--quiet', '--message', 'another');
  };

  it('8.1, 11.1 has no runs yet, and one that is named says where it began', () =>
    inRepository(async (sandbox, run) => {
      replace(sandbox);
      for (const command of changing) {
        const { code, stderr } = await sandbox.run(command);
        expect([code, stderr], command.join(' ')).toEqual([1, expect.stringContaining('There are no runs here yet')]);
      }
      for (const command of [
        ['apply', run],
        ['dismiss', 'F001', '--run', run, '--as', 'accepted', '--reason', 'it is meant'],
      ]) {
        const { code, stderr } = await sandbox.run(command);
        expect([code, stderr], command.join(' ')).toEqual([1, expect.stringContaining(`Run ${run} `)]);
        expect(stderr).toMatch(/another repository now|is about the repository at/);
      }
      expect(sandbox.read('src/a.txt')).toBe('bad\n');
    }));

  it('1.11 findings of a review of another repository are not fixed here', () =>
    inSandbox(
      async (sandbox) => {
        const tool = { name: 'words', kind: 'tool', command: 'echo "src/a.txt:1:1: error: bad"', format: 'lines' };
        const { report } = await sandbox.report(['review', '--set', `reviewers=${JSON.stringify([tool])}`]);
        expect(report.findings).toMatchObject([{ file: 'src/a.txt' }]);
        const fix = ['fix', '--agent-command', "sed -i 's/bad/good/' src/a.txt", '--verify', 'true'];
        const clone = join(sandbox.folder, 'clone');
        sandbox.git('clone', '--quiet', sandbox.root, clone);
        const inClone = await sandbox.report([...fix, '--session', report.run], { cwd: clone });
        expect(inClone.report.findings).toMatchObject([{ status: 'fixed' }]);
        replace(sandbox);
        for (const more of [[], ['--session', report.run], ['--session', report.run, '--dry-run']]) {
          const { code, stderr } = await sandbox.run([...fix, ...more]);
          expect([code, stderr]).toEqual([1, expect.stringContaining('does not have the commit that it started from')]);
        }
      },
      { 'src/a.txt': 'bad\n' },
    ));

  it('11.1 its own runs count again once it is back', () =>
    inRepository(async (sandbox, run) => {
      const { root } = sandbox;
      replace(sandbox);
      renameSync(root, `${root}.other`);
      renameSync(`${root}.gone`, root);
      expect((await sandbox.run(['apply'])).stdout).toContain(run);
      expect(sandbox.read('src/a.txt')).toBe('good\n');
    }));
});
