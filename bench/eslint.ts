/**
 * Machine-made fixes of a linter, proven, against what one does by hand: `eslint --fix`, and the tests before and after
 * it. One is quick and proves all or nothing; we prove each, and say which.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { projectFiles } from './eslint-project.ts';
import { here, ms, program, ratios, type Result, time } from './measure.ts';

const linter = [process.execPath, here('../node_modules/eslint/bin/eslint.js')];
const tests = [process.execPath, '--test'];

const leastFindings = 150;

type Project = { root: string; findings: string; env: NodeJS.ProcessEnv; remove: () => void };

const makeProject = (): Project => {
  const folder = mkdtempSync(join(tmpdir(), 'fixpoint-bench-'));
  const [root, home, findings] = [join(folder, 'repo'), join(folder, 'home'), join(folder, 'eslint.json')] as const;
  for (const [file, text] of Object.entries(projectFiles())) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  mkdirSync(home);
  const env = { PATH: process.env['PATH'], HOME: home, XDG_STATE_HOME: join(folder, 'state'), LANG: 'C.UTF-8' };
  const git = (...args: string[]): void => void execFileSync('git', args, { cwd: root, env, stdio: 'ignore' });
  git('init', '--quiet', '--initial-branch=main');
  git('config', 'user.name', 'Bench');
  git('config', 'user.email', 'bench@example.com');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'start');
  writeFileSync(findings, time([...linter, '-f', 'json', 'src'], { cwd: root, env, codes: [1] }).stdout);
  return { root, findings, env, remove: () => rmSync(folder, { recursive: true, force: true }) };
};

const onProject = (use: (project: Project) => number): number => {
  const project = makeProject();
  try {
    return use(project);
  } finally {
    project.remove();
  }
};

const byHand = ({ root: cwd, env }: Project): number =>
  [tests, [...linter, '--fix', 'src'], tests].reduce((sum, command) => sum + time(command, { cwd, env }).ms, 0);

/** The set-up makes nothing: what the project needs is Node, and the linter is named by its path. */
const fix = ({ root: cwd, env, findings }: Project): { ms: number; fixed: number; total: number } => {
  const command = [program, 'fix', '--from', findings, '--agent', 'autofix', '--json', '--quiet'];
  const proof = ['--verify', tests.join(' '), '--recheck', `${linter.join(' ')} -f json {files}`];
  const readable = ['--set', `verify.needs.readable=${JSON.stringify([here('../node_modules')])}`];
  const timed = time([...command, ...proof, ...readable], { cwd, env, codes: [0, 2] });
  const { totals }: { totals: { fixed: number; total: number } } = JSON.parse(timed.stdout);
  return { ms: timed.ms, fixed: totals.fixed, total: totals.total };
};

export const eslint = (pairs: number): Result => {
  let counted = { fixed: 0, total: 0 };
  const ours = (): number =>
    onProject((project) => {
      const { ms: taken, ...counts } = fix(project);
      counted = counts;
      if (counts.fixed < leastFindings) throw new Error(`only ${counts.fixed} of ${counts.total} findings were fixed`);
      return taken;
    });
  const measured = ratios(pairs, ours, () => onProject(byHand));
  return {
    name: 'ESLint findings, proven',
    value: measured.ratio,
    limit: 6,
    detail: `${ms(measured.ours)} for ${counted.fixed} of ${counted.total} findings against ${ms(measured.theirs)} of eslint --fix and two runs of the tests`,
  };
};
