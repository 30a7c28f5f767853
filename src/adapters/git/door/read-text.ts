/** Reads files out of revisions, without a work tree. */
import { inFolder, readable, toByteString } from './bytes.ts';
import type { Control } from '../control/control.ts';
import { git } from './git.ts';
import { kindOf } from '../workspace/listing.ts';
import { entryAt } from '../trees/entry-at.ts';
import type { Location } from '../user/locate.ts';

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export const existing = async (control: Control, revision: string, files: readonly string[]): Promise<Set<string>> => {
  const listing = await control.listing(await control.treeOf(revision));
  return new Set(files.filter((file) => kindOf(listing, toByteString(file)) === 'file'));
};

export const filesOf = async (control: Control, revision: string): Promise<string[]> => {
  const { folders } = await control.listing(await control.treeOf(revision));
  return [...folders].flatMap(([folder, names]) =>
    [...names].flatMap(([name, kind]) => (kind === 'file' ? [readable(inFolder(folder, name))] : [])),
  );
};

export const readText = async (control: Control, revision: string, file: string): Promise<string | null> => {
  const tree = await control.treeOf(revision);
  const listing = await control.listing(tree);
  const path = toByteString(file);
  if (kindOf(listing, path) !== 'file') return null;
  control.seal.verify();
  const entry = await entryAt(control.trees, tree, path);
  const content = await (entry ? control.blob(entry.id) : control.blobNamed(`${tree}:${file}`));
  return content === null ? null : asText(content);
};

/** The same in the user's own repository, where no run has begun yet. */
export const readUserText = async (at: Location, revision: string, file: string): Promise<string | null> => {
  const { exitCode, stdout } = await git(['cat-file', 'blob', `${revision}:${file}`], {
    gitDir: at.gitDir,
    allow: [128],
  });
  return exitCode === 0 ? asText(stdout) : null;
};

/** Null for what is not UTF-8 text. */
export const asText = (content: Buffer): string | null => {
  if (content.includes(0)) return null;
  try {
    return strict.decode(content);
  } catch {
    return null;
  }
};
