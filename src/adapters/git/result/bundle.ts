/** Writes commits of a run as a thin bundle: what the prerequisites have is not in it. */
import { createHash } from 'node:crypto';
import type { BundledCommits, BundleRequest } from '../../../ports/repo.ts';
import type { Control } from '../control/control.ts';
import type { ObjectFormat } from '../user/locate.ts';

/** Git wants a name for every tip. */
const tipName = (commit: string): string => `refs/fixpoint/kept/${commit}`;

/** Written by hand, since `git bundle create` takes names of refs only, and the control repository has none. */
export const bundleHeader = (format: ObjectFormat, { tips, prerequisites }: BundleRequest): string =>
  [
    ...(format === 'sha256' ? ['# v3 git bundle', '@object-format=sha256'] : ['# v2 git bundle']),
    ...prerequisites.map((commit) => `-${commit}`),
    ...tips.map((commit) => `${commit} ${tipName(commit)}`),
    '\n',
  ].join('\n');

const packing = ['pack-objects', '--revs', '--thin', '--stdout', '--delta-base-offset', '-q', '--threads=1'];

export const bundle = async (control: Control, request: BundleRequest): Promise<BundledCommits> => {
  const revisions = [...request.tips, ...request.prerequisites.map((commit) => `^${commit}`)];
  const { stdout } = await control.git(packing, { input: `${revisions.join('\n')}\n` });
  const bytes = Buffer.concat([Buffer.from(bundleHeader(control.frozen.format, request)), stdout]);
  return { bytes, digest: createHash('sha256').update(bytes).digest('hex') };
};
