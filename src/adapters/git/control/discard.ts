/** Takes back the custody of a run that could not begin. */
import { git } from '../door/git.ts';
import type { Location } from '../user/locate.ts';
import { removeByForce } from '../workspace/remove.ts';
import { pinOf, type RunPaths } from './paths.ts';

/** Idempotent; what was never made is no error, and neither is a repository that nobody may write to. */
export const discardCustody = async (at: Location, paths: RunPaths, run: string): Promise<void> => {
  await removeByForce(paths.folder);
  for (const pin of await pinsOf(at, run))
    await git(['update-ref', '-d', '--no-deref', pin], { gitDir: at.commonDir, allow: [1, 128] });
};

/** Looked up first: deleting a ref that is not there would leave folders behind. */
const pinsOf = async ({ commonDir }: Location, run: string): Promise<string[]> => {
  const pins = [pinOf(run), pinOf(run, 'configuration')];
  const asked = ['for-each-ref', '--format=%(refname)', ...pins];
  const { stdout } = await git(asked, { gitDir: commonDir, allow: [1, 128] });
  return stdout
    .toString('utf8')
    .split('\n')
    .filter((ref) => pins.includes(ref));
};
