/** Differences of trees: those that a capture has shown are remembered, since each costs a process. */
import type { FileChange } from '../../../model/attempt.ts';
import type { Control } from '../control/control.ts';
import { diffTrees } from './diff.ts';

export type Difference = { files: FileChange[]; patch: Uint8Array };

export type KnownDiffs = {
  see: (from: string, to: string, difference: Difference) => Promise<void>;
  between: (from: string, to: string) => Promise<Difference>;
};

/** Enough for the attempts under way; what is large is asked for again. */
const mostDiffs = 24;
const mostBytes = 1_000_000;

export const openDiffs = (control: Control): KnownDiffs => {
  const known = new Map<string, Difference>();
  const keyOf = async (from: string, to: string): Promise<string> =>
    `${await control.treeOf(from)} ${await control.treeOf(to)}`;
  return {
    see: async (from, to, { files, patch }) => {
      if (patch.length > mostBytes) return;
      known.set(await keyOf(from, to), { files, patch });
      const [oldest] = known.keys();
      if (known.size > mostDiffs && oldest !== undefined) known.delete(oldest);
    },
    between: async (from, to) => {
      const seen = known.get(await keyOf(from, to));
      if (seen) return seen;
      const { files, patch } = await diffTrees(control, await control.treeOf(from), await control.treeOf(to));
      return { files, patch };
    },
  };
};
