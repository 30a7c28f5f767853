/** What a review compares with. */
import { everything } from '../../../model/review-scope.ts';
import { git } from '../door/git.ts';
import type { Location } from './locate.ts';
import { mergeBase } from './merge-base.ts';

/** Where the main branch is found, best first. */
const mainBranches = ['origin/HEAD', 'origin/main', 'origin/master', 'main', 'master'] as const;

const exists = async (at: Location, ref: string): Promise<boolean> => {
  const { exitCode } = await git(['rev-parse', '--verify', '-q', '--end-of-options', `${ref}^{commit}`], {
    gitDir: at.gitDir,
    allow: [1, 128],
  });
  return exitCode === 0;
};

/** The tree that holds nothing. */
const emptyTree = async (at: Location): Promise<string> => {
  const { stdout } = await git(['hash-object', '-t', 'tree', '--stdin'], { gitDir: at.gitDir, input: '' });
  return stdout.toString().trim();
};

const leftMain = async (at: Location, head: string): Promise<{ ref: string; commit: string } | null> => {
  for (const ref of mainBranches) {
    if (!(await exists(at, ref))) continue;
    const commit = await mergeBase(at, ref).catch(() => head);
    if (commit !== head) return { ref, commit };
  }
  return null;
};

export const reviewBase = async (
  at: Location,
  head: string,
  ref: string | undefined,
): Promise<{ ref: string; commit: string } | null> => {
  if (ref === undefined) return leftMain(at, head);
  return { ref, commit: ref === everything ? await emptyTree(at) : await mergeBase(at, ref) };
};
