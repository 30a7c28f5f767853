/** What `git clone` finds out about a file system and writes down, before it lays out the first file. */
import { chmodSync, existsSync, lstatSync, symlinkSync, unlinkSync } from 'node:fs';

const executable = 0o100;

const keepsModes = (file: string): boolean => {
  const { mode } = lstatSync(file);
  chmodSync(file, mode ^ executable);
  const isKept = lstatSync(file).mode === (mode ^ executable);
  chmodSync(file, mode);
  return isKept;
};

const hasLinks = (place: string): boolean => {
  try {
    symlinkSync('nowhere', place);
    const { mode } = lstatSync(place);
    unlinkSync(place);
    return (mode & 0o170000) === 0o120000;
  } catch {
    return false;
  }
};

/** By a git directory of ours, in which nobody looks at anything yet. */
export const factsOfFileSystem = (gitDir: string): Record<string, string> => ({
  'core.filemode': String(keepsModes(`${gitDir}/HEAD`)),
  ...(hasLinks(`${gitDir}/link`) ? {} : { 'core.symlinks': 'false' }),
  ...(existsSync(`${gitDir}/CoNfIg`) ? { 'core.ignorecase': 'true' } : {}),
});
