/** Tamper evidence: a digest of every file that decides how our git behaves, compared before each use. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { TamperedError } from '../../../ports/repo.ts';
import type { RunPaths } from './paths.ts';

type Digests = Map<string, string>;

const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');

/**
 * All of a git directory except its objects, whose names are their digests; `objects/info` decides where they are read.
 */
const digestFolder = (folder: string, label: string, into: Digests): void => {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`;
    const name = `${label}/${entry.name}`;
    if (entry.isDirectory()) {
      if (name.endsWith('.git/objects')) digestFolder(`${path}/info`, `${name}/info`, into);
      else {
        into.set(name, 'folder');
        digestFolder(path, name, into);
      }
    } else {
      into.set(name, entry.isFile() ? sha256(readFileSync(path)) : 'not a file');
    }
  }
};

const digests = (paths: RunPaths): Digests => {
  const found: Digests = new Map();
  const read = (label: string, fill: () => void): void => {
    try {
      fill();
    } catch {
      found.set(label, 'unreadable');
    }
  };
  read('control.git', () => digestFolder(paths.control, 'control.git', found));
  read('modules', () => digestFolder(paths.modules, 'modules', found));
  if (existsSync(paths.hooks)) read('hooks', () => digestFolder(paths.hooks, 'hooks', found));
  read('custody.json', () => found.set('custody.json', sha256(readFileSync(paths.frozen))));
  // A folder of ours that became a link would lead our writes elsewhere.
  for (const path of [paths.control, paths.modules, paths.workspaces, paths.indexes]) {
    read(path, () => (realpathSync.native(path) === path ? undefined : found.set(path, 'moved')));
  }
  return found;
};

const text = (found: Digests): string =>
  [...found]
    .map(([name, digest]) => `${digest}  ${name}\n`)
    .toSorted()
    .join('');

const parse = (lines: string): Digests => {
  const entries = lines.split('\n').flatMap((line): [string, string][] => {
    const gap = line.indexOf('  ');
    return gap < 0 ? [] : [[line.slice(gap + 2), line.slice(0, gap)]];
  });
  return new Map(entries);
};

const differences = (was: Digests, is: Digests): string[] => {
  const names = new Set([...was.keys(), ...is.keys()]);
  return [...names].filter((name) => was.get(name) !== is.get(name)).toSorted();
};

export type Seal = {
  /** Digest of all digests: for the journal. */
  id: string;
  /** Throws TamperedError unless everything is as it was when the seal was made. */
  verify: () => void;
  isIntact: () => boolean;
};

const sealOf = (paths: RunPaths, lines: string): Seal => {
  const was = parse(lines);
  const verify = (): void => {
    const is = digests(paths);
    if (text(is) === lines) return;
    throw new TamperedError(
      `Files that decide how git behaves were changed behind Fixpoint's back in ${paths.folder}: ` +
        `${differences(was, is).join(', ')}. ` +
        'Nothing was run on them. Something outside the run, most likely an agent without a sandbox, wrote ' +
        'there: look at its transcript, then start a new run.',
    );
  };
  return { id: sha256(lines), verify, isIntact: () => text(digests(paths)) === lines };
};

/** Seals a run's custody as it is now. */
export const makeSeal = (paths: RunPaths): Seal => {
  const lines = text(digests(paths));
  writeFileSync(paths.seal, lines);
  return sealOf(paths, lines);
};

/** The seal of an earlier process; with the journal's copy of its id, not even the seal's own file can be swapped. */
export const openSeal = (paths: RunPaths, expected?: string): Seal => {
  const seal = sealOf(paths, readFileSync(paths.seal, 'utf8'));
  if (expected !== undefined && seal.id !== expected) {
    throw new TamperedError(
      `The seal of the run in ${dirname(paths.seal)} is not the one that the journal recorded. ` +
        'Nothing was run on it. Start a new run.',
    );
  }
  seal.verify();
  return seal;
};
