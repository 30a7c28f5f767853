/** The difference of two trees: paths, line counts and the patch, out of one git process. */
import type { FileChange } from '../../../model/attempt.ts';
import { readable } from '../door/bytes.ts';
import type { Control } from '../control/control.ts';
import { diffArguments, patchArguments, treeArguments } from '../door/diff-arguments.ts';
import type { GitCall } from '../door/git-call.ts';
import type { NameChange } from '../workspace/listing.ts';

export type RawChange = {
  path: string;
  status: string;
  oldMode: string;
  newMode: string;
  oldId: string;
  newId: string;
};
export type TreeDiff = { raw: RawChange[]; files: FileChange[]; patch: Buffer };

export const noDiff: TreeDiff = { raw: [], files: [], patch: Buffer.alloc(0) };

const gitlinkMode = '160000';
const changeOfLetter: Readonly<Record<string, FileChange['change']>> = {
  A: 'added',
  D: 'deleted',
  T: 'type-changed',
  M: 'modified',
};

/** Takes NUL-terminated fields off the front of git's output; what follows them is left as bytes. */
const fieldReader = (output: Buffer): { next: () => string; peek: () => number | undefined; rest: () => Buffer } => {
  let at = 0;
  return {
    next: () => {
      const end = output.indexOf(0, at);
      const field = output.toString('latin1', at, end < 0 ? output.length : end);
      at = end < 0 ? output.length : end + 1;
      return field;
    },
    peek: () => output[at],
    rest: () => output.subarray(at),
  };
};

const colon = ':'.charCodeAt(0);

const parseRaw = (fields: ReturnType<typeof fieldReader>): RawChange[] => {
  const raw: RawChange[] = [];
  while (fields.peek() === colon) {
    const [oldMode = '', newMode = '', oldId = '', newId = '', status = ''] = fields.next().slice(1).split(' ');
    raw.push({ path: fields.next(), status, oldMode, newMode, oldId, newId });
  }
  return raw;
};

const count = (text: string | undefined): number | null => (text === undefined || text === '-' ? null : Number(text));

type LineCounts = Map<string, [added: number | null, removed: number | null]>;

const parseCounts = (fields: ReturnType<typeof fieldReader>): LineCounts => {
  const counts: LineCounts = new Map();
  for (let line = fields.next(); line !== ''; line = fields.next()) {
    const [added, removed, ...path] = line.split('\t');
    counts.set(path.join('\t'), [count(added), count(removed)]);
  }
  return counts;
};

export const parseDiff = (output: Buffer): TreeDiff => {
  const fields = fieldReader(output);
  const raw = parseRaw(fields);
  const counts = parseCounts(fields);
  const files = raw.map(({ path, status }): FileChange => {
    const [added, removed] = counts.get(path) ?? [0, 0];
    return { path: readable(path), change: changeOfLetter[status] ?? 'modified', added, removed };
  });
  return { raw, files, patch: fields.rest() };
};

export const diffTrees = async (control: Control, from: string, to: string): Promise<TreeDiff> => {
  if (from === to) return noDiff;
  const known = await control.diff(from, to);
  return parseDiff(known ?? (await control.git([...treeArguments, from, to])).stdout);
};

/** The same for what an index holds, whose tree need not exist yet. */
export const diffIndex = async (control: Control, from: string, call: GitCall): Promise<TreeDiff> => {
  const { stdout } = await control.git(['diff-index', '--cached', ...diffArguments, ...patchArguments, from], call);
  return parseDiff(stdout);
};

/** Paths and modes only, for when nobody reads the patch. */
export const diffNames = async (control: Control, from: string, to: string): Promise<RawChange[]> => {
  if (from === to) return [];
  const { stdout } = await control.git(['diff-tree', '-r', ...diffArguments, from, to]);
  return parseRaw(fieldReader(stdout));
};

export const nameChanges = (raw: readonly RawChange[]): NameChange[] =>
  raw.map(({ path, status, newMode }) => ({
    path,
    kind: status === 'D' ? null : newMode === gitlinkMode ? 'module' : 'file',
  }));

export const touchesModule = (change: RawChange): boolean =>
  change.oldMode === gitlinkMode || change.newMode === gitlinkMode;
