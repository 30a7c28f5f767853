/** What goes wrong while the work of an agent is captured is about that work: it costs the attempt, and not the run. */
import { errnoOf } from '../../../plain/errno.ts';
import { CaptureError, RepoError, TamperedError } from '../../../ports/repo.ts';
import { GitFailure } from '../door/git-call.ts';

/** Git explains itself in several lines; the one that names the trouble is enough. */
const troubleOf = ({ stderr, message }: GitFailure): string => {
  const lines = stderr.split('\n').filter((line) => /^(?:fatal|error): /.test(line));
  return lines.at(-1)?.replace(/^(?:fatal|error): /, '') ?? message;
};

/** More than fits into one buffer or one text. */
const isTooMuch = (error: Error): boolean => error instanceof RangeError || errnoOf(error) === 'ERR_STRING_TOO_LONG';

/** Undefined for what is no expected failure: a bug, or a repository that was tampered with. */
const reasonOf = (error: unknown): string | undefined => {
  if (error instanceof GitFailure) return troubleOf(error);
  // What the system says of files that the agent left: no permission, too long, too large, gone again.
  if (error instanceof Error && ('syscall' in error || isTooMuch(error))) return error.message;
  return undefined;
};

export const capturing = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof TamperedError || error instanceof RepoError || error instanceof CaptureError) throw error;
    const reason = reasonOf(error);
    if (reason === undefined) throw error;
    throw new CaptureError(reason, { cause: error });
  }
};
