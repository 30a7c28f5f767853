/**
 * Makes the folder that every run of the campaign starts from: a repository in as untidy a state as a user can leave
 * it.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { accountabilityFindings, agentScript, eslintFindings, sourceFiles } from './scenario.ts';

export const environmentOf = (folder: string): Record<string, string> => ({
  PATH: process.env['PATH'] ?? '/usr/bin:/bin',
  HOME: join(folder, 'home'),
  XDG_STATE_HOME: join(folder, 'state'),
  XDG_CONFIG_HOME: join(folder, 'home/.config'),
  GIT_CONFIG_NOSYSTEM: '1',
  LC_ALL: 'C',
});

/** `allowed`: an exit code of git that is no failure. */
export const gitIn = (folder: string, args: readonly string[], allowed = 0): string => {
  try {
    const options = { cwd: join(folder, 'repo'), env: environmentOf(folder), encoding: 'utf8' as const };
    return execFileSync('git', args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] }).trimEnd();
  } catch (error) {
    if (error instanceof Error && 'status' in error && error.status === allowed) return '';
    throw error;
  }
};

export const makeBase = (folder: string, findings: number): void => {
  for (const name of ['repo', 'home', 'state']) mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, 'home/.gitconfig'), '[user]\n\tname = Ada Tester\n\temail = ada@example.com\n');
  writeFileSync(join(folder, 'agent.sh'), agentScript);
  writeFileSync(join(folder, 'findings.json'), accountabilityFindings(findings));
  writeFileSync(join(folder, 'eslint.json'), eslintFindings());
  const git = (...args: string[]): string => gitIn(folder, args);
  const write = (file: string, text: string): void => {
    mkdirSync(dirname(join(folder, 'repo', file)), { recursive: true });
    writeFileSync(join(folder, 'repo', file), text);
  };
  git('init', '-q', '-b', 'main');
  for (const [file, text] of Object.entries(sourceFiles())) write(file, text);
  for (const name of ['partial', 'stashed', 'merged', 'mode']) write(`${name}.txt`, `${name}, first\n`);
  write('.gitignore', 'build/\n.env\n');
  git('add', '-A');
  git('commit', '-q', '-m', 'first');
  makeUntidy(folder, git, write);
};

const makeUntidy = (
  folder: string,
  git: (...args: string[]) => string,
  write: (file: string, text: string) => void,
): void => {
  write('stashed.txt', 'stashed, in the stash\n');
  git('stash', '-q');
  git('checkout', '-q', '-b', 'side');
  write('merged.txt', 'merged, theirs\n');
  git('commit', '-qam', 'theirs');
  git('checkout', '-q', 'main');
  write('merged.txt', 'merged, ours\n');
  git('commit', '-qam', 'ours');
  git('fetch', '-q', '.', 'side');
  gitIn(folder, ['merge', 'side'], 1);
  write('partial.txt', 'partial, staged\n');
  git('add', 'partial.txt');
  write('partial.txt', 'partial, not staged\n');
  write('src/c01.txt', 'the user is writing here\n');
  write('meant.txt', 'intent to add\n');
  git('add', '-N', 'meant.txt');
  write('untracked.txt', 'untracked\n');
  write('a folder/with a "name".txt', 'untracked too\n');
  write('build/out.bin', '\u0000\u0001');
  write('.env', 'SECRET=of the user\n');
  symlinkSync('nowhere', join(folder, 'repo/dangling'));
  chmodSync(join(folder, 'repo/mode.txt'), 0o755);
  chmodSync(join(folder, 'repo/untracked.txt'), 0o600);
  utimesSync(join(folder, 'repo/untracked.txt'), 1_000_000_000, 1_000_000_000);
  utimesSync(join(folder, 'repo/partial.txt'), 1_100_000_000, 1_100_000_000);
};
