/** Takes back the custody of a run that could not begin. */
import { git } from '../door/git.ts';
import type { Location } from '../user/locate.ts';
import { removeByForce } from '../workspace/remove.ts';
import { pinOf, type RunPaths } from './paths.ts';

/** Idempotent; what was never made is no error, and neither is a repository that nobody may write to. */
export const discardCustody = async (at: Location, paths: RunPaths, run: string): Promise<void> => {
  await removeByForce(paths.folder);
  for (const pin of [pinOf(run), pinOf(run, 'configuration')])
    await git(['update-ref', '-d', '--no-deref', pin], { gitDir: at.commonDir, allow: [1, 128] });
};
