/** The refs of a workspace: the user's tags, as they were at the start, and the branch that the user was on. */
import { writeFileSync } from 'node:fs';
import { git } from '../door/git.ts';
import type { Location } from './locate.ts';
import { readIfThere } from './user-config.ts';

/** The newest: more cost time in every workspace, and nobody describes a version by them. */
const mostTags = 10_000;

const tagsFile = (controlDir: string): string => `${controlDir}/info/tags`;

/** Keeps the user's tags beside the control repository's own files, in the form of git's packed refs. */
export const keepTags = async (at: Location, controlDir: string): Promise<void> => {
  const format = '%(objectname) %(refname)%(if)%(*objectname)%(then)%0a^%(*objectname)%(end)';
  const args = ['for-each-ref', '--sort=-creatordate', `--count=${mostTags}`, `--format=${format}`, 'refs/tags'];
  // A clone that lacks what a tag names still has all the others.
  const { stdout } = await git(args, { gitDir: at.gitDir, allow: [1, 128] });
  writeFileSync(tagsFile(controlDir), stdout);
};

/** As they were kept. */
export const tagsIn = (controlDir: string): string => readIfThere(tagsFile(controlDir));

export const workspaceBranch = 'workspace';

/** The text of a `packed-refs` file with the branch at this commit. */
export const packedRefs = (controlDir: string, branch: string, commit: string): string =>
  `# pack-refs with: peeled fully-peeled \n${commit} refs/heads/${branch}\n${tagsIn(controlDir)}`;
