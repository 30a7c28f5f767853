/** The `.git` of a workspace: real enough for tools and agents to use, and worth nothing to anybody afterwards. */
import { constants, copyFileSync } from 'node:fs';
import type { Control } from './control.ts';
import { writeGitDir } from './gitdir.ts';
import { removeAt } from './remove.ts';
import { readIfThere } from './userconfig.ts';
import type { Room } from './workspace.ts';

export function writeThrowAway(control: Control, room: Room, revision: string): void {
  const { frozen, paths } = control;
  removeAt(room.path, '.git');
  const { settings, author, format } = frozen;
  const excludes = readIfThere(`${paths.control}/info/global-exclude`) + readIfThere(`${paths.control}/info/exclude`);
  writeGitDir(`${room.path}/.git`, {
    format,
    bare: false,
    head: control.isCommit(revision) ? revision : 'ref: refs/heads/workspace',
    alternates: [`${paths.control}/objects`],
    settings: { ...settings, 'user.name': author.name, 'user.email': author.email, 'gc.auto': '0', 'commit.gpgsign': 'false' },
    shallow: readIfThere(`${paths.control}/shallow`),
    info: { exclude: excludes, attributes: readIfThere(`${paths.control}/info/attributes`) },
  });
  copyFileSync(room.index, `${room.path}/.git/index`, constants.COPYFILE_FICLONE);
}
