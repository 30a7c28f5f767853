/** Names what set-up makes by all that decides about it: when none of that changes, the same would be made again. */
import { createHash, type Hash } from 'node:crypto';
import { posix } from 'node:path';
import type { Workspace } from '../../ports/repo.ts';
import { whyAtEveryChange } from './explain.ts';
import { type Managed, managedBy } from './managers.ts';
import { isManifest, isRequirements } from './manifests.ts';
import type { Surroundings } from './surroundings.ts';

export type SetupKey = { id: string; keyedBy: 'manifests' | 'tree'; /** Why every file counts. */ why?: string };

export type KeyFacts = {
  workspace: Workspace;
  commands: readonly (string | readonly string[])[];
  /** Whether it runs in a cage. */
  caged: boolean;
  env: Readonly<Record<string, string>>;
  /** What decides besides the repository. */
  around: Surroundings;
  /** Of the commit that the run starts from and the tags: what set-up may call the version. */
  history: string;
  /** On which the run began: what nothing pins may be another on the next one. */
  day: string;
};

export const keyOfTree = (facts: KeyFacts, why: string): SetupKey => ({
  id: close(common(facts, null).update(`tree ${facts.workspace.revisionTree}\0${facts.history}\0${facts.day}`)),
  keyedBy: 'tree',
  why,
});

export const setupKey = async (facts: KeyFacts): Promise<SetupKey> => {
  const { commands, workspace } = facts;
  const files = await workspace.files();
  const paths = files.map(({ path }) => path);
  const why =
    whyLinked(files, managedBy(commands)) ??
    (await whyAtEveryChange(commands, { paths: async () => paths, text: workspace.text }));
  return why === null ? keyOfManifests(facts, files) : keyOfTree(facts, why);
};

type File = { path: string; id: string };

/** A manifest that is a link: the file that it leads to counts, and is none by its name. The mode stands in `id`. */
const whyLinked = (files: readonly File[], managed: Managed | null): string | null => {
  if (managed === null) return null;
  const isOne = (path: string): boolean => isManifest(posix.basename(path)) || isRequirements(path, managed.files);
  const linked = files.find(({ path, id }) => id.startsWith('120000') && isOne(path));
  return linked === undefined ? null : `${linked.path} is a link`;
};

const keyOfManifests = (facts: KeyFacts, files: readonly File[]): SetupKey => {
  const managed = managedBy(facts.commands);
  const hash = common(facts, managed?.programs ?? null).update('manifests');
  for (const { path, id } of files.filter((file) => isManifest(file.path, managed?.files)))
    hash.update(`\0${path}\0${id}`);
  if (managed?.isPinned(files.map(({ path }) => path)) !== true) hash.update(`\0${facts.day}`);
  return { id: close(hash), keyedBy: 'manifests' };
};

const close = (hash: Hash): string => hash.digest('hex').slice(0, 32);

/** `programs`: those whose versions count, null for all. */
const common = ({ commands, caged, env, around }: KeyFacts, programs: readonly string[] | null): Hash =>
  createHash('sha256').update(
    JSON.stringify([
      'v4',
      process.platform,
      process.arch,
      commands,
      caged,
      Object.entries(env).toSorted(([a], [b]) => (a < b ? -1 : 1)),
      around.digest,
      around.versions(programs),
    ]),
  );
