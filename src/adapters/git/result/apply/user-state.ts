/** What the user has at a path that a run touches. */
import { lstatSync, readdirSync } from 'node:fs';
import { inFolder, onDisk } from '../../door/bytes.ts';
import { isReachedThroughFolders } from '../../workspace/remove.ts';
import { absent, type FileState, readState } from './file-state.ts';

/** Whether a folder of the user holds nothing but files that the run removes. */
const isEmptied = (root: string, folder: string, opened: ReadonlySet<string>): boolean => {
  const entries = readdirSync(onDisk(root, folder), { withFileTypes: true, encoding: 'latin1' });
  return (
    entries.length > 0 &&
    entries.every((entry) => {
      const path = inFolder(folder, entry.name);
      return entry.isDirectory() ? isEmptied(root, path, opened) : opened.has(path);
    })
  );
};

/** What the run itself removes does not stand in the way of what the run puts in its place. */
export const userState = ({ root, opened }: { root: string; opened: ReadonlySet<string> }, path: string): FileState => {
  for (let slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1)) {
    if (opened.has(path.slice(0, slash))) return absent;
  }
  const state = readState(root, path);
  return state.type === 'foreign' && isFolderAt(root, path) && isEmptied(root, path, opened) ? absent : state;
};

const isFolderAt = (root: string, path: string): boolean =>
  isReachedThroughFolders(root, path) && lstatSync(onDisk(root, path)).isDirectory();
