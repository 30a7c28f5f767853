/**
 * All files of a proof have one and the same time, as they have in a fresh clone: by which of two files is younger,
 * `make` and its like decide what to build again. A file that a patch changed must not look younger than what somebody
 * generated from it and committed, and no file younger than what set-up made, be it by a run of last week.
 */
import { randomInt } from 'node:crypto';
import { lstatSync, lutimesSync, readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Control } from '../../control/control.ts';
import { inFolder, onDisk } from '../../door/bytes.ts';
import { looksOf } from '../../looks/looks-of.ts';
import type { Listing } from '../listing.ts';
import { stampOf, type WorkFolder } from '../work-folder.ts';
import { indexOf } from './git-index.ts';

/** Seconds. Any time would do that is older than what set-up makes, and young enough for archives (1980). */
export const timeOfAll = 1_000_000_000;

/** About eight years of seconds. */
const times = 2 ** 28;

/**
 * One that no other check-out has, as in a clone: a tool that keeps in the user's home what it knows of files, by name,
 * size and time, must not take them for those of another tree. Older than what set-up makes all the same.
 */
export const timeOfItsOwn = (): number => timeOfAll + randomInt(1, times);

/** Longer than a file system takes one time for the same. */
const tickMs = 20;

export const giveTheOneTime = (file: string | Buffer, { time }: WorkFolder): void => lutimesSync(file, time, time);

/** The same for all that lies below a folder; `path` is a byte string. */
export const giveOneTimeBelow = (folder: WorkFolder, path: string): void => {
  for (const entry of readdirSync(onDisk(folder.path, path), { withFileTypes: true, encoding: 'latin1' })) {
    const inside = inFolder(path, entry.name);
    if (entry.isDirectory()) giveOneTimeBelow(folder, inside);
    else giveTheOneTime(onDisk(folder.path, inside), folder);
  }
};

/** False where it is not there: git lays out only one of two names that the file system takes for the same. */
const hasAnother = (file: string | Buffer, { time }: WorkFolder): boolean => {
  const stat = lstatSync(file, { throwIfNoEntry: false });
  return stat !== undefined && stat.mtimeMs !== time * 1_000;
};

/** After git has laid out files: what the index says of them has to fit, or all of them would be read once more. */
export const giveAllOneTime = async (control: Control, folder: WorkFolder, tree: string): Promise<void> => {
  const young = [...filesIn(await control.listing(tree))].filter((path) =>
    hasAnother(onDisk(folder.path, path), folder),
  );
  for (const path of young) giveTheOneTime(onDisk(folder.path, path), folder);
  const index = indexOf(folder, control.frozen.format);
  if (index) {
    await sleep(tickMs);
    index.noteFiles(folder, young);
    return;
  }
  const { gitDir } = looksOf(control, folder);
  await control.git(['update-index', '-q', '--refresh'], { gitDir, workTree: folder.path, index: folder.index });
  folder.indexStamp = stampOf(folder.index);
};

function* filesIn({ folders }: Listing): Generator<string> {
  for (const [folder, names] of folders)
    for (const [name, kind] of names) if (kind === 'file') yield inFolder(folder, name);
}
