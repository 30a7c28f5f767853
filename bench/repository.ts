/** Repositories of any size for the bench, with findings in as many files as wanted. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type BenchRepository = {
  root: string;
  state: string;
  home: string;
  findings: string;
  lines: string;
  env: NodeJS.ProcessEnv;
  remove: () => void;
};

const perFolder = 100;

const done: string[] = [];

/**
 * Not before all is measured: for half a minute after files were removed, ext4 looks through what they left for each
 * file that is made. What we clear away after one measurement would be part of the next.
 */
const removeAtTheEnd = (folder: string): void => {
  if (done.length === 0)
    process.once('exit', () => {
      for (const each of done) rmSync(each, { recursive: true, force: true });
    });
  done.push(folder);
};

const fileOf = (n: number): string => `src/d${Math.floor(n / perFolder)}/f${n}.txt`;

/** A repository with so many files, and findings in the first of them. */
export const makeRepository = (files: number, findings: number): BenchRepository => {
  const folder = mkdtempSync(join(tmpdir(), 'fixpoint-bench-'));
  const [root, state, home] = [join(folder, 'repo'), join(folder, 'state'), join(folder, 'home')] as const;
  for (const each of [root, state, home]) mkdirSync(each);
  for (let n = 0; n < files; n += 1) {
    if (n % perFolder === 0) mkdirSync(join(root, `src/d${n / perFolder}`), { recursive: true });
    writeFileSync(join(root, fileOf(n)), `${'a line of text\n'.repeat(20)}${n}\n`);
  }
  const env = { PATH: process.env['PATH'], HOME: home, XDG_STATE_HOME: state, LANG: 'C.UTF-8' };
  const git = (...args: string[]): void => void execFileSync('git', args, { cwd: root, env, stdio: 'ignore' });
  git('init', '--quiet', '--initial-branch=main');
  // Nothing in the background while times are taken.
  git('config', 'gc.auto', '0');
  git('config', 'user.name', 'Bench');
  git('config', 'user.email', 'bench@example.com');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'start');
  git('gc', '--quiet');
  const codes = Array.from({ length: findings }, (_, n) => ({ id: `B${String(n).padStart(4, '0')}`, file: fileOf(n) }));
  const list = codes.map(({ id, file }) => ({
    id,
    file,
    line: 1,
    severity: 'high',
    category: 'bench',
    title: 'problem',
    description: 'to be fixed',
  }));
  const from = join(folder, 'findings.json');
  writeFileSync(from, JSON.stringify({ findings: list, summary: '' }));
  const lines = codes.map(({ id, file }) => `${id} ${file}\n`).join('');
  return {
    root,
    state,
    home,
    findings: from,
    lines,
    env,
    remove: () => removeAtTheEnd(folder),
  };
};

/** A copy that keeps the times of its files, so that git's index still fits. */
export const copyRepository = (from: BenchRepository): BenchRepository => {
  const folder = mkdtempSync(join(tmpdir(), 'fixpoint-bench-'));
  const [root, state] = [join(folder, 'repo'), join(folder, 'state')] as const;
  cpSync(from.root, root, { recursive: true, preserveTimestamps: true });
  mkdirSync(state);
  execFileSync('git', ['status', '--short'], { cwd: root, env: from.env, stdio: 'ignore' });
  return {
    ...from,
    root,
    state,
    env: { ...from.env, XDG_STATE_HOME: state },
    remove: () => removeAtTheEnd(folder),
  };
};
