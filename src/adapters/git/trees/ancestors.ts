/** Where two lines of commits part: those of a run have one parent each. */
import type { Revisions } from '../control/revisions.ts';

export type Ancestors = {
  /** Null when there is none, or several. */
  parentOf: (commit: string) => Promise<string | null>;
  /** The nearest commit that both come from; null when that is not to be found along single parents. */
  common: (one: string, other: string) => Promise<string | null>;
};

/** Far more than a run makes. */
const mostSteps = 20_000;

const header = /^tree ([0-9a-f]+)\n(?:parent ([0-9a-f]+)\n)?(parent )?/;

export const openAncestors = (
  read: (commit: string) => Promise<Buffer | null>,
  { know }: Pick<Revisions, 'know'>,
): Ancestors => {
  const parents = new Map<string, string | null>();
  const parentOf = async (commit: string): Promise<string | null> => {
    const known = parents.get(commit);
    if (known !== undefined) return known;
    const [, tree, parent, more] = header.exec((await read(commit))?.toString('latin1') ?? '') ?? [];
    if (tree !== undefined) know(commit, tree);
    const only = more === undefined ? (parent ?? null) : null;
    parents.set(commit, only);
    return only;
  };
  return { parentOf, common: (one, other) => meeting(parentOf, one, other) };
};

/** A step on each line in turn, until one comes to where the other has been. */
const meeting = async (
  parentOf: (commit: string) => Promise<string | null>,
  one: string,
  other: string,
): Promise<string | null> => {
  const been = new Set<string>();
  let lines = [one, other];
  for (let steps = 0; lines.length > 0 && steps < mostSteps; steps += 1) {
    const next: string[] = [];
    for (const commit of lines) {
      if (been.has(commit)) return commit;
      been.add(commit);
      const parent = await parentOf(commit);
      if (parent !== null) next.push(parent);
    }
    lines = next;
  }
  return null;
};
