/** How a file is really called whose name was cleaned: it may have held a secret. */
import type { Custody } from '../../ports/repo.ts';
import { replacement } from '../../secrets/find/span.ts';
import type { Secrets } from '../../secrets/secrets.ts';

export type RealNames = {
  /** All that a clean name may stand for. */
  all: (revision: string, file: string) => Promise<string[]>;
  /** The first of those; the name itself when nothing is called so. */
  one: (revision: string, file: string) => Promise<string>;
  /** By clean name. */
  each: (revision: string, files: readonly string[]) => Promise<Map<string, string>>;
};

export const realNamesOf = (custody: Pick<Custody, 'files'>, clean: Secrets['clean']): RealNames => {
  const all: RealNames['all'] = async (revision, file) => {
    if (!file.includes(replacement)) return [file];
    return (await custody.files(revision)).filter((name) => clean(name) === file);
  };
  const one: RealNames['one'] = async (revision, file) => (await all(revision, file))[0] ?? file;
  return {
    all,
    one,
    each: async (revision, files) =>
      new Map(await Promise.all(files.map(async (file) => [file, await one(revision, file)] as const))),
  };
};
