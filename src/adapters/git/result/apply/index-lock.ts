/** The lock on the user's index while a merge is at work. */
import { lstatSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { errnoOf } from '../../../../plain/errno.ts';
import { RepoError } from '../../../../ports/repo.ts';
import type { Location } from '../../user/locate.ts';
import { sync, writeNew } from './write-state.ts';

/** Git leaves an index alone while this file is there. */
const lockOf = (at: Location): string => `${at.gitDir}/index.lock`;

const lockMark = 'fixpoint apply --merge, process ';

export type IndexLock = {
  /** Puts a new index into place. */
  replace: (index: Uint8Array) => void;
  release: () => void;
};

/** Whether it was left by one of ours that is no longer there. */
const isLeftOver = (lock: string): boolean => {
  try {
    const text = readFileSync(lock, 'latin1');
    if (!text.startsWith(lockMark)) return false;
    process.kill(Number(text.slice(lockMark.length)), 0);
    return false;
  } catch (error) {
    return errnoOf(error) === 'ESRCH';
  }
};

const writeLock = (lock: string, root: string): void => {
  try {
    writeNew(lock, Buffer.from(`${lockMark}${process.pid}`), 0o644);
  } catch (error) {
    if (!(error instanceof Error) || errnoOf(error) === undefined) throw error;
    throw new RepoError(
      errnoOf(error) === 'EEXIST'
        ? `Another git is at work in ${root}: ${lock} is there. ` +
            'Wait for it, or remove that file if no git is running, then try again.'
        : `The index of ${root} cannot be written: ${error.message}. Nothing was changed.`,
    );
  }
};

/** A lock that is still there from a process of ours that was killed is taken over; one of another git is not. */
export const takeLock = (at: Location): IndexLock => {
  const lock = lockOf(at);
  const index = `${at.gitDir}/index`;
  const next = `${index}.fixpoint`;
  if (isLeftOver(lock)) rmSync(lock, { force: true });
  writeLock(lock, at.root);
  return {
    replace: (bytes) => {
      rmSync(next, { force: true });
      writeNew(next, bytes, modeOf(index));
      sync(next);
      renameSync(next, index);
    },
    release: () => {
      rmSync(next, { force: true });
      rmSync(lock, { force: true });
    },
  };
};

const modeOf = (file: string): number => (lstatSync(file, { throwIfNoEntry: false })?.mode ?? 0o644) & 0o777;
