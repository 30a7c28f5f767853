/** Decides, before anything is written, what becomes of each touched file of the user. */
import { writeFileSync } from 'node:fs';
import { readable } from '../../door/bytes.ts';
import type { Control } from '../../control/control.ts';
import type { Version } from './apply-versions.ts';
import { type FileState, isExecutable, sameState } from './file-state.ts';
import { userState } from './user-state.ts';

export type Step = { path: string; before: FileState; after: FileState };
export type Conflict = { file: string; reason: string };
export type Decision = { step: Step } | { skip: string } | { conflict: Conflict };

type File = Extract<FileState, { type: 'file' }>;
type Files = { user: File; start: File; head: File };

/** The user's own permission bits, with only the executable bit as the result wants it. */
const withMode = (after: FileState, before: FileState): FileState => {
  if (after.type !== 'file' || before.type !== 'file') return after;
  const executable = isExecutable(after);
  const mode = executable ? before.mode | ((before.mode & 0o444) >> 2) : before.mode & ~0o111;
  return { ...after, mode: isExecutable(before) === executable ? before.mode : mode };
};

/** Null when the same lines were changed on both sides, or it is no text. */
const mergeFiles = async (control: Control, files: Files, scratch: string): Promise<Buffer | null> => {
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

export const conflictAt = (path: string, reason: string): Decision => ({ conflict: { file: readable(path), reason } });

/** Null when both changed it in ways that do not fit together. */
const mergeStates = async (control: Control, files: Files, scratch: string): Promise<FileState | null> => {
  const { user, start, head } = files;
  const bytes = await mergeFiles(control, files, scratch);
  if (bytes === null) return null;
  const { mode } = isExecutable(start) === isExecutable(head) ? user : head;
  return withMode({ type: 'file', bytes, mode }, user);
};

export const countsModes = ({ frozen }: Control): boolean => frozen.settings['core.filemode'] !== 'false';

export const decide = async (
  control: Control,
  version: Version,
  context: { root: string; scratch: string; opened: ReadonlySet<string> },
): Promise<Decision> => {
  const { path, start, head } = version;
  const modes = countsModes(control);
  if (version.module) return conflictAt(path, 'it is a submodule');
  const user = userState(context, path);
  if (sameState(user, head, modes)) return { skip: path };
  if (sameState(user, start, modes)) return { step: { path, before: user, after: withMode(head, user) } };
  const after = await changedOnBothSides(control, version, user, context.scratch);
  if (after === null) return conflictAt(path, whyNot(version, user, control.frozen.sparse));
  return sameState(user, after, modes) ? { skip: path } : { step: { path, before: user, after } };
};

/** What both changes come to; null when they do not fit together. */
const changedOnBothSides = async (
  control: Control,
  { start, head }: Version,
  user: FileState,
  scratch: string,
): Promise<FileState | null> => {
  if (user.type !== 'file' || start.type !== 'file' || head.type !== 'file') return null;
  return mergeStates(control, { user, start, head }, scratch);
};
