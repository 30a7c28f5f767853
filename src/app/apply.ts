/** Brings the result of a run into the user's checkout, and takes it back. */
import { openRepo } from '../adapters/git/user/open-repo.ts';
import { InputError } from '../model/expected.ts';
import type { Options } from './options.ts';
import { findRun, openStore, readStarted } from '../wiring/store.ts';

export type Applied = {
  run: string;
  applied: boolean;
  files: string[];
  skipped: string[];
  conflicts: { file: string; reason: string }[];
  message?: string;
};

export const apply = async (options: Options & { run: string; merge?: boolean; undo?: boolean }): Promise<Applied> => {
  const { journal, stateDir } = openStore(options);
  try {
    const { run } = await findRun(journal, options);
    const state = await readStarted(journal, run);
    const repo = await openRepo(state.started.root, { stateDir });
    if (options.undo === true) return toApplied(run, await repo.undoApply(run));
    const head = state.handedOver?.head ?? null;
    if (!state.finished)
      throw new InputError(`Run ${run} is not finished. Go on with \`fixpoint resume ${run}\`.`, 'conflict');
    if (head === null)
      return {
        run,
        applied: true,
        files: [],
        skipped: [],
        conflicts: [],
        message: `Run ${run} fixed nothing, so there is nothing to apply.`,
      };
    const request = { run, start: state.started.start.commit, head, seal: state.started.seal };
    if (options.merge === true) {
      const branch = state.handedOver?.branch ?? null;
      if (branch === null)
        throw new InputError(
          `Run ${run} made no branch (commit.per: none). Use \`fixpoint apply ${run}\` without --merge.`,
          'conflict',
        );
      return toApplied(run, await repo.merge(request));
    }
    return toApplied(run, await repo.apply(request));
  } finally {
    journal.close();
  }
};

const toApplied = (run: string, result: Awaited<ReturnType<Awaited<ReturnType<typeof openRepo>>['apply']>>): Applied =>
  result.applied
    ? { run, ...result, conflicts: [] }
    : { run, applied: false, files: [], skipped: [], conflicts: result.conflicts };
