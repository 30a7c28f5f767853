/** Finds what set-up has made already, where it fits. */
import { createHash } from 'node:crypto';
import type { Workspace } from '../../ports/repo.ts';
import type { SetupKey } from './key.ts';
import type { Made, Store } from './store.ts';

export type Found = { made: Made; key: SetupKey; reused: boolean };

type Place = { workspace: Workspace; at: string };

/** What was made elsewhere and is tied to that place stays where it is. */
const namesOf = ({ id }: SetupKey, at: string): string[] => [
  id,
  `${id}-${createHash('sha256').update(at).digest('hex').slice(0, 12)}`,
];

export const freeName = (store: Store, key: SetupKey, { at }: Place): string => {
  const [anywhere = '', here = ''] = namesOf(key, at);
  return store.exists(anywhere) ? here : anywhere;
};

export const firstFound = async (store: Store, plan: Place, keys: readonly SetupKey[]): Promise<Found | null> => {
  for (const key of keys) {
    for (const name of namesOf(key, plan.at)) {
      const made = await store.find(name, plan.at);
      if (made && (key.keyedBy === 'tree' || !(await overlaps(made, plan.workspace))))
        return { made, key, reused: true };
    }
  }
  return null;
};

/** A patch may add a file where set-up made one: then it has to run on that very tree. */
const overlaps = async (made: Made, workspace: Workspace): Promise<boolean> => {
  const { tracked } = await workspace.compare(made.files);
  return tracked.length > 0;
};
