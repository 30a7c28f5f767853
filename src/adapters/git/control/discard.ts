/** Takes away the custody of a run: of one that could not begin, or of one that nobody needs any more. */
import { lstatSync, readdirSync } from 'node:fs';
import { rmdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { git } from '../door/git.ts';
import type { Location } from '../user/locate.ts';
import { removeByForce } from '../workspace/remove.ts';
import { pinOf, type RunPaths } from './paths.ts';

/** Idempotent; what was never made is no error, and neither is a repository that nobody may write to. */
export const discardCustody = async (at: Location, paths: RunPaths, run: string): Promise<void> => {
  await removeByForce(paths.folder);
  await removePins(at, run);
};

const removePins = async (at: Location, run: string): Promise<void> => {
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

/** `keep`: names from the folder of the run. The seal goes last: until then the run is there, and this is repeated. */
export const expireCustody = async (
  at: Location,
  { folder, seal }: RunPaths,
  run: string,
  keep: readonly string[],
): Promise<void> => {
  await removePins(at, run);
  await removeBut(folder, [...keep, basename(seal)]);
  await removeByForce(seal);
  await rmdir(folder).catch(() => undefined);
};

/** A link is removed as such: what it leads to is not ours. */
const removeBut = async (folder: string, keep: readonly string[]): Promise<void> => {
  if (!lstatSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  for (const name of readdirSync(folder)) {
    if (keep.includes(name)) continue;
    const path = join(folder, name);
    const inside = keep.filter((each) => each.startsWith(`${name}/`)).map((each) => each.slice(name.length + 1));
    if (inside.length > 0 && lstatSync(path).isDirectory()) await removeBut(path, inside);
    else await removeByForce(path);
  }
};
