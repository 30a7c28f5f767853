/** A passing git directory that looks at the user's work tree with our configuration and a copy of the user's index. */
import { copyFileSync, mkdtempSync, readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { ownFolder } from '../../files/own-folder.ts';
import { type GitDirPlan, writeGitDir } from './git-dir.ts';
import { looks } from '../user/freeze.ts';
import type { Location } from '../user/locate.ts';
import { removeAt } from '../workspace/remove.ts';
import { readIfThere, type UserConfig, userFile } from '../user/user-config.ts';

/** Nothing is kept beside what we ask for, nothing runs by itself, and nothing is fetched. */
const ownSettings = {
  'core.safecrlf': 'false',
  'core.logallrefupdates': 'false',
  'core.untrackedcache': 'false',
  'core.splitindex': 'false',
  'gc.auto': '0',
  'protocol.allow': 'never',
};

/** How the user's files look, as a plan for a git directory of ours at `path`. */
export const planFor = (path: string, at: Location, config: Pick<UserConfig, 'get'>, head: string): GitDirPlan => ({
  format: at.format,
  bare: true,
  head,
  alternates: [at.objects],
  settings: {
    ...looks(config),
    ...ownSettings,
    'core.excludesfile': `${path}/info/global-exclude`,
    'core.attributesfile': `${path}/info/global-attributes`,
  },
  shallow: readIfThere(`${at.commonDir}/shallow`),
  info: {
    exclude: readIfThere(`${at.commonDir}/info/exclude`),
    attributes: readIfThere(`${at.commonDir}/info/attributes`),
    'global-exclude': userFile(config, at, 'core.excludesfile', 'ignore'),
    'global-attributes': readIfThere('/etc/gitattributes') + userFile(config, at, 'core.attributesfile', 'attributes'),
  },
});

const copyIndex = (at: Location, into: string): void => {
  for (const name of readdirSync(at.gitDir)) {
    // A split index keeps most of its entries in a shared file beside it.
    if (name === 'index' || name.startsWith('sharedindex.')) copyFileSync(`${at.gitDir}/${name}`, `${into}/${name}`);
  }
};

/** Makes the folder, lends it, and takes it away again. */
export const withBorrowed = async <T>(
  at: Location,
  options: { config: UserConfig; head: string; scratch: string },
  use: (gitDir: string) => Promise<T>,
): Promise<T> => {
  ownFolder(dirname(dirname(options.scratch)), options.scratch);
  const gitDir = mkdtempSync(`${options.scratch}/look-`);
  try {
    writeGitDir(gitDir, planFor(gitDir, at, options.config, options.head));
    copyIndex(at, gitDir);
    return await use(gitDir);
  } finally {
    removeAt(gitDir, '');
  }
};
