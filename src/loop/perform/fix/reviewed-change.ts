/** What the change under review did around findings: from the base to the state that each was reported about (4.16). */
import { everything } from '../../../model/review-scope.ts';
import type { Custody } from '../../../ports/repo.ts';
import type { Secrets } from '../../../secrets/secrets.ts';
import { changeAround, type FileChange, readChange, type ShownLine } from '../../../stages/fix/change.ts';
import { asReported } from '../../state/places.ts';
import type { FindingState, RunState } from '../../state/state.ts';

/** The repository as it was at any time. */
export type Versions = Pick<Custody, 'readText' | 'renames' | 'facts'>;

type Between = { from: string; to: string };

/** Each file and each list of names is read once for all findings of a call. */
export const reviewedChange = (
  versions: Versions,
  { run: { started } }: Pick<RunState, 'run'>,
  clean: Secrets['clean'],
): ((finding: FindingState) => Promise<ShownLine[]>) => {
  const { base } = started;
  if (!base || base.ref === everything) return async () => [];
  const changeOf = onceEach((named: Named) => readFile(versions, named));
  return async (state) => {
    const { file, line, endLine } = asReported(state);
    const to = state.reportedAt ?? started.start.commit;
    if (file === undefined || to === base.commit) return [];
    const change = await changeOf({ from: base.commit, to, file });
    return change === null ? [] : changeAround(change, { line, endLine }, clean);
  };
};

const onceEach = <Key, Value>(make: (key: Key) => Promise<Value>): ((key: Key) => Promise<Value>) => {
  const made = new Map<string, Promise<Value>>();
  return (key) => {
    const name = JSON.stringify(key);
    const value = made.get(name) ?? make(key);
    made.set(name, value);
    return value;
  };
};

type Named = Between & { file: string };

/** Null where there is nothing to show: no text, not changed, or nothing to be read, as in a clone without history. */
const readFile = async (versions: Versions, named: Named): Promise<FileChange | null> => {
  try {
    const after = await versions.readText(named.to, named.file);
    const earlier = after === null ? null : await readBefore(versions, named);
    if (after === null || earlier === null || earlier.before === after) return null;
    return readChange({ file: named.file, after, ...earlier });
  } catch {
    return null;
  }
};

type Earlier = { nameBefore: string | null; before: string | null };

/** A file that has another name now is compared with what it was. Null for what was no text. */
const readBefore = async (
  { readText, renames, facts }: Versions,
  { from, to, file }: Named,
): Promise<Earlier | null> => {
  const before = await readText(from, file);
  if (before !== null) return { nameBefore: file, before };
  const nameBefore = (await renames(from, to)).get(file) ?? null;
  if (nameBefore !== null) return { nameBefore, before: await readText(from, nameBefore) };
  const { kind } = (await facts(from, [file])).get(file) ?? { kind: 'missing' };
  return kind === 'missing' ? { nameBefore, before } : null;
};
