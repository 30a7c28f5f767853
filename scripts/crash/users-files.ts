/** Everything of the user's repository, to show that a run leaves it byte for byte as it was. */
import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

/** Of every path: kind, mode, content; in the work tree, and for the index, its time too. */
export const usersFiles = (root: string): Map<string, string> => {
  const found = new Map<string, string>();
  visit(root, '', found);
  return found;
};

const visit = (root: string, folder: string, found: Map<string, string>): void => {
  for (const name of readdirSync(join(root, folder))) {
    const path = folder === '' ? name : `${folder}/${name}`;
    const stat = lstatSync(join(root, path), { bigint: true });
    // What git adds to its own folders shows as paths; a time would only say that something was added.
    const timed = path === '.git/index' || (path !== '.git' && !path.startsWith('.git/'));
    const content = stat.isSymbolicLink()
      ? readlinkSync(join(root, path))
      : stat.isFile()
        ? digest(join(root, path))
        : 'folder';
    found.set(path, `${stat.mode.toString(8)} ${content}${timed ? ` ${stat.mtimeNs}` : ''}`);
    if (stat.isDirectory()) visit(root, path, found);
  }
};

const digest = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');

/** What differs and may not: only a run's branch with its reflog, its pin, and objects may have been added. */
export const changesOf = (
  before: Map<string, string>,
  after: Map<string, string>,
  runs: readonly string[],
): string[] => {
  const gone = [...before.keys()].filter((path) => !after.has(path)).map((path) => `gone: ${path}`);
  const changed = [...before].filter(([path, was]) => after.has(path) && after.get(path) !== was);
  const added = [...after.keys()].filter((path) => !before.has(path) && !mayBeAdded(path, runs));
  return [
    ...gone,
    ...changed.map(([path, was]) => `changed: ${path}: ${was} -> ${after.get(path)}`),
    ...added.map((path) => `added: ${path}`),
  ];
};

const mayBeAdded = (path: string, runs: readonly string[]): boolean =>
  path.startsWith('.git/objects/') ||
  ['.git/refs/fixpoint', '.git/refs/heads/fixpoint', '.git/logs/refs/heads/fixpoint'].includes(path) ||
  runs.some((run) =>
    [
      `.git/refs/fixpoint/${run}`,
      `.git/refs/fixpoint/${run}/start`,
      `.git/refs/heads/fixpoint/${run}`,
      `.git/logs/refs/heads/fixpoint/${run}`,
    ].includes(path),
  );
