/** Tamper evidence: a digest of every file that decides how our git behaves, compared before each use. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { TamperedError } from '../../../ports/repo.ts';
import { differences, digests, parse, rememberDigests, sha256, text } from './digests.ts';
import type { RunPaths } from './paths.ts';

export type Seal = {
  /** Digest of all digests: for the journal. */
  id: string;
  /** Throws TamperedError unless everything is as it was when the seal was made. */
  verify: () => void;
  isIntact: () => boolean;
};

const sealOf = (paths: RunPaths, lines: string): Seal => {
  const was = parse(lines);
  const digest = rememberDigests();
  let isFresh = false;
  const verify = (): void => {
    // Much is asked for at once: one look is enough for all that follows without a pause.
    if (isFresh) return;
    const is = digests(paths, digest);
    if (text(is) === lines) {
      isFresh = true;
      setImmediate(() => (isFresh = false)).unref();
      return;
    }
    throw new TamperedError(
      `Files that decide how git behaves were changed behind Fixpoint's back in ${paths.folder}: ` +
        `${differences(was, is).join(', ')}. ` +
        'Nothing was run on them. Something outside the run, most likely an agent without a sandbox, wrote ' +
        'there: look at its transcript, then start a new run.',
    );
  };
  return { id: sha256(lines), verify, isIntact: () => text(digests(paths, digest)) === lines };
};

/** Seals a run's custody as it is now. */
export const makeSeal = (paths: RunPaths): Seal => {
  const lines = text(digests(paths));
  writeFileSync(paths.seal, lines);
  return sealOf(paths, lines);
};

/** The same, told to somebody before it counts: without its file, a run was never begun. */
export const sealAfter = async (paths: RunPaths, tell: (id: string) => Promise<void>): Promise<void> => {
  const lines = text(digests(paths));
  await tell(sha256(lines));
  writeFileSync(paths.seal, lines);
};

/** Whether one part of what was sealed is as it was, wherever the rest is. */
export const isSealed = (paths: RunPaths, part: string, expected: string | undefined): boolean => {
  if (!existsSync(paths.seal)) return false;
  const lines = readFileSync(paths.seal, 'utf8');
  const isPart = (name: string): boolean => name === part || name.startsWith(`${part}/`);
  const changed = differences(parse(lines), digests(paths));
  return (expected === undefined || sha256(lines) === expected) && !changed.some(isPart);
};

/** The seal of an earlier process; with the journal's copy of its id, not even the seal's own file can be swapped. */
export const openSeal = (paths: RunPaths, expected?: string): Seal => {
  const seal = sealOf(paths, readFileSync(paths.seal, 'utf8'));
  if (expected !== undefined && seal.id !== expected) {
    throw new TamperedError(
      `The seal of the run in ${dirname(paths.seal)} is not the one that the journal recorded. ` +
        'Nothing was run on it. Start a new run.',
    );
  }
  seal.verify();
  return seal;
};
