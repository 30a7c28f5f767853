/** What is compared with: by reviewing agents, and for what a fixer is shown of the change (4.16). */
import type { Config } from '../../config/schema.ts';
import { Expected, InputError } from '../../model/expected.ts';
import type { RunEvent } from '../../model/event.ts';
import type { Repo } from '../../ports/repo.ts';
import type { StartOptions } from '../options.ts';

export type Base = { ref: string; commit: string };

/** Without a base, there may be a warning that says why. */
export type Compared = { base?: Base; remarks: RunEvent[] };

type Comparing = { config: Config; repo: Repo };

/** Agents have to have something to compare with; where only tools review, it is what was named. */
export const baseFor = async (comparing: Comparing, options: StartOptions): Promise<Compared> => {
  const { config } = comparing;
  if (config.reviewers.every(({ kind }) => kind === 'tool')) return namedBase(comparing, options);
  const base = await comparedWith(comparing, options);
  if (base) return { base, remarks: [] };
  throw new InputError(
    'There is nothing to compare with: you are on the main branch, or there is none. ' +
      'Name a branch, tag or commit with --base REF, such as --base HEAD~1; --base all reviews everything.',
  );
};

/** On the main branch, what is not committed yet is a change as well, where a run starts from it. */
export const comparedWith = async (
  { config, repo }: Comparing,
  { includeDirty = false }: Pick<StartOptions, 'includeDirty'>,
): Promise<Base | null> => {
  const base = await repo.reviewBase(config.review.base);
  if (base !== null || !includeDirty || !(await repo.isDirty())) return base;
  return { ref: 'HEAD', commit: (await repo.head()).commit };
};

/** What `review.base` names, and nothing otherwise. Only a flag that names nothing keeps a run from starting. */
export const namedBase = async ({ config, repo }: Comparing, { set }: StartOptions): Promise<Compared> => {
  const { base: ref } = config.review;
  if (ref === undefined) return { remarks: [] };
  try {
    const base = await repo.reviewBase(ref);
    return { ...(base && { base }), remarks: [] };
  } catch (error) {
    if (!(error instanceof Expected) || set?.['review.base'] !== undefined) throw error;
    const message = `review.base cannot be compared with, so fixers do not see what was changed: ${error.message}`;
    return { remarks: [{ type: 'warning', message }] };
  }
};
