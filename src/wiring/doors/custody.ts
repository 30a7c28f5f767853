/**
 * The door to git: commit messages and names of branches leave clean. Names of files come out clean too, and go in as
 * they really are: nobody behind this door sees a secret in the name of a file, and everybody finds the file.
 */
import type { Engine } from '../../loop/engine.ts';
import type { FileChange } from '../../model/attempt.ts';
import type { Custody } from '../../ports/repo.ts';
import { replacement } from '../../secrets/find/span.ts';
import type { Secrets } from '../../secrets/secrets.ts';

export const cleanCustody = (custody: Custody, { clean }: Secrets): Engine['custody'] => {
  const realNames = async (revision: string, file: string): Promise<string[]> => {
    if (!file.includes(replacement)) return [file];
    const all = await custody.files(revision);
    return all.filter((name) => clean(name) === file);
  };
  const realName = async (revision: string, file: string): Promise<string> =>
    (await realNames(revision, file))[0] ?? file;
  const cleanChanges = (files: readonly FileChange[]): FileChange[] => files.map((file) => clean(file));
  return {
    ...custody,
    capture: async (workspace, base, signal) => {
      const { files, ignored, protected: kept, ...capture } = await custody.capture(workspace, base, signal);
      return { ...capture, files: cleanChanges(files), ignored: clean(ignored), protected: clean(kept) };
    },
    commit: (request) => custody.commit({ ...request, message: clean(request.message) }),
    handOver: (commit, branch) => custody.handOver(commit, clean(branch)),
    merge: async (ours, theirs) => clean(await custody.merge(ours, theirs)),
    pick: async (base, from, files) => {
      const real = await Promise.all(files.flatMap((file) => [realNames(base, file), realNames(from, file)]));
      return custody.pick(base, from, [...new Set(real.flat())]);
    },
    files: async (revision) => clean(await custody.files(revision)),
    realName,
    readText: async (revision, file) => custody.readText(revision, await realName(revision, file)),
    existing: async (revision, files) => {
      const real = await Promise.all(files.map((file) => realName(revision, file)));
      const there = await custody.existing(revision, real);
      return new Set(files.filter((_, index) => there.has(real[index] ?? '')));
    },
    facts: async (revision, files) => {
      const real = new Map(
        await Promise.all(files.map(async (file) => [file, await realName(revision, file)] as const)),
      );
      const facts = await custody.facts(revision, [...real.values()]);
      return new Map(
        [...real].flatMap(([file, name]) => {
          const found = facts.get(name);
          return found ? [[file, found] as const] : [];
        }),
      );
    },
    renames: async (from, to) =>
      new Map([...(await custody.renames(from, to))].map(([now, then]) => [clean(now), clean(then)])),
    diff: async (from, to) => {
      const { files, patch } = await custody.diff(from, to);
      return { files: cleanChanges(files), patch };
    },
  };
};
