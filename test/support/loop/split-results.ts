/** What taking a change apart comes to. */
import type { RunEvent } from '../../../src/model/event.ts';
import { piecesOf } from '../../../src/loop/decide/gates/separable.ts';
import { answeredUnit } from '../../../src/loop/state/state.ts';
import type { World } from './world.ts';

export const splitResults = ({ state, git }: World, key: string, holds: boolean): RunEvent[] => {
  const unit = answeredUnit(state, key);
  const snapshot = unit?.answer.snapshot;
  if (!snapshot) throw new Error(`unit ${key} has nothing to take apart`);
  const parts = piecesOf(state, unit).map(({ findings, files }, index) => ({
    unit: `${key}-${index + 1}`,
    findings,
    snapshot: {
      ...snapshot,
      ...git.part(unit.base, snapshot.commit, files, `${key}-${index + 1}`),
      files: snapshot.files.filter(({ path }) => files.includes(path)),
    },
  }));
  return [{ type: 'unit.split', unit: key, holds, parts }];
};
