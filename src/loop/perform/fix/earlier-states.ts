/**
 * What changed files were like before earlier fixes of the run, and before the user changed them: read from git, so
 * that it is there after a resumption and on another machine.
 */
import { readingIn } from '../../../config/trust.ts';
import type { Commit } from '../../../model/run/snapshot.ts';
import type { ChangedFile, Contributor, EarlierState } from '../../../model/patch.ts';
import { everything } from '../../../model/review-scope.ts';
import type { Performing } from '../../engine.ts';
import type { RunState } from '../../state/state.ts';

/** So many fixes of a file are looked at one by one; those before them as one. */
const mostFixes = 20;

/** `commits`: fixes that the change stands on, oldest first. `findings`: those that it is about. */
export type Standing = { commits: readonly Commit[]; findings: readonly string[] };

/** `by` is asked for where the file was changed: of all fixes of a long run these are few. */
type Change = { before: string; by: () => Contributor; nameBefore: (name: string) => string | null };

/** Newest first. */
export const earlierStates = async (
  performing: Pick<Performing, 'engine' | 'state'>,
  files: readonly ChangedFile[],
  standing: Standing,
): Promise<EarlierState[]> => {
  if (!readingIn(performing.state.config).reversion) return [];
  const changes = [...fixesBelow(performing.state, standing), ...(await changesOfUser(performing, files))];
  const states = await Promise.all(files.map((file) => statesOf(performing.engine.custody, file, changes)));
  return states.flat();
};

/** Fixes of the run that the head has, up to the one that a change began from. */
export const acceptedUpTo = ({ code }: RunState, base: string): Commit[] =>
  code.commits.slice(0, code.commits.findIndex(({ commit }) => commit === base) + 1);

const fixesBelow = (state: RunState, { commits, findings }: Standing): Change[] =>
  commits
    .map((commit, index): Change => {
      const renamed = state.fixing.units.get(commit.unit)?.answer?.snapshot?.renamed;
      return {
        before: commits[index - 1]?.commit ?? state.run.started.start.commit,
        by: () => fixBy(state, commit, findings),
        nameBefore: (name) => renamed?.[name] ?? (commit.files.includes(name) ? name : null),
      };
    })
    .toReversed();

const fixBy = ({ findings }: RunState, commit: Commit, own: readonly string[]): Contributor => ({
  who: 'fix',
  codes: commit.findings.map((id) => findings.get(id)?.finding.code ?? id),
  commit: commit.commit,
  isOwn: commit.findings.length > 0 && commit.findings.every((id) => own.includes(id)),
});

/** What was not committed when the run began, and what the branch changed since the base. */
const changesOfUser = async (
  { engine, state }: Pick<Performing, 'engine' | 'state'>,
  files: readonly ChangedFile[],
): Promise<Change[]> => {
  const { start, repository, base } = state.run.started;
  const head = repository?.commit;
  const changes = [];
  if (files.length === 0) return [];
  if (head !== undefined && head !== start.commit) changes.push({ before: head, what: 'your uncommitted work' });
  if (base && base.ref !== everything && base.commit !== head && base.commit !== start.commit)
    changes.push({ before: base.commit, what: `what your branch changed since ${base.ref}` });
  let after = start.commit;
  const result: Change[] = [];
  for (const { before, what } of changes) {
    const renamed = await engine.custody.renames(before, after).catch(() => new Map<string, string>());
    result.push({ before, by: () => ({ who: 'user', what }), nameBefore: (name) => renamed.get(name) ?? name });
    after = before;
  }
  return result;
};

type Custody = Performing['engine']['custody'];

const statesOf = async (
  custody: Custody,
  { path, was = path }: ChangedFile,
  changes: readonly Change[],
): Promise<EarlierState[]> => {
  const states: EarlierState[] = [];
  for (const { before, by, name } of alone(changesTo(was, changes))) {
    const text = await textAt(custody, before, name);
    if (text !== undefined) states.push({ path, text, by });
  }
  return states;
};

type Named = { before: string; by: Contributor; name: string };

const changesTo = (name: string, changes: readonly Change[]): Named[] => {
  let now = name;
  return changes.flatMap(({ before, by, nameBefore }) => {
    const then = nameBefore(now);
    if (then === null) return [];
    now = then;
    return [{ before, by: by(), name: then }];
  });
};

const alone = (changes: readonly Named[]): Named[] => {
  const fixes = changes.filter(({ by }) => by.who === 'fix');
  const first = fixes.at(-1);
  const rest = fixes.slice(mostFixes);
  if (first === undefined || first.by.who !== 'fix' || rest.length === 0) return [...changes];
  const codes = rest.flatMap(({ by }) => (by.who === 'fix' ? by.codes : []));
  const oldest: Named = { ...first, by: { ...first.by, codes, isOwn: false } };
  return [...fixes.slice(0, mostFixes), oldest, ...changes.slice(fixes.length)];
};

/** Undefined where it is not here, as in a clone that has not everything: then nothing is known of it. */
const textAt = (custody: Custody, revision: string, file: string): Promise<string | null | undefined> =>
  custody.readText(revision, file).catch(() => undefined);
