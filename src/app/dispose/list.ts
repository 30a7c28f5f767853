/** Lists the decisions that are kept with a repository, and takes them back. */
import { nearest } from '../../plain/nearest.ts';
import type { Disposition } from '../../model/disposition.ts';
import { hasRunOut } from '../../findings/dispositions/until.ts';
import { filesPlaceOf } from '../config-from.ts';
import type { KeptDisposition } from '../../ports/files.ts';
import type { App } from '../app.ts';
import { InputError } from '../../model/expected.ts';
import { type Options, workFolder } from '../options.ts';
import { listedFindings } from './pick.ts';

/** `path`: of its file, from the root of the repository. */
export type ListedDisposition = Disposition & { path: string; state: 'in force' | 'ran out' };

const listed = ({ file, disposition }: KeptDisposition, now: Date): ListedDisposition => ({
  ...disposition,
  path: file,
  state: hasRunOut(disposition, now) ? 'ran out' : 'in force',
});

/** All of them, with what is wrong with those that could not be read. */
export const dispositions = async (
  app: App,
  request: Options = {},
): Promise<{ dispositions: ListedDisposition[]; warnings: string[] }> => {
  const checkout = await app.repositories.checkout(workFolder(request));
  const files = (await app.files()).dispositions;
  const { kept, warnings } = await files.read(await filesPlaceOf(checkout, request));
  const now = app.clock.now();
  const { clean } = await app.secrets();
  return clean({ dispositions: kept.map((each) => listed(each, now)), warnings });
};

/** Removes dispositions by their ids, or the codes of the latest run: all of them, or none when one is not there. */
export const removeDispositions = async (
  app: App,
  request: Options & { ids: string[] },
): Promise<{ removed: ListedDisposition[] }> => {
  const { root } = await app.repositories.checkout(workFolder(request));
  const files = (await app.files()).dispositions;
  const { kept } = await files.read({ root });
  const ids = await idsOf(app, request, kept, root);
  refuseMissing(ids, kept, files.folder);
  const gone = kept.filter(({ disposition }) => ids.includes(disposition.id));
  for (const each of gone) await files.remove(root, each);
  const { clean } = await app.secrets();
  return clean({ removed: gone.map((each) => listed(each, app.clock.now())) });
};

/** A code is what the latest run here calls a finding, which may be one that was dismissed before. */
const idsOf = async (
  app: App,
  { ids, ...request }: Options & { ids: string[] },
  kept: readonly KeptDisposition[],
  root: string,
): Promise<string[]> => {
  const present = new Set(kept.map(({ disposition }) => disposition.id));
  if (ids.every((id) => present.has(id)) || present.size === 0) return ids;
  const { findings } = await listedFindings(app, { ...request, ids }, root).catch(() => ({ findings: [] }));
  const idOf = new Map(findings.map(({ code, id }) => [code.toUpperCase(), id]));
  return ids.map((id) => (present.has(id) ? id : (idOf.get(id.toUpperCase()) ?? id)));
};

const refuseMissing = (ids: readonly string[], kept: readonly KeptDisposition[], folder: string): void => {
  const present = [...new Set(kept.map(({ disposition }) => disposition.id))];
  const missing = ids.filter((id) => !present.includes(id));
  const [first] = missing;
  if (first === undefined) return;
  const guess = nearest(first, present);
  const hint = guess === undefined ? '' : ` Did you mean ${guess}?`;
  throw new InputError(
    `There is no disposition ${missing.join(', ')} in ${folder}.${hint} ` +
      '`fixpoint dispositions` lists them. Nothing was removed.',
    'not-found',
  );
};
