/** Names what set-up makes by all that decides about it: when none of that changes, the same would be made again. */
import { createHash, type Hash } from 'node:crypto';
import type { Workspace } from '../../ports/repo.ts';
import { whyAtEveryChange } from './explain.ts';
import { isManifest, managedBy } from './managers.ts';
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
};

export const keyOfTree = (facts: KeyFacts, why: string): SetupKey => ({
  id: close(common(facts, null).update(`tree ${facts.workspace.revisionTree}\0${facts.history}`)),
  keyedBy: 'tree',
  why,
});

export const setupKey = async (facts: KeyFacts): Promise<SetupKey> => {
  const { commands, workspace } = facts;
  const files = await workspace.files();
  const paths = files.map(({ path }) => path);
  const why = await whyAtEveryChange(commands, { paths: async () => paths, text: workspace.text });
  return why === null ? keyOfManifests(facts, files) : keyOfTree(facts, why);
};

const keyOfManifests = (facts: KeyFacts, files: readonly { path: string; id: string }[]): SetupKey => {
  const hash = common(facts, managedBy(facts.commands)?.programs ?? null).update('manifests');
  for (const { path, id } of files.filter((file) => isManifest(file.path))) hash.update(`\0${path}\0${id}`);
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
