/**
 * The door to git: commit messages and names of branches leave clean. Names of files come out clean too, and go in as
 * they really are: nobody behind this door sees a secret in the name of a file, and everybody finds the file.
 */
import type { Engine } from '../../loop/engine.ts';
import type { Capture, Custody } from '../../ports/repo.ts';
import type { Secrets } from '../../secrets/secrets.ts';
import { type RealNames, realNamesOf } from './real-names.ts';

type Clean = Secrets['clean'];

export const cleanCustody = (custody: Custody, { clean, thorough }: Secrets): Engine['custody'] => {
  const names = realNamesOf(custody, clean);
  return {
    ...custody,
    ...writers(custody, thorough),
    ...comparers(custody, clean),
    ...readers(custody, clean, names),
    together: (work) =>
      custody.together((building) => {
        const inner = { ...custody, ...building };
        const { commit } = writers(inner, thorough);
        return work({ commit, merge: comparers(inner, clean).merge, write: readers(inner, clean, names).write });
      }),
    realName: names.one,
  };
};

const writers = (custody: Custody, thorough: Secrets['thorough']): Pick<Custody, 'commit' | 'handOver'> => ({
  commit: async (request) => custody.commit({ ...request, message: await thorough(request.message) }),
  handOver: async (commit, branch) => custody.handOver(commit, await thorough(branch)),
});

/** Patches stay as they are: they are applied, and cleaned where they leave. */
const comparers = (custody: Custody, clean: Clean): Pick<Custody, 'capture' | 'merge' | 'diff' | 'renames'> => ({
  capture: async (workspace, base, signal) => cleanCapture(await custody.capture(workspace, base, signal), clean),
  merge: async (ours, theirs) => clean(await custody.merge(ours, theirs)),
  diff: async (from, to) => {
    const { files, patch } = await custody.diff(from, to);
    return { files: clean(files), patch };
  },
  renames: async (from, to) => new Map(clean([...(await custody.renames(from, to))])),
});

const cleanCapture = ({ tree, patch, ...names }: Capture, clean: Clean): Capture => ({ tree, patch, ...clean(names) });

type Reading = 'files' | 'readText' | 'existing' | 'facts' | 'pick' | 'write' | 'change';

const readers = (custody: Custody, clean: Clean, names: RealNames): Pick<Custody, Reading> => ({
  files: async (revision) => clean(await custody.files(revision)),
  readText: async (revision, file) => custody.readText(revision, await names.one(revision, file)),
  existing: existingIn(custody, names),
  facts: factsIn(custody, names),
  pick: pickFrom(custody, names),
  write: async (base, contents) => custody.write(base, await underRealNames(names, base, contents)),
  change: async (base, contents) => {
    const changed = await custody.change(base, await underRealNames(names, base, contents));
    return changed && cleanCapture(changed, clean);
  },
});

const pickFrom =
  (custody: Custody, names: RealNames): Custody['pick'] =>
  async (base, from, files) => {
    const real = await Promise.all(files.flatMap((file) => [names.all(base, file), names.all(from, file)]));
    return custody.pick(base, from, [...new Set(real.flat())]);
  };

type Contents = Parameters<Custody['write']>[1];

const underRealNames = async (names: RealNames, base: string, contents: Contents): Promise<Contents> => {
  const real = await names.each(base, [...contents.keys()]);
  return new Map([...contents].map(([file, content]) => [real.get(file) ?? file, content]));
};

const existingIn =
  (custody: Custody, names: RealNames): Custody['existing'] =>
  async (revision, files) => {
    const real = await names.each(revision, files);
    const there = await custody.existing(revision, [...real.values()]);
    return new Set(files.filter((file) => there.has(real.get(file) ?? '')));
  };

const factsIn =
  (custody: Custody, names: RealNames): Custody['facts'] =>
  async (revision, files) => {
    const real = await names.each(revision, files);
    const facts = await custody.facts(revision, [...real.values()]);
    return new Map([...real].flatMap(([file, name]) => under(file, facts.get(name))));
  };

const under = <T>(file: string, found: T | undefined): [string, T][] => (found === undefined ? [] : [[file, found]]);
