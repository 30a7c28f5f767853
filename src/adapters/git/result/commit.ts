/** Commits by plumbing: no hooks, the user's identity and signature, the same id for the same request. */
import { type CommitRequest, RepoError, type Revision } from '../../../ports/repo.ts';
import type { Control } from '../control/control.ts';
import { type Environment, signingEnvironment } from '../door/environment.ts';
import type { Frozen } from '../control/frozen.ts';
import { isPlainCommit, writePlainCommit } from './write-commit.ts';
import { GitFailure } from '../door/git-call.ts';
import { GitStopped } from '../door/patience.ts';

const secondsOf = (at: string): number => {
  const seconds = Math.floor(Date.parse(at) / 1000);
  if (Number.isFinite(seconds)) return seconds;
  throw new RepoError(`"${at}" is not a time that a commit can have: use ISO 8601.`);
};

export const identityEnvironment = (
  { author, committer }: Pick<Frozen, 'author' | 'committer'>,
  at: string,
): Environment => {
  const date = `@${secondsOf(at)} +0000`;
  return {
    GIT_AUTHOR_NAME: author.name,
    GIT_AUTHOR_EMAIL: author.email,
    GIT_AUTHOR_DATE: date,
    GIT_COMMITTER_NAME: committer.name,
    GIT_COMMITTER_EMAIL: committer.email,
    GIT_COMMITTER_DATE: date,
  };
};

/** A person may have to find a key and type its passphrase. */
const signingLimitMs = 5 * 60_000;

const signingTookTooLong = (stopped: GitStopped): RepoError =>
  new RepoError(
    `The commit could not be signed: ${stopped.message} Your git configuration asks for signed commits ` +
      '(commit.gpgSign), and the program that signs did not answer; it may wait for a passphrase or a key. ' +
      'Unlock the key, or set commit.gpgSign to false, and resume the run.',
  );

const signingFailed = (failure: GitFailure): RepoError =>
  new RepoError(
    `The commit could not be signed: ${failure.stderr.trim()}. ` +
      'Your git configuration asks for signed commits (commit.gpgSign). ' +
      'Unlock or repair the signing key, or set commit.gpgSign to false, and resume the run.',
  );

const explained = (failure: unknown, isSigned: boolean): unknown => {
  if (isSigned && failure instanceof GitStopped) return signingTookTooLong(failure);
  return failure instanceof GitFailure && /sign|gpg/i.test(failure.stderr) ? signingFailed(failure) : failure;
};

/** Nearly all are unsigned and by somebody with an ordinary name: those need no process. */
const commitByHand = ({ frozen, write, seal }: Control, { at, ...rest }: CommitRequest): string | null => {
  const { author, committer, signing } = frozen;
  const plain = { ...rest, author, committer, at: secondsOf(at) };
  if (signing !== null || !isPlainCommit(plain)) return null;
  seal.verify();
  return writePlainCommit({ write }, plain);
};

export const commit = async (control: Control, request: CommitRequest, limitMs = signingLimitMs): Promise<Revision> => {
  const id = commitByHand(control, request) ?? (await commitByGit(control, request, limitMs));
  control.know(id, request.tree);
  return { commit: id, tree: request.tree };
};

const commitByGit = async (
  control: Control,
  { at, parent, tree, message }: CommitRequest,
  limitMs: number,
): Promise<string> => {
  const isSigned = control.frozen.signing !== null;
  const env = identityEnvironment(control.frozen, at);
  const signing = isSigned ? { env: { ...env, ...signingEnvironment() }, asksUser: true, limitMs } : { env };
  const args = ['commit-tree', ...(isSigned ? ['-S'] : []), '-p', parent, tree];
  const { stdout } = await control.git(args, { ...signing, input: message }).catch((failure: unknown) => {
    throw explained(failure, isSigned);
  });
  return stdout.toString().trim();
};
