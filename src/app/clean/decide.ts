/** Decides what of earlier runs is removed, and says of the rest why it stays. */
import type { RunBranch } from '../../ports/repo.ts';

/** A run as it stands. `files`: whether what it kept is there; `reason`: why it is needed, where it is. */
export type OldRun = {
  run: string;
  lastAt: string;
  status: string;
  isNamed: boolean;
  isHeld: boolean;
  hasFiles: boolean;
  reason?: string;
  branch: { name: string; stands: RunBranch } | null;
};

export type Cleaning = {
  removed: { run: string; lastAt: string; status: string; files: boolean; branch: string | null }[];
  /** What stays, though it is old enough. */
  kept: { run: string; what: string; reason: string }[];
  /** How many runs are too new, or among those that `--keep` keeps. */
  recent: number;
};

export type Wish = { before: string; keep: number; unmerged: boolean };

/** Newest first. A run that was named is old enough. */
export const decideCleaning = (runs: readonly OldRun[], { before, keep, unmerged }: Wish): Cleaning => {
  const isOld = (run: OldRun, index: number): boolean => run.isNamed || (index >= keep && run.lastAt < before);
  const old = runs.filter(isOld);
  const judged = old.map((run) => judge(run, unmerged));
  return {
    removed: judged.flatMap(({ removed }) => (removed.files || removed.branch !== null ? [removed] : [])),
    kept: judged.flatMap(({ kept }) => kept),
    recent: runs.length - old.length,
  };
};

type Judged = { removed: Cleaning['removed'][number]; kept: Cleaning['kept'] };

const judge = (old: OldRun, unmerged: boolean): Judged => {
  const { run, lastAt, status, hasFiles } = old;
  const why = whyNeeded(old);
  if (why !== null) return { removed: { run, lastAt, status, files: false, branch: null }, kept: stays(run, run, why) };
  const { branch, kept } = judgeBranch(old, unmerged);
  return { removed: { run, lastAt, status, files: hasFiles, branch }, kept };
};

const judgeBranch = (
  { run, branch }: OldRun,
  unmerged: boolean,
): Pick<Cleaning, 'kept'> & { branch: string | null } => {
  const against = branch && whyBranchStays(branch.stands, unmerged);
  if (branch === null || against === null) return { branch: branch?.name ?? null, kept: [] };
  return { branch: null, kept: stays(run, `branch ${branch.name}`, against) };
};

const stays = (run: string, what: string, reason: string): Cleaning['kept'] => [{ run, what, reason }];

const whyNeeded = ({ run, isHeld, isNamed, reason }: OldRun): string | null => {
  if (isHeld) return `it is under way (fixpoint cancel ${run} ends it)`;
  return reason === undefined || isNamed ? null : `${reason}; fixpoint clean ${run} removes it all the same`;
};

const whyBranchStays = (stands: RunBranch, unmerged: boolean): string | null => {
  if (stands === 'moved') return 'it has moved since the run ended';
  if (stands === 'checked-out') return 'it is checked out';
  return stands === 'only-here' && !unmerged ? 'no other branch has its commits; --unmerged removes it' : null;
};
