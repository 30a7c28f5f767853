/** Writes commits of a run as a thin bundle: what the prerequisites have is not in it. */
import { createHash } from 'node:crypto';
import type { BundledCommits, BundleRequest } from '../../../ports/repo.ts';
import type { Control } from '../control/control.ts';
import { newObjects } from './new-objects.ts';
import { packOf } from './pack-format.ts';
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

const packByGit = async (control: Control, { tips, prerequisites }: BundleRequest): Promise<Buffer> => {
  const revisions = [...tips, ...prerequisites.map((commit) => `^${commit}`)];
  return (await control.git(packing, { input: `${revisions.join('\n')}\n` })).stdout;
};

const packByHand = async (control: Control, request: BundleRequest): Promise<Buffer | null> => {
  const objects = await newObjects(control, request);
  return objects && packOf(control.frozen.format, objects);
};

export const bundle = async (control: Control, request: BundleRequest): Promise<BundledCommits> => {
  const pack = (await packByHand(control, request)) ?? (await packByGit(control, request));
  const bytes = Buffer.concat([Buffer.from(bundleHeader(control.frozen.format, request)), pack]);
  return { bytes, digest: createHash('sha256').update(bytes).digest('hex') };
};
