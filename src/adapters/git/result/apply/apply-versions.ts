/** The touched files of a run as git would check them out, at the start and at the result. */
import { mkdirSync } from 'node:fs';
import { joinNul } from '../../door/bytes.ts';
import type { Control } from '../../control/control.ts';
import { diffNames, type RawChange, touchesModule } from '../diff.ts';
import { absent, type FileState, readState } from './file-state.ts';

export type Version = { path: string; start: FileState; head: FileState; module: boolean; startId: string };

const isIn = (mode: string): boolean => mode !== '000000' && mode !== '160000';

/** Checks out some paths of a tree into an empty folder; attributes come from that tree. */
const checkOut = async (control: Control, tree: string, paths: readonly string[], folder: string): Promise<void> => {
  mkdirSync(folder);
  const call = { index: `${folder}.index`, workTree: folder };
  await control.git(['read-tree', tree], call);
  await control.git(['checkout-index', '-f', '-z', '--stdin'], { ...call, input: joinNul(paths) });
};

const stateAt = (folder: string, mode: string, path: string): FileState =>
  isIn(mode) ? readState(folder, path) : absent;

export const readVersions = async (
  control: Control,
  start: string,
  head: string,
  scratch: string,
): Promise<Version[]> => {
  const [from, to] = [await control.treeOf(start), await control.treeOf(head)];
  const changes: RawChange[] = await diffNames(control, from, to);
  const before = changes.flatMap(({ oldMode, path }) => (isIn(oldMode) ? [path] : []));
  const after = changes.flatMap(({ newMode, path }) => (isIn(newMode) ? [path] : []));
  await checkOut(control, from, before, `${scratch}/start`);
  await checkOut(control, to, after, `${scratch}/head`);
  return changes.map((change) => versionOf(change, scratch));
};

const versionOf = (change: RawChange, scratch: string): Version => ({
  path: change.path,
  start: stateAt(`${scratch}/start`, change.oldMode, change.path),
  head: stateAt(`${scratch}/head`, change.newMode, change.path),
  module: touchesModule(change),
  startId: change.oldId,
});
