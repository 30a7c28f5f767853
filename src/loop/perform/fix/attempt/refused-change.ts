/** The change that was refused, where a retry begins from it. */
import type { Snapshot } from '../../../../model/run/snapshot.ts';
import type { Performing } from '../../../engine.ts';
import type { UnitState } from '../../../state/unit.ts';
import { refusedSnapshots } from '../../../decide/calls/session.ts';

/** A retry starts from the refused patch (4.14), unless the head has moved away from under it. */
export const refusedChange = async (
  { engine, state }: Performing,
  unit: UnitState,
  base: string,
): Promise<string | null> => {
  let tree: string | null = null;
  for (const snapshot of refusedSnapshots(state, unit)) {
    const merged = await engine.custody.merge(base, snapshot.commit);
    if (!('tree' in merged)) return null;
    tree = tree === null ? merged.tree : (await engine.custody.pick(tree, merged.tree, touchedIn(snapshot))).tree;
  }
  return tree;
};

/** Parts of one change share no file. */
const touchedIn = ({ files, renamed = {} }: Snapshot): string[] => [
  ...files.map(({ path }) => path),
  ...Object.values(renamed),
];
