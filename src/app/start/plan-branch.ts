/** The branch of the result: one that cannot be made keeps a run from starting, and so does a taken one of a plan. */
import { branchProblem } from '../../config/branch.ts';
import { InputError } from '../../model/expected.ts';
import { cutEnd } from '../../plain/cut.ts';
import type { Repo } from '../../ports/repo.ts';
import type { FixOptions } from '../options.ts';
import type { Place, StartPlace } from './place.ts';
import type { PlannedFindings } from './plan-file.ts';
import type { Beginning } from './started.ts';

/** What was named on the command line wins over the plan, and the plan over the configuration. */
export const withPlannedBranch = async (
  place: StartPlace,
  planned: PlannedFindings | undefined,
  { plan: file = 'The plan', set }: FixOptions,
): Promise<StartPlace> => {
  const { repo, config } = place;
  const name = planned?.branch;
  if (name === undefined || set?.['commit.branch'] !== undefined) return place;
  const branch = nameOf(name, file);
  if (config.commit.per !== 'none') await refuseTaken(repo, branch, file);
  return { ...place, config: { ...config, commit: { ...config.commit, branch } } };
};

const remedy = 'Change it there, or name another with --set commit.branch=NAME.';

/** A full ref would become a branch of that name, which nobody means. */
const nameOf = (name: unknown, file: string): string => {
  const shown = cutEnd(JSON.stringify(name) ?? '', 100);
  if (typeof name !== 'string') throw new InputError(`${file}: "branch_name" is ${shown}, which is no name. ${remedy}`);
  const problem = name.startsWith('refs/') ? 'it has to be the name alone, without refs/' : branchProblem(name);
  if (problem !== null) throw new InputError(`${file}: "branch_name" is ${shown}: ${problem}. ${remedy}`);
  return name;
};

/** Found out before anything is spent. Git keeps refs like files: `a` and `a/b` exclude each other. */
const refuseTaken = async (repo: Repo, branch: string, file: string): Promise<void> => {
  const existing = await repo.branches();
  if (existing.includes(branch))
    throw new InputError(
      `${file}: there is a branch ${branch} already, and the plan wants one of that name for its result. ` +
        `Rename or delete yours, or name another in "branch_name" or with --set commit.branch=NAME.`,
    );
  const other = existing.find((each) => branch.startsWith(`${each}/`) || each.startsWith(`${branch}/`));
  if (other !== undefined)
    throw new InputError(`${file}: the branch ${branch} cannot be made beside your branch ${other}. ${remedy}`);
};

/** What git would refuse at the very end, with everything paid for. The name of the run itself is new. */
export const refuseClash = async (
  { repo, config: { commit } }: Pick<Place, 'repo' | 'config'>,
  command: Beginning['command'],
): Promise<void> => {
  if (commit.per === 'none' || (command !== 'run' && command !== 'fix')) return;
  const other = (await repo.branches()).find((each) => commit.branch.startsWith(`${each}/`));
  if (other !== undefined)
    throw new InputError(
      `A branch ${commit.branch} for the result cannot be made beside your branch ${other}. ` +
        `Rename yours (git branch -m ${other} NAME), or name another with --set commit.branch=NAME.`,
    );
};
