/**
 * The index that a merge leads to, made beside the user's own: that one is not touched until everything else is done.
 */
import { readFileSync } from 'node:fs';
import { withBorrowed } from '../../control/borrowed.ts';
import { git } from '../../door/git.ts';
import { type GitCall, GitFailure } from '../../door/git-call.ts';
import type { Location } from '../../user/locate.ts';
import { readUserConfig } from '../../user/user-config.ts';

export type Merging = {
  /** Whether a file of the user is, but for line endings and the like, what is stored under this id. */
  isStored: (path: string, id: string) => Promise<boolean>;
  /** The new index, with what the file system says about the files as they are now. */
  index: () => Promise<Buffer>;
};

const mergingWith = (call: GitCall & { index: string }): Merging => ({
  isStored: async (path, id) => {
    const name = Buffer.from(path, 'latin1').toString('utf8');
    const { exitCode, stdout } = await git(['hash-object', '--', name], { ...call, allow: [128] });
    return exitCode === 0 && stdout.toString().trim() === id;
  },
  index: async () => {
    await git(['update-index', '-q', '--refresh'], { ...call, allow: 'any' });
    return readFileSync(call.index);
  },
});

/** In place of a result, what git said when the user's index holds something that does not fit. */
export const withMerging = async <T>(
  at: Location,
  move: { from: string; to: string; scratch: string },
  use: (merging: Merging) => Promise<T>,
): Promise<T | { refused: string }> => {
  const config = await readUserConfig(at);
  return withBorrowed(at, { config, head: move.from, scratch: move.scratch }, async (gitDir) => {
    const call = { gitDir, workTree: at.root, index: `${gitDir}/index`, cwd: at.root };
    const refused = await readBoth(move, call);
    return refused === null ? use(mergingWith(call)) : { refused };
  });
};

/** Null, or what git said. */
const readBoth = async ({ from, to }: { from: string; to: string }, call: GitCall): Promise<string | null> => {
  try {
    await git(['read-tree', '-i', '-m', from, to], call);
    return null;
  } catch (failure) {
    if (!(failure instanceof GitFailure)) throw failure;
    return failure.stderr.replaceAll(/^(?:error|fatal): /gm, '').trim();
  }
};
