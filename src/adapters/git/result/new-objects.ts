/** All objects that commits have beyond others, found by hand along single parents. */
import type { BundleRequest } from '../../../ports/repo.ts';
import type { Control } from '../control/control.ts';
import {
  folderMode,
  formatTree,
  isFolder,
  isSame,
  moduleMode,
  type Tree,
  type TreeEntry,
} from '../trees/tree-object.ts';
import type { PackedObject } from './pack-format.ts';

/** A run has as many as fixes; more than these are for git to go through. */
const mostCommits = 5_000;

/** By id: a tree or a blob, and what was in its place before. */
type Found = Map<string, { kind: 'tree' | 'blob'; before: string | undefined }>;

/** Null when git has to find them: a commit with no or several parents is on the way, or a tree of old. */
export const newObjects = async (control: Control, request: BundleRequest): Promise<PackedObject[] | null> => {
  const commits = await commitsBeyond(control, request);
  if (commits === null) return null;
  const found: Found = new Map();
  for (const { commit, parent } of commits) {
    const [before, after] = [await control.treeOf(parent), await control.treeOf(commit)];
    if (before !== after && !(await findIn(control, found, before, after))) return null;
  }
  const [bare, rest] = await Promise.all([
    Promise.all(commits.map(async ({ commit }) => control.object(commit, 'commit'))),
    Promise.all([...found].map(([id, { kind, before }]) => readObject(control, id, kind, before))),
  ]);
  const objects = [...bare.map((content) => content && { kind: 'commit' as const, content }), ...rest];
  return objects.every((object) => object !== null) ? objects : null;
};

type Step = { commit: string; parent: string };

/** Oldest first, each once. */
const commitsBeyond = async (
  { ancestors }: Control,
  { tips, prerequisites }: BundleRequest,
): Promise<Step[] | null> => {
  const known = new Set(prerequisites);
  const steps: Step[] = [];
  for (const tip of tips) {
    const line: Step[] = [];
    for (let commit = tip; !known.has(commit);) {
      const parent = await ancestors.parentOf(commit);
      if (parent === null || steps.length + line.length >= mostCommits) return null;
      line.push({ commit, parent });
      commit = parent;
    }
    for (const step of line) known.add(step.commit);
    steps.push(...line.toReversed());
  }
  return steps;
};

const nothing: Tree = new Map();

/** Goes down where the trees differ. False when one of them cannot be read by hand. */
const findIn = async (control: Control, found: Found, before: string | undefined, after: string): Promise<boolean> => {
  if (found.has(after)) return true;
  found.set(after, { kind: 'tree', before });
  const [old, now] = [
    before === undefined ? nothing : await control.trees.read(before),
    await control.trees.read(after),
  ];
  if (!old || !now) return false;
  for (const [name, entry] of now)
    if (!isSame(entry, old.get(name)) && !(await findEntry(control, found, old.get(name), entry))) return false;
  return true;
};

const findEntry = async (
  control: Control,
  found: Found,
  old: TreeEntry | undefined,
  entry: TreeEntry,
): Promise<boolean> => {
  const isTree = entry.mode === folderMode;
  const before = old && isFolder(old) === isTree && old.mode !== moduleMode ? old.id : undefined;
  if (isTree) return findIn(control, found, before, entry.id);
  if (entry.mode !== moduleMode && entry.id !== before && !found.has(entry.id))
    found.set(entry.id, { kind: 'blob', before });
  return true;
};

/** Below this, all of it is as short as what differs. */
const shortBytes = 200;

const readObject = async (
  control: Control,
  id: string,
  kind: 'tree' | 'blob',
  before: string | undefined,
): Promise<PackedObject | null> => {
  const content = await contentOf(control, id, kind);
  if (content === null) return null;
  if (before === undefined || content.length < shortBytes) return { kind, content };
  const base = await contentOf(control, before, kind);
  return { kind, content, ...(base && { base: { id: before, content: base } }) };
};

const contentOf = async (control: Control, id: string, kind: 'tree' | 'blob'): Promise<Buffer | null> => {
  if (kind === 'blob') return control.object(id, kind);
  const tree = await control.trees.read(id);
  return tree && formatTree(tree);
};
