/** A half-finished run goes on elsewhere: the state folder at another path, the repository cloned anew. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readJournal } from '../../scripts/crash/journal.ts';
import type { ScriptedStep } from '../fakes/scripted.ts';
import { inSandbox } from '../support/bad-agent.ts';
import { reportOf } from '../support/fixpoint.ts';
import { fixing, start, until } from '../support/fixing.ts';
import type { FindingInput, Sandbox } from '../support/sandbox.ts';

const files = { 'src/a.txt': 'bad a\n', 'src/b.txt': 'bad b\n', 'src/c.txt': 'bad c\n', 'src/d.txt': 'committed\n' };
const findings: FindingInput[] = ['a', 'b', 'c'].map((name) => ({
  code: `F-${name}`,
  file: `src/${name}.txt`,
  line: 1,
}));
const good = (name: string): ScriptedStep => ({ edits: [{ file: `src/${name}.txt`, find: 'bad', replace: 'good' }] });
const hanging: ScriptedStep = { call: { hang: true } };
const unfixable: ScriptedStep = {
  outcome: 'blocked',
  explanation: 'the file belongs to another team, whose tests cannot run here',
};

/** How many fixes wait to be proven. */
const readyIn = ({ folder }: Sandbox): number =>
  readJournal(folder).events.flatMap((event) => (event.type === 'units.ready' ? event.units : [])).length;

/**
 * Killed when F-a and F-c are answered and nothing is committed yet. What a resumed run commits then is
 * decided by the journal alone, since nobody fixes F-b.
 */
const killedHalfWay = async (sandbox: Sandbox, ...flags: string[]): Promise<string> => {
  const { agent, args } = fixing(sandbox, {
    findings,
    scenario: { findings: { 'F-a': good('a'), 'F-b': [hanging, unfixable], 'F-c': good('c') } },
    set: ['fix.concurrency=2', 'limits.cycles=1'],
  });
  const { pid, ended } = start(sandbox, [...args, ...flags]);
  const isStuck = (): boolean => agent.calls().some(({ codes }) => codes.includes('F-b'));
  await until(() => readyIn(sandbox) === 2 && isStuck());
  process.kill(pid, 'SIGKILL');
  await ended;
  return readJournal(sandbox.folder).run ?? '';
};

type Elsewhere = { root: string; env: Record<string, string>; state: string };

/** A copy of the state folder at another path, and a clone. */
const moveElsewhere = (sandbox: Sandbox, ...cloning: string[]): Elsewhere => {
  const [root, state] = [join(sandbox.folder, 'other/clone'), join(sandbox.folder, 'other/state')];
  mkdirSync(join(sandbox.folder, 'other'));
  cpSync(sandbox.state, state, { recursive: true });
  sandbox.git('clone', '--quiet', ...cloning, `file://${sandbox.root}`, root);
  return { root, state, env: { ...sandbox.env, XDG_STATE_HOME: state } };
};

const gitIn = (folder: string, ...args: string[]): string =>
  execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trimEnd();

const runFolder = ({ state }: { state: string }, run: string): string => {
  const [repo = ''] = readdirSync(join(state, 'fixpoint')).filter((name) => name.startsWith('repo-'));
  return join(state, 'fixpoint', repo, 'runs', run);
};

const forgetControl = (at: { state: string }, run: string): void => {
  for (const name of ['control.git', 'control.sha256', 'custody.json', 'workspaces', 'index', 'modules'])
    rmSync(join(runFolder(at, run), name), { recursive: true, force: true });
};

describe('a run that goes on elsewhere', () => {
  test('11.1 has the same commit ids as where it began, with work in progress too', () =>
    inSandbox(async (sandbox) => {
      sandbox.write('src/d.txt', 'not committed\n');
      const run = await killedHalfWay(sandbox, '--include-dirty');
      const { root, env, state } = moveElsewhere(sandbox);
      // Not even the control repository came along: journal and artifacts are enough.
      forgetControl({ state }, run);
      const inPlace = (await sandbox.report(['resume', run])).report;
      const { ended, report } = await sandbox.report(['resume', run], { cwd: root, env });
      expect(ended.stderr).not.toMatch(/Error|fatal/);
      expect(report.totals).toEqual(inPlace.totals);
      expect(report.totals).toMatchObject({ fixed: 2, blocked: 1 });
      const branch = `fixpoint/${run}`;
      expect(gitIn(root, 'rev-list', branch)).toBe(sandbox.git('rev-list', branch));
      expect(gitIn(root, 'show', `${branch}:src/d.txt`)).toBe('not committed');
      expect(report.root).toBe(root);
      const listed = await sandbox.run(['status'], { cwd: root, env });
      expect(listed.stdout).toContain(run);
      forgetControl({ state }, run);
      const applied = await sandbox.run(['apply', run], { cwd: root, env });
      expect(applied.code, applied.stderr).toBe(0);
      expect(readFileSync(join(root, 'src/a.txt'), 'utf8')).toBe('good a\n');
    }, files));

  test('11.1 is found in a repository that was moved, and not in another clone', () =>
    inSandbox(async (sandbox) => {
      const run = await killedHalfWay(sandbox);
      const clone = join(sandbox.folder, 'clone');
      const moved = join(sandbox.folder, 'moved');
      sandbox.git('clone', '--quiet', sandbox.root, clone);
      expect((await sandbox.run(['status'], { cwd: clone })).stdout).not.toContain(run);
      renameSync(sandbox.root, moved);
      expect((await sandbox.run(['status'], { cwd: moved })).stdout).toContain(run);
      const ended = await sandbox.run(['resume', '--json'], { cwd: moved });
      expect(reportOf(ended)).toMatchObject({ run, root: moved, totals: { fixed: 2 } });
      expect(gitIn(moved, 'show', `fixpoint/${run}:src/a.txt`)).toBe('good a');
      // Now that it has a place again, a clone beside it is another repository.
      expect((await sandbox.run(['status'], { cwd: clone })).stdout).not.toContain(run);
    }, files));

  test('11.1, 8.1 is refused with what to do: a start that is missing, an artifact that was changed', () =>
    inSandbox(async (sandbox) => {
      const run = await killedHalfWay(sandbox);
      sandbox.write('src/later.txt', 'later\n');
      sandbox.commitAll('later');
      const { root, env, state } = moveElsewhere(sandbox, '--depth=1');
      renameSync(sandbox.root, `${sandbox.root}-gone`);
      const missing = await sandbox.run(['resume', run], { cwd: root, env });
      expect(missing.code).toBe(1);
      expect(missing.stderr).toMatch(/does not have the commit that it started from\. Fetch it .*--unshallow/);
      renameSync(`${sandbox.root}-gone`, sandbox.root);
      gitIn(root, 'fetch', '--quiet', '--unshallow');
      const commits = join(runFolder({ state }, run), 'artifacts/commits');
      const [bundle = ''] = readdirSync(commits);
      writeFileSync(join(commits, bundle), Buffer.concat([readFileSync(join(commits, bundle)), Buffer.from('x')]));
      const tampered = await sandbox.run(['resume', run], { cwd: root, env });
      expect(tampered.code).toBe(1);
      expect(tampered.stderr).toContain(`The artifact commits/${bundle} of the run is not what the journal recorded`);
      expect(gitIn(root, 'for-each-ref', 'refs/heads/fixpoint', 'refs/fixpoint')).toBe('');
    }, files));
});
