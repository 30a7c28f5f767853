/** Names what set-up makes by all that decides about it: when none of that changes, the same would be made again. */
import { createHash, type Hash } from 'node:crypto';
import { statSync } from 'node:fs';
import type { Workspace } from '../../ports/repo.ts';
import { findProgram } from '../sandbox/programs.ts';
import { whyAtEveryChange } from './explain.ts';
import { isManifest, managedBy } from './managers.ts';

export type SetupKey = { id: string; keyedBy: 'manifests' | 'tree'; /** Why every file counts. */ why?: string };

export type KeyFacts = {
  workspace: Workspace;
  commands: readonly (string | readonly string[])[];
  /** Whether it runs in a cage. */
  caged: boolean;
  env: Readonly<Record<string, string>>;
  /** The environment in which programs are looked for. */
  around: Readonly<Record<string, string | undefined>>;
};

export const keyOfTree = (facts: KeyFacts, why: string): SetupKey => ({
  id: close(common(facts).update(`tree ${facts.workspace.revisionTree}`)),
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
  const hash = common(facts).update('manifests');
  for (const { path, id } of files.filter((file) => isManifest(file.path))) hash.update(`\0${path}\0${id}`);
  for (const name of managedBy(facts.commands)?.programs ?? []) hash.update(`\0${versionOf(name, facts.around)}`);
  return { id: close(hash), keyedBy: 'manifests' };
};

const close = (hash: Hash): string => hash.digest('hex').slice(0, 32);

const common = ({ commands, caged, env }: KeyFacts): Hash =>
  createHash('sha256').update(
    JSON.stringify([
      'v3',
      process.platform,
      process.arch,
      commands,
      caged,
      Object.entries(env).toSorted(([a], [b]) => (a < b ? -1 : 1)),
    ]),
  );

/** The program itself, as it lies on disk: starting each to ask for its version would take longer than all the rest. */
const versionOf = (name: string, around: KeyFacts['around']): string => {
  const file = findProgram(name, around);
  const stat = file === undefined ? undefined : statSync(file, { throwIfNoEntry: false });
  return stat === undefined ? name : `${file} ${stat.ino} ${stat.size} ${stat.mtimeMs}`;
};
