/** All names under which a changed path can be reached: case, Unicode and symbolic links make one out of another. */
import { posix } from 'node:path';
import type { Snapshot } from '../../../model/run/snapshot.ts';

/** Characters that some file systems do not see in names. */
const unseen = /[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2064\u206A-\u206F\uFEFF]/g;

/** As a file system compares names that knows neither case nor forms of letters, nor blanks and dots at their end. */
export const comparable = (path: string): string =>
  posix
    .normalize(path.replaceAll('\\', '/'))
    .normalize('NFKC')
    .replaceAll(unseen, '')
    .toLowerCase()
    .split('/')
    .map((part) => (/^\.{1,2}$/.test(part) ? part : part.replace(/[. ]+$/, '')))
    .join('/')
    .replace(/^\.\//, '');

type Change = Pick<Snapshot, 'files' | 'renamed' | 'links'>;

/** The path itself, what it was called before, and what links make of it. */
const namesOf = (path: string, { renamed = {}, links = {} }: Change): string[] => {
  const own = [path, renamed[path] ?? path];
  const through = Object.entries(links).flatMap(([link, target]) =>
    own.flatMap((name) => {
      if (name === link) return [target];
      if (name === target || target === '.') return [target === '.' ? `${link}/${name}` : link];
      return name.startsWith(`${target}/`) ? [link + name.slice(target.length)] : [];
    }),
  );
  return [...new Set([...own, ...through])];
};

/** Every changed path with its names. */
export const changedNames = (change: Change): { path: string; names: string[] }[] =>
  [...new Set([...change.files.map(({ path }) => path), ...Object.values(change.renamed ?? {})])].map((path) => ({
    path,
    names: namesOf(path, change),
  }));
