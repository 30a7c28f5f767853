/** Digests of the files that decide how our git behaves. */
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { RunPaths } from './paths.ts';

type Digests = Map<string, string>;
type DigestOfFile = (path: string) => string;

export const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');

const digestOfFile: DigestOfFile = (path) => sha256(readFileSync(path));

const stampOf = (path: string): string => {
  const { ino, size, ctimeMs } = lstatSync(path);
  return `${ino} ${size} ${ctimeMs}`;
};

/**
 * Does not read a file again that is as it was at the first look, before anybody else was at work. Nobody but the
 * kernel sets the time of the last change; what was written at any later time is read each time.
 */
export const rememberDigests = (): DigestOfFile => {
  const firstLooks = new Map<string, { stamp: string; digest: string }>();
  return (path) => {
    const stamp = stampOf(path);
    const first = firstLooks.get(path);
    if (first?.stamp === stamp) return first.digest;
    const digest = digestOfFile(path);
    if (!first) firstLooks.set(path, { stamp, digest });
    return digest;
  };
};

/**
 * All of a git directory except its objects, whose names are their digests; `objects/info` decides where they are read.
 */
const digestFolder = (folder: string, label: string, into: Digests, digest: DigestOfFile): void => {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`;
    const name = `${label}/${entry.name}`;
    if (entry.isDirectory()) {
      if (name.endsWith('.git/objects')) digestFolder(`${path}/info`, `${name}/info`, into, digest);
      else {
        into.set(name, 'folder');
        digestFolder(path, name, into, digest);
      }
    } else {
      into.set(name, entry.isFile() ? digest(path) : 'not a file');
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

/** Of all that a seal covers, by name. */
export const digests = (paths: RunPaths, digest: DigestOfFile = digestOfFile): Digests => {
  const found: Digests = new Map();
  const add = (label: string, folder: string): void =>
    note(found, label, () => digestFolder(folder, label, found, digest));
  add('control.git', paths.control);
  add('modules', paths.modules);
  if (existsSync(paths.hooks)) add('hooks', paths.hooks);
  note(found, 'custody.json', () => found.set('custody.json', digest(paths.frozen)));
  noteMoved(found, paths);
  return found;
};

/** A folder of ours that became a link would lead our writes elsewhere. */
const noteMoved = (found: Digests, { control, modules, workspaces, indexes }: RunPaths): void => {
  const folders = new Map<string, boolean>();
  for (const path of [control, modules, workspaces, indexes])
    note(found, path, () => {
      if (!isReal(path, folders)) found.set(path, 'moved');
    });
};

/** Whether it is a folder, and all above it are; `known`: what was found out of others. */
const isReal = (path: string, known: Map<string, boolean>): boolean => {
  const earlier = known.get(path);
  if (earlier !== undefined) return earlier;
  const above = dirname(path);
  const real = lstatSync(path).isDirectory() && (above === path || isReal(above, known));
  known.set(path, real);
  return real;
};

/** One line for each, as a seal keeps them. */
export const text = (found: Digests): string =>
  [...found]
    .map(([name, digest]) => `${digest}  ${name}\n`)
    .toSorted()
    .join('');

export const parse = (lines: string): Digests => {
  const entries = lines.split('\n').flatMap((line): [string, string][] => {
    const gap = line.indexOf('  ');
    return gap < 0 ? [] : [[line.slice(gap + 2), line.slice(0, gap)]];
  });
  return new Map(entries);
};

export const differences = (was: Digests, is: Digests): string[] => {
  const names = new Set([...was.keys(), ...is.keys()]);
  return [...names].filter((name) => was.get(name) !== is.get(name)).toSorted();
};
