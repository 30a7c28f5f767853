/** How HEAD stands, by its files: as long as they are the same, git would give the same answer. */
import { readFileSync } from 'node:fs';
import type { Location } from '../locate.ts';
import { markOf } from './mark.ts';

const id = /^[0-9a-f]{40,64}\n$/;

/** Null where files do not tell: links between references, or another way to store them. */
export const headStanding = ({ gitDir, commonDir }: Location): string | null => {
  const head = textOf(`${gitDir}/HEAD`);
  if (head === null || id.test(head)) return head;
  const branch = /^ref: (refs\/heads\/[^.].*)\n$/.exec(head)?.[1];
  if (branch === undefined || branch.includes('..')) return null;
  const tip = textOf(`${commonDir}/${branch}`) ?? markOf(`${commonDir}/packed-refs`);
  return tip === null || tip.startsWith('ref:') ? null : head + tip;
};

const textOf = (file: string): string | null => {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return null;
  }
};
