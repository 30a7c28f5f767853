/**
 * A repository as far as decisions depend on it: trees are sets of changes, so that trees meet again and merges
 * overlap.
 */
import type { Revision } from '../../../src/ports/repo.ts';
import type { Random } from './random.ts';

type Node = { parent: string; changes: number };

/** Each file can be changed in two ways, so that some changes meet and others do not. */
const ways = 2;
const bitsOf = (file: string): number => ((1 << ways) - 1) << (ways * (file.charCodeAt(0) % 12));

export class SimulatedGit {
  readonly start: Revision = { commit: 'c0', tree: 't0' };
  readonly #nodes = new Map<string, Node>([['c0', { parent: '', changes: 0 }]]);
  readonly #names = new Map<string, string>();

  /** The same commit for the same content, as with git when author and date are fixed. */
  commit(parent: string, changes: number, by: string): Revision {
    const key = `${parent} ${changes} ${by}`;
    const name = this.#names.get(key) ?? `c${this.#names.size + 1}`;
    this.#names.set(key, name);
    this.#nodes.set(name, { parent, changes });
    return { commit: name, tree: `t${changes}` };
  }

  /** What an agent left on top of a base: something small in each file, which may also undo what an earlier fix did. */
  change(random: Random, base: string, files: readonly string[], by: string): Revision {
    const delta = files.reduce(
      (bits, file) => bits | (bitsOf(file) & (([0b01, 0b10][random.below(ways)] ?? 0) * 0x555555)),
      0,
    );
    return this.commit(base, this.#node(base).changes ^ delta, by);
  }

  /** Of what was changed, only what is in these files. */
  part(base: string, change: string, files: readonly string[], by: string): Revision {
    const before = this.#node(base).changes;
    const mask = files.reduce((bits, file) => bits | bitsOf(file), 0);
    return this.commit(base, before ^ ((this.#node(change).changes ^ before) & mask), by);
  }

  /** Null when both sides did the same; conflicts of other kinds are the simulator's choice. */
  merge(head: string, change: string, by: string): Revision | null {
    const theirs = this.#node(change);
    const base = this.#node(theirs.parent).changes;
    const delta = theirs.changes ^ base;
    const ours = this.#node(head).changes;
    return ((ours ^ base) & delta) === delta ? null : this.commit(head, ours ^ delta, by);
  }

  /** From the newest to the start, which is left out. */
  history(commit: string): string[] {
    const list: string[] = [];
    for (let name = commit; name !== this.start.commit; name = this.#node(name).parent) list.push(name);
    return list;
  }

  #node(commit: string): Node {
    const node = this.#nodes.get(commit);
    if (!node) throw new Error(`there is no commit ${commit}`);
    return node;
  }
}
