/** Finds what a run has stored, wherever below the state folder that is. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The text of an artifact of a run. */
export const artifact = (state: string, run: string, name: string): string => {
  const base = join(state, 'fixpoint');
  const found = readdirSync(base)
    .map((repo) => join(base, repo, 'runs', run, 'artifacts', name))
    .flatMap((file) => readIfThere(file) ?? []);
  if (found[0] === undefined) throw new Error(`run ${run} has no artifact ${name}`);
  return found[0];
};

const readIfThere = (file: string): string | null => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
};
