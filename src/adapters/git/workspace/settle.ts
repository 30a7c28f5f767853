/** Compares what a walk over a workspace found with the names of a tree. */
import { inFolder } from '../door/bytes.ts';
import { type Kept, leadsToKept } from './kept.ts';
import type { Kind, Listing } from './listing.ts';
import type { Entry, Fresh, Scan, ScannedFolder } from './scan.ts';

/** Change times can be as coarse as this on some file systems: younger folders are read again. */
const coarsestClockMs = 2000;

const belongs = (kind: Kind | undefined, entry: Entry): boolean =>
  kind === entry.kind || (kind === 'module' && entry.kind === 'folder');

type Comparison = { leftovers: string[]; folders: string[]; clean: boolean };

/** One folder against the names that a tree has in it. */
const compare = ({ folder, entries, changed }: Fresh, names: Listing['folders'], kept: Kept): Comparison => {
  const found: Comparison = { leftovers: [], folders: [], clean: !changed };
  for (const entry of entries) {
    const path = inFolder(folder, entry.name);
    if (kept.has(path)) continue;
    const kind = names.get(folder)?.get(entry.name);
    if (entry.kind === 'folder' && kind === 'folder') found.folders.push(path);
    if (belongs(kind, entry)) continue;
    found.clean = false;
    if (entry.kind === 'folder' && kind === undefined && leadsToKept(kept, path)) continue;
    found.leftovers.push(path);
  }
  return found;
};

/** Compares what was read with a tree: gives the topmost paths that are not in it, and remembers clean folders. */
export const settle = (scanned: Scan, listing: Listing, { marks, kept }: ScannedFolder): string[] =>
  scanned.fresh.flatMap((fresh) => {
    const { folder, stat, readAt } = fresh;
    // What lies in a folder that is not tracked is covered by the folder itself, unless the way leads to something
    // kept.
    if (!listing.folders.has(folder) && !leadsToKept(kept, folder)) return [];
    const { leftovers, folders, clean } = compare(fresh, listing.folders, kept);
    if (clean && readAt - stat.ctimeMs > coarsestClockMs)
      marks.set(folder, { ctimeMs: stat.ctimeMs, ino: stat.ino, folders });
    return leftovers;
  });
