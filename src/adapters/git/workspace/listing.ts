/**
 * The names in a tree, folder by folder, kept in memory so that a folder on disk can be compared without asking git.
 */
import { folderOf, nameOf, splitNul } from '../door/bytes.ts';

export type Kind = 'file' | 'folder' | 'module';
type Names = Map<string, Kind>;

/** Immutable: a change gives a new listing that shares the folders which did not change. */
export type Listing = { folders: ReadonlyMap<string, Names> };

export type NameChange = { path: string; kind: Kind | null };

const add = (folders: Map<string, Names>, path: string, kind: Kind): void => {
  const folder = folderOf(path);
  const names = folders.get(folder);
  if (names) {
    names.set(nameOf(path), kind);
    return;
  }
  folders.set(folder, new Map([[nameOf(path), kind]]));
  if (folder !== '') add(folders, folder, 'folder');
};

/** Reads the output of `ls-tree -r -z`. */
export const parseListing = (output: Buffer): Listing => {
  const folders = new Map<string, Names>([['', new Map()]]);
  for (const line of splitNul(output))
    add(folders, line.slice(line.indexOf('\t') + 1), line.startsWith('160000') ? 'module' : 'file');
  return { folders };
};

/** Without `--format`, which in some versions quotes paths in spite of `-z`. */
export const listingArguments = ['ls-tree', '-r', '-z', '--full-tree'] as const;

const remove = (folders: Map<string, Names>, path: string): void => {
  const folder = folderOf(path);
  const names = folders.get(folder);
  names?.delete(nameOf(path));
  if (names?.size === 0 && folder !== '') {
    folders.delete(folder);
    remove(folders, folder);
  }
};

/** All folders above a path, which a change to it may touch. */
function* above(path: string): Generator<string> {
  for (let folder = folderOf(path); ; folder = folderOf(folder)) {
    yield folder;
    if (folder === '') return;
  }
}

/** Most changes are to what files hold, and leave the names as they are. */
export const changeListing = (listing: Listing, changed: readonly NameChange[]): Listing => {
  const changes = changed.filter(({ path, kind }) => (kindOf(listing, path) ?? null) !== kind);
  if (changes.length === 0) return listing;
  const folders = new Map(listing.folders);
  for (const change of changes) {
    for (const folder of above(change.path)) {
      const names = folders.get(folder);
      if (names) folders.set(folder, new Map(names));
    }
  }
  // Deletions first: a file may have become a folder, or the other way round.
  for (const change of changes) if (change.kind === null) remove(folders, change.path);
  for (const change of changes) if (change.kind !== null) add(folders, change.path, change.kind);
  return { folders };
};

export const kindOf = (listing: Listing, path: string): Kind | undefined =>
  listing.folders.get(folderOf(path))?.get(nameOf(path));
