/**
 * Reports that another machine made, such as CI: their absolute paths begin with a folder that is the repository there.
 * Which one, the files tell that are here as well (requirement 1.11).
 */
import type { ReadProblem } from '../../model/finding.ts';
import type { Whereabouts } from '../../ports/files.ts';
import { FindingsError } from './error.ts';
import { baseName, partsOf } from './path-parts.ts';
import type { Lookup } from './paths.ts';

/** Enough to tell by. */
const mostPaths = 500;

const collect = (): { seen: ReadonlySet<string>; add: (path: string) => void } => {
  const seen = new Set<string>();
  return { seen, add: (path) => void (seen.size < mostPaths && seen.add(path)) };
};

/** A folder of the other machine, the files below it, and those of them that are here. */
type Candidate = { folder: string; files: number; here: number; deepest: number };

type Here = { root: string; exists: (path: string) => boolean };

const candidatesIn = (paths: readonly string[][], exists: Here['exists']): Candidate[] => {
  const found = new Map<string, Candidate>();
  for (const parts of paths)
    for (let at = 1; at < parts.length; at += 1) {
      const folder = parts.slice(0, at).join('/');
      const candidate = found.get(folder) ?? { folder, files: 0, here: 0, deepest: 0 };
      found.set(folder, candidate);
      candidate.files += 1;
      if (!exists(parts.slice(at).join('/'))) continue;
      candidate.here += 1;
      candidate.deepest = Math.max(candidate.deepest, parts.length - at);
    }
  return [...found.values()];
};

/**
 * Every repository has a README: one file of that name tells nothing, unless the folder is called like ours. Files in
 * folders tell more, so as many of them may be gone.
 */
const convinces = ({ folder, files, here, deepest }: Candidate, name: string): boolean =>
  deepest > 1 ? here * 2 >= files : here * 2 > files && (here > 1 || baseName(folder) === name);

/** The folder that is the repository on the machine where the report was made; undefined where none is. */
const rootElsewhere = (unknown: readonly string[], { root, exists }: Here): string | undefined => {
  const name = baseName(root);
  const [best] = candidatesIn(unknown.map(partsOf), exists)
    .filter((each) => convinces(each, name))
    .toSorted((a, b) => b.here - a.here || b.deepest - a.deepest);
  if (best === undefined) return undefined;
  return /^[A-Za-z]:/.test(best.folder) ? best.folder : `/${best.folder}`;
};

/** Why nothing of a report can be used of which every file is elsewhere. */
const whyElsewhere = (seen: ReadonlySet<string>): string => {
  const [first = ''] = seen;
  const files = seen.size === 1 ? 'the file that it names is' : `none of the ${seen.size} files that it names is`;
  return (
    `${files}${seen.size === 1 ? ' not' : ''} in this repository: ${JSON.stringify(first)}. ` +
    'This seems to be the report of another repository. If it is about this one, make its paths relative to the root.'
  );
};

type Options = {
  root: string;
  exists?: Lookup['exists'];
  whereabouts?: ((path: string) => Whereabouts) | undefined;
  fromTool?: boolean;
};

type Read = { findings: readonly unknown[]; problems: ReadProblem[] };

/** Reads once, and once more where its absolute paths turn out to be those of another machine. */
export const fromAnywhere = async <R extends Read>(
  name: string,
  { root, exists, whereabouts = () => 'nowhere', fromTool = false }: Options,
  read: (roots: readonly string[], elsewhere?: Lookup['elsewhere']) => Promise<R>,
): Promise<R> => {
  // What a configured tool prints, it printed here.
  if (fromTool || exists === undefined) return read([]);
  const { seen, add } = collect();
  const first = await read([], add);
  const places = [...seen].map((path) => ({ path, at: whereabouts(path) }));
  // What lies in another repository of this machine is no file of this one, even if it has the same name.
  const unknown = places.filter(({ at }) => at === 'nowhere' || at === 'this repository').map(({ path }) => path);
  const other = rootElsewhere(unknown, { root, exists });
  if (other !== undefined) return noting(other, await read([other]));
  // A compiler also names headers of the system.
  const isOfAnother = seen.size > 0 && first.findings.length === 0 && !places.some(({ at }) => at === 'no repository');
  if (isOfAnother) throw new FindingsError('elsewhere', name, whyElsewhere(seen));
  return first;
};

const noting = <R extends Read>(root: string, read: R): R => {
  const message = `${root} is taken for the root of this repository, since its files are here`;
  return { ...read, problems: [{ place: 'paths', message }, ...read.problems] };
};
