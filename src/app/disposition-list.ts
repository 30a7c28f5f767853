/** Lists the decisions that are kept with a repository, and takes them back. */
import { openCheckout } from '../adapters/git/user/checkout.ts';
import { nearest } from '../plain/nearest.ts';
import type { Disposition } from '../model/disposition.ts';
import { hasRunOut } from '../findings/dispositions/until.ts';
import { filesPlaceOf } from './config-from.ts';
import { dispositionFolder } from '../adapters/files/disposition-folder.ts';
import { type KeptDisposition, readKept, removeKept } from '../adapters/files/dispositions.ts';
import { InputError } from '../model/expected.ts';
import { type Options, workFolder } from './options.ts';

/** `path`: of its file, from the root of the repository. */
export type ListedDisposition = Disposition & { path: string; state: 'in force' | 'ran out' };

const listed = ({ file, disposition }: KeptDisposition, now: Date): ListedDisposition => ({
  ...disposition,
  path: file,
  state: hasRunOut(disposition, now) ? 'ran out' : 'in force',
});

/** All of them, with what is wrong with those that could not be read. */
export const dispositions = async (
  options: Options = {},
): Promise<{ dispositions: ListedDisposition[]; warnings: string[] }> => {
  const { kept, warnings } = await readKept(await filesPlaceOf(await openCheckout(workFolder(options)), options));
  const now = new Date();
  return { dispositions: kept.map((each) => listed(each, now)), warnings };
};

/** Removes dispositions by their ids: all of them, or none when one is not known. */
export const removeDispositions = async (
  options: Options & { ids: string[] },
): Promise<{ removed: ListedDisposition[] }> => {
  const { root } = await openCheckout(workFolder(options));
  const { kept } = await readKept({ root });
  const known = [...new Set(kept.map(({ disposition }) => disposition.id))];
  const missing = options.ids.filter((id) => !known.includes(id));
  const [first] = missing;
  if (first !== undefined) {
    const guess = nearest(first, known);
    throw new InputError(
      `There is no disposition ${missing.join(', ')} in ${dispositionFolder}.${guess === undefined ? '' : ` Did you mean ${guess}?`} \`fixpoint dispositions\` lists them. Nothing was removed.`,
      'not-found',
    );
  }
  const gone = kept.filter(({ disposition }) => options.ids.includes(disposition.id));
  for (const each of gone) await removeKept(root, each);
  const now = new Date();
  return { removed: gone.map((each) => listed(each, now)) };
};
