/** `npm start`: the whole job on the bundled example, in a temporary repository, with no key, server or network. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

const root = join(import.meta.dirname, '..');
const home = mkdtempSync(join(tmpdir(), 'fixpoint-example-'));
const repo = join(home, 'tally');
const state = join(home, 'state');

const git = (...args: string[]): void => {
  const { status, stderr } = spawnSync('git', ['-C', repo, ...args], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`git ${args.join(' ')} failed: ${stderr}`);
};

/** A repository of its own, with an identity of its own: nothing of yours is read or written. */
const prepare = (): void => {
  cpSync(join(root, 'examples/tally'), repo, { recursive: true });
  mkdirSync(state);
  git('init', '--quiet', '--initial-branch=main');
  git('config', 'user.name', 'Fixpoint example');
  git('config', 'user.email', 'example@fixpoint.invalid');
  git('config', 'commit.gpgsign', 'false');
  git('add', '--all');
  git('-c', 'core.hooksPath=/dev/null', 'commit', '--quiet', '--message', 'A small project with lint findings');
};

const quoted = (word: string): string => (/^[\w./:@-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`);

const farewell = `
One of ESLint's own fixes would have broken a test, so it was refused; for two findings ESLint has no fix.
They are the leftovers, and the point: nothing counts as fixed on anybody's word. (A run with leftovers exits with 2.)

Everything is in a temporary folder. To look around and to try the commands above:
  cd ${quoted(repo)}
  export XDG_STATE_HOME=${quoted(state)} PATH=${quoted(join(root, 'bin'))}:${quoted(join(root, 'node_modules/.bin'))}:"$PATH"
  git log --oneline --branches --not main
`;

prepare();
console.log(`Fixpoint on the example in examples/tally, copied to ${repo}\n$ fixpoint run\n`);
const path = [join(root, 'node_modules/.bin'), process.env['PATH'] ?? ''].join(delimiter);
const { status } = spawnSync(join(root, 'bin/fixpoint'), ['run'], {
  cwd: repo,
  stdio: 'inherit',
  env: { ...process.env, PATH: path, XDG_STATE_HOME: state },
});
// 2 is what the example is made to end with; anything else is a failure of ours.
if (status === 2) console.log(farewell);
process.exitCode = status === 2 ? 0 : (status ?? 1);
