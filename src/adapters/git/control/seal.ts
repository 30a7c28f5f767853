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

/** Notes down what `fill` finds, and that something is unreadable when it is. */
const note = (found: Digests, label: string, fill: () => void): void => {
  try {
    fill();
  } catch {
    found.set(label, 'unreadable');
  }
};

const digests = (paths: RunPaths): Digests => {
  const found: Digests = new Map();
  note(found, 'control.git', () => digestFolder(paths.control, 'control.git', found));
  note(found, 'modules', () => digestFolder(paths.modules, 'modules', found));
  if (existsSync(paths.hooks)) note(found, 'hooks', () => digestFolder(paths.hooks, 'hooks', found));
  note(found, 'custody.json', () => found.set('custody.json', sha256(readFileSync(paths.frozen))));
  noteMoved(found, paths);
  return found;
};

/** A folder of ours that became a link would lead our writes elsewhere. */
const noteMoved = (found: Digests, { control, modules, workspaces, indexes }: RunPaths): void => {
  for (const path of [control, modules, workspaces, indexes])
    note(found, path, () => {
      if (realpathSync.native(path) !== path) found.set(path, 'moved');
    });
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

/** The same, told to somebody before it counts: without its file, a run was never begun. */
export const sealAfter = async (paths: RunPaths, tell: (id: string) => Promise<void>): Promise<void> => {
  const lines = text(digests(paths));
  await tell(sha256(lines));
  writeFileSync(paths.seal, lines);
};

/** Whether one part of what was sealed is as it was, wherever the rest is. */
export const isSealed = (paths: RunPaths, part: string, expected: string | undefined): boolean => {
  if (!existsSync(paths.seal)) return false;
  const lines = readFileSync(paths.seal, 'utf8');
  const isPart = (name: string): boolean => name === part || name.startsWith(`${part}/`);
  const changed = differences(parse(lines), digests(paths));
  return (expected === undefined || sha256(lines) === expected) && !changed.some(isPart);
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
