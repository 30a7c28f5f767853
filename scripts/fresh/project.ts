/** Makes the repository of a kind: once, and then copies of it. */
import { chmodSync, cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ScriptedEdit } from '../../test/fakes/scripted.ts';
import type { Kind } from './kind.ts';
import { environmentIn, must } from './shell.ts';

const put = (file: string, text: string | Uint8Array): void => {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
};

const gitconfig =
  '[user]\n\tname = Ada Tester\n\temail = ada@example.com\n[init]\n\tdefaultBranch = main\n[advice]\n\tdetachedHead = false\n';

/** The folder gets `repo` and `home`. */
export const makeTemplate = async (kind: Kind, folder: string): Promise<void> => {
  const repo = join(folder, 'repo');
  const options = { cwd: repo, env: environmentIn(folder) };
  mkdirSync(repo, { recursive: true });
  put(join(folder, 'home/.gitconfig'), gitconfig);
  for (const [file, text] of Object.entries(kind.files)) put(join(repo, file), text);
  await must(['git', 'init', '-q'], options);
  for (const line of kind.before ?? []) await must(['sh', '-c', line], options);
  rmSync(join(folder, 'home/.npm'), { recursive: true, force: true });
  await must(['git', 'add', '-A'], options);
  await must(['git', 'commit', '-q', '-m', 'begin'], options);
  for (const line of kind.after ?? []) await must(['sh', '-c', line], options);
};

export const copyTemplate = (template: string, folder: string): void => {
  for (const name of ['repo', 'home'])
    cpSync(join(template, name), join(folder, name), { recursive: true, preserveTimestamps: true });
  mkdirSync(join(folder, 'state'));
};

/** Commits a change of somebody else: how a run comes to start from something that does not pass. */
export const commitChange = async (folder: string, edits: readonly ScriptedEdit[]): Promise<void> => {
  const options = { cwd: join(folder, 'repo'), env: environmentIn(folder) };
  for (const edit of edits) applyEdit(join(folder, 'repo', edit.file), edit);
  await must(['git', 'add', '-A'], options);
  await must(['git', 'commit', '-q', '--allow-empty', '-m', 'another change'], options);
};

const applyEdit = (file: string, edit: ScriptedEdit): void => {
  if ('write' in edit) put(file, edit.write);
  else if ('bytes' in edit) put(file, Buffer.from(edit.bytes, 'base64'));
  else if ('delete' in edit) rmSync(file, { recursive: true, force: true });
  else if ('chmod' in edit) chmodSync(file, edit.chmod);
  else if ('link' in edit) symlinkSync(edit.link, file);
  else throw new Error(`an edit of ${edit.file} that a campaign has no use for`);
};
