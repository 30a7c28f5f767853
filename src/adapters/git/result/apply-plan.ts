/** Decides, before anything is written, what becomes of each touched file of the user. */
import { lstatSync, readdirSync, writeFileSync } from 'node:fs';
import { inFolder, onDisk, readable } from '../door/bytes.ts';
import type { Control } from '../control/control.ts';
import type { Version } from './apply-versions.ts';
import { absent, type FileState, isExecutable, readState, sameState } from './file-state.ts';
import { isReachedThroughFolders } from '../workspace/remove.ts';

export type Step = { path: string; before: FileState; after: FileState };
export type Decision = { step: Step } | { skip: string } | { conflict: { file: string; reason: string } };

type File = Extract<FileState, { type: 'file' }>;

/** The user's own permission bits, with only the executable bit as the result wants it. */
const withMode = (after: FileState, before: FileState): FileState => {
  if (after.type !== 'file' || before.type !== 'file') return after;
  const executable = isExecutable(after);
  const mode = executable ? before.mode | ((before.mode & 0o444) >> 2) : before.mode & ~0o111;
  return { ...after, mode: isExecutable(before) === executable ? before.mode : mode };
};

/** Null when the same lines were changed on both sides, or it is no text. */
const mergeFiles = async (
  control: Control,
  files: { user: File; start: File; head: File },
  scratch: string,
): Promise<Buffer | null> => {
  const names = ['user', 'start', 'head'] as const;
  for (const name of names) writeFileSync(`${scratch}/merge-${name}`, files[name].bytes);
  const args = ['merge-file', '-p', '-q', ...names.map((name) => `${scratch}/merge-${name}`)];
  const { exitCode, stdout } = await control.git(args, { allow: 'any', cwd: scratch });
  return exitCode === 0 ? stdout : null;
};

const whyNot = ({ start, head }: Version, user: FileState, sparse: boolean): string => {
  if (user.type === 'foreign') return user.what;
  if (start.type === 'absent') return 'the run adds it, and a different file of yours is in its place';
  if (user.type === 'absent') {
    return sparse
      ? 'it is deleted here or outside your sparse checkout: widen it, or merge the branch'
      : 'the run changed it, and you deleted it';
  }
  if (head.type === 'absent') return 'the run deleted it, and you changed it';
  return 'both you and the run changed it, in ways that do not fit together';
};

export const decide = async (
  control: Control,
  version: Version,
  context: { root: string; scratch: string; opened: ReadonlySet<string> },
): Promise<Decision> => {
  const { path, start, head } = version;
  const modes = control.frozen.settings['core.filemode'] !== 'false';
  const conflict = (reason: string): Decision => ({ conflict: { file: readable(path), reason } });
  if (version.module) return conflict('it is a submodule');
  const user = userState(context, path);
  if (sameState(user, head, modes)) return { skip: path };
  if (sameState(user, start, modes)) return { step: { path, before: user, after: withMode(head, user) } };
  if (user.type !== 'file' || start.type !== 'file' || head.type !== 'file')
    return conflict(whyNot(version, user, control.frozen.sparse));
  const merged = await mergeFiles(control, { user, start, head }, context.scratch);
  if (merged === null) return conflict(whyNot(version, user, control.frozen.sparse));
  const mode = isExecutable(start) === isExecutable(head) ? user : head;
  const after = withMode({ type: 'file', bytes: merged, mode: mode.mode }, user);
  return sameState(user, after, modes) ? { skip: path } : { step: { path, before: user, after } };
};

/** Whether a folder of the user holds nothing but files that the run removes. */
const isEmptied = (root: string, folder: string, opened: ReadonlySet<string>): boolean => {
  const entries = readdirSync(onDisk(root, folder), { withFileTypes: true, encoding: 'latin1' });
  return (
    entries.length > 0 &&
    entries.every((entry) => {
      const path = inFolder(folder, entry.name);
      return entry.isDirectory() ? isEmptied(root, path, opened) : opened.has(path);
    })
  );
};

/** What the run itself removes does not stand in the way of what the run puts in its place. */
export const userState = ({ root, opened }: { root: string; opened: ReadonlySet<string> }, path: string): FileState => {
  for (let slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1)) {
    if (opened.has(path.slice(0, slash))) return absent;
  }
  const state = readState(root, path);
  return state.type === 'foreign' && isFolderAt(root, path) && isEmptied(root, path, opened) ? absent : state;
};

const isFolderAt = (root: string, path: string): boolean =>
  isReachedThroughFolders(root, path) && lstatSync(onDisk(root, path)).isDirectory();
