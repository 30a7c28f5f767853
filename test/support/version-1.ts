/** Runs that the version before the second journal wrote, brought to any place (test/fixtures/version-1). */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { repoId } from '../../src/adapters/git/user/repo-id.ts';

const fixture = (name: string): string => fileURLToPath(new URL(`../fixtures/version-1/${name}`, import.meta.url));
const oldPlace = '/tmp/fixpoint-version-1';
const oldRepo = repoId(`${oldPlace}/repo`);

/** Copies the journal with four runs that ended in different ways; gives its path. */
export const oldJournal = (folder: string): string => {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'journal.db');
  copyFileSync(fixture('journal.db'), file);
  return file;
};

export type HalfFinished = { root: string; stateHome: string; stateDir: string; run: string };

/** Unpacks the run that was killed at its third finding into an empty folder, which has to be named by its real path. */
export const halfFinished = (folder: string): HalfFinished => {
  execFileSync('tar', ['-xzf', fixture('half-finished.tar.gz'), '-C', folder]);
  const root = join(folder, 'repo');
  const stateHome = join(folder, 'state');
  const stateDir = join(stateHome, 'fixpoint');
  const place = [
    [join(oldPlace, 'state/fixpoint', oldRepo), join(stateDir, repoId(root))],
    [oldPlace, folder],
  ] as const;
  renameSync(join(stateDir, oldRepo), join(stateDir, repoId(root)));
  const move = (text: string): string => place.reduce((moved, [from, to]) => moved.replaceAll(from, to), text);
  const runs = join(stateDir, repoId(root), 'runs');
  const [run = ''] = readdirSync(runs);
  for (const name of textFiles(join(stateDir, repoId(root)))) rewrite(name, move);
  const seal = sealAgain(join(runs, run));
  moveJournal(join(stateDir, 'journal.db'), move, seal, repoId(root));
  return { root, stateHome, stateDir, run };
};

/** Everything but objects of git, its indexes and what agents were told. */
const textFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /^(alternates|config|custody\.json|hooks\.json)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));

const rewrite = (file: string, change: (text: string) => string): void =>
  writeFileSync(file, change(readFileSync(file, 'utf8')));

const digest = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');

/** The seal is a list of digests of files that hold paths; gives its id. */
const sealAgain = (folder: string): string => {
  const again = (line: string): string => {
    const [sum = '', name = ''] = line.split('  ');
    return sum === 'folder' ? line : `${digest(readFileSync(join(folder, name)))}  ${name}`;
  };
  const lines = readFileSync(join(folder, 'control.sha256'), 'utf8').trimEnd().split('\n').map(again).toSorted();
  const text = lines.map((line) => `${line}\n`).join('');
  writeFileSync(join(folder, 'control.sha256'), text);
  return digest(text);
};

const moveJournal = (file: string, move: (text: string) => string, seal: string, repo: string): void => {
  const database = new DatabaseSync(file);
  database.function('move', (text) => move(String(text)));
  database.exec('UPDATE events SET body = move(body)');
  database.prepare(`UPDATE events SET body = json_set(body, '$.seal', ?) WHERE type = 'run.started'`).run(seal);
  database.prepare('UPDATE runs SET repo = ?').run(repo);
  database.close();
};
