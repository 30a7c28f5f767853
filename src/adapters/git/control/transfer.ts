/**
 * Brings commits into the user's object store, and moves refs there: without hooks, remotes or the user's
 * configuration.
 */
import { RepoError } from '../../../ports/repo.ts';
import type { Frozen } from './frozen.ts';
import { git } from '../door/git.ts';
import { gitPipe } from '../door/git-pipe.ts';
import { type GitCall, GitFailure } from '../door/git-call.ts';

/** A call in which git has our configuration and the user's objects. */
const inUsersObjects = (controlDir: string, objects: string): GitCall => ({
  gitDir: controlDir,
  env: { GIT_OBJECT_DIRECTORY: objects },
});

const packing = ['pack-objects', '--revs', '--stdout', '--delta-base-offset', '-q'];
const unpacking = ['index-pack', '--stdin', '--fix-thin'];

export type Transfer = { commit: string; known: string; partial: boolean };

/** Copies what `commit` has beyond `known`. Repeating it does no harm: a pack is named by what is in it. */
export const transfer = async (
  controlDir: string,
  objects: string,
  { commit, known, partial }: Transfer,
): Promise<void> => {
  const sink = inUsersObjects(controlDir, objects);
  // A partial clone lacks objects on purpose, so there only what was sent can be looked at.
  const missing = partial ? ['--missing=allow-any'] : [];
  const call = { gitDir: controlDir, input: `${commit}\n^${known}\n` };
  try {
    await gitPipe({ args: packing, call }, { args: unpacking, call: sink });
    // Reads everything back by its digest: a commit that is handed over is whole.
    await git(['rev-list', '--objects', '--quiet', ...missing, commit, `^${known}`], sink);
  } catch (failure) {
    throw failure instanceof GitFailure ? notWritten(objects, failure) : failure;
  }
};

const notWritten = (objects: string, { stderr }: GitFailure): RepoError =>
  new RepoError(
    `The commits could not be written to ${objects}: ${stderr.trim()}. ` +
      'Check that it is writable and the disk is not full, then resume the run.',
  );

type RefChange = { ref: string; to: string; from?: string; message?: string; env?: Record<string, string> };

const updateArguments = ({ ref, to, from, message }: RefChange): string[] => {
  const described = message === undefined ? [] : ['-m', message];
  return ['update-ref', '--no-deref', ...described, ref, to, ...(from === undefined ? [] : [from])];
};

export const updateRef = async (at: Pick<Frozen, 'commonDir'>, change: RefChange): Promise<void> => {
  try {
    await git(updateArguments(change), { gitDir: at.commonDir, ...(change.env && { env: change.env }) });
  } catch (failure) {
    if (!(failure instanceof GitFailure)) throw failure;
    throw new RepoError(
      `${change.ref} could not be written in ${at.commonDir}: ${failure.stderr.trim()}. ` +
        'Try again when no other git runs there.',
    );
  }
};
