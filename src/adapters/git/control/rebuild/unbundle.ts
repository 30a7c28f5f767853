/** Takes commits out of bundles: only of the digest that the journal has, and only what git finds sound. */
import { createHash } from 'node:crypto';
import type { Bundle } from '../../../../model/repository/bundle.ts';
import { RepoError, TamperedError } from '../../../../ports/repo.ts';
import { git } from '../../door/git.ts';
import { GitFailure } from '../../door/git-call.ts';
import { bundleHeader } from '../../result/bundle.ts';
import type { ObjectFormat } from '../../user/locate.ts';

export type ReadArtifact = (name: string) => Promise<Uint8Array | null>;

/** An artifact, if it still is what was recorded. */
export const readAsRecorded = async (
  read: ReadArtifact,
  { artifact, digest }: { artifact: string; digest: string },
): Promise<Uint8Array> => {
  const bytes = await read(artifact);
  if (!bytes)
    throw new RepoError(
      `The artifact ${artifact} of the run is missing, and without it the run cannot be rebuilt. ` +
        'Bring the whole state folder along, or start a new run.',
    );
  if (createHash('sha256').update(bytes).digest('hex') === digest) return bytes;
  throw new TamperedError(
    `The artifact ${artifact} of the run is not what the journal recorded: it was changed or damaged. ` +
      'Nothing was taken from it. Bring it back from where the run was, or start a new run.',
  );
};

/** Loose, as the objects of a control repository are; a pack for each bundle would slow down every git. */
const unpacking = ['unpack-objects', '-q', '--strict'];

export const unbundle = async (
  gitDir: string,
  format: ObjectFormat,
  bundle: Bundle,
  read: ReadArtifact,
): Promise<void> => {
  const bytes = await readAsRecorded(read, bundle);
  const header = Buffer.from(bundleHeader(format, bundle));
  const isOurs = header.equals(bytes.subarray(0, header.length));
  if (!isOurs) throw new TamperedError(`The artifact ${bundle.artifact} of the run is no bundle of its commits.`);
  await git(unpacking, { gitDir, input: Buffer.from(bytes.subarray(header.length)) }).catch(refuse(bundle));
};

const refuse =
  ({ artifact }: Bundle) =>
  (failure: unknown): never => {
    if (!(failure instanceof GitFailure)) throw failure;
    throw new RepoError(
      `The commits in ${artifact} cannot be taken in: ${failure.stderr.trim()}. ` +
        'If the repository lacks objects, fetch them (git fetch --refetch), then try again.',
    );
  };
