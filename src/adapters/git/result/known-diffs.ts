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
  const diffs = new DiffMemory(control);
  return {
    see: (from, to, difference) => diffs.see(from, to, difference),
    between: (from, to) => diffs.between(from, to),
  };
};

class DiffMemory implements KnownDiffs {
  readonly #control: Control;
  readonly #seen = new Map<string, Difference>();

  constructor(control: Control) {
    this.#control = control;
  }

  async see(from: string, to: string, { files, patch }: Difference): Promise<void> {
    if (patch.length > mostBytes) return;
    this.#seen.set((await this.#treesOf(from, to)).join(' '), { files, patch });
    const [oldest] = this.#seen.keys();
    if (this.#seen.size > mostDiffs && oldest !== undefined) this.#seen.delete(oldest);
  }

  async between(from: string, to: string): Promise<Difference> {
    const trees = await this.#treesOf(from, to);
    const seen = this.#seen.get(trees.join(' '));
    if (seen) return seen;
    const { files, patch } = await diffTrees(this.#control, ...trees);
    return { files, patch };
  }

  async #treesOf(from: string, to: string): Promise<[string, string]> {
    return [await this.#control.treeOf(from), await this.#control.treeOf(to)];
  }
}
