/** The `.git` of a workspace: real enough for tools and agents to use, and worth nothing to anybody afterwards. */
import { closeSync, fstatSync, lstatSync, openSync, readdirSync, readFileSync, readSync, writeFileSync } from 'node:fs';
import type { Control } from '../control/control.ts';
import { looksOf } from '../looks/looks-of.ts';
import { gitDirFiles, type GitDirPlan, writeGitDir } from '../control/git-dir.ts';
import { workspaceBranch, packedRefs } from '../user/refs.ts';
import { rewriteFile } from './by-hand/rewrite-file.ts';
import { removeAt } from './remove.ts';
import { readIfThere } from '../user/user-config.ts';
import type { WorkFolder } from './work-folder.ts';

const foldersOfOurs: ReadonlySet<string> = new Set(['objects', 'objects/info', 'refs', 'info']);

/** Where git looks from the top of the work tree, wherever that is. */
const attributesFile = '.git/info/global-attributes';

const infoIn = (gitDir: string): Record<string, string> => {
  const read = (name: string): string => readIfThere(`${gitDir}/info/${name}`);
  const attributes = read('global-attributes');
  return {
    exclude: read('global-exclude') + read('exclude'),
    attributes: read('attributes'),
    ...(attributes !== '' && { 'global-attributes': attributes }),
  };
};

const planOf = (control: Control, folder: WorkFolder, commit: string): GitDirPlan => {
  const { frozen, paths } = control;
  const looks = looksOf(control, folder);
  const info = infoIn(looks.gitDir);
  return {
    format: frozen.format,
    bare: false,
    head: `ref: refs/heads/${frozen.branch ?? workspaceBranch}`,
    refs: packedRefs(paths.control, frozen.branch ?? workspaceBranch, commit),
    alternates: [`${paths.control}/objects`],
    settings: {
      ...looks.settings,
      ...(info['global-attributes'] !== undefined && { 'core.attributesfile': attributesFile }),
      'user.name': frozen.author.name,
      'user.email': frozen.author.email,
      'gc.auto': '0',
      'commit.gpgsign': 'false',
    },
    shallow: readIfThere(`${paths.control}/shallow`),
    info,
  };
};

/** Written anew each time, so they may be anything that can be replaced. */
const replacedFiles = ['index', 'packed-refs'] as const;
const isReplaced = (name: string): boolean => replacedFiles.some((each) => each === name);

/** Whether a folder holds what we put there, byte for byte, and nothing else; counts the files off `expected`. */
const holdsOnly = (gitDir: string, folder: string, expected: Map<string, Buffer>): boolean =>
  readdirSync(`${gitDir}/${folder}`, { withFileTypes: true }).every((entry) => {
    const name = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) return foldersOfOurs.has(name) && holdsOnly(gitDir, name, expected);
    if (isReplaced(name)) return true;
    const bytes = expected.get(name);
    expected.delete(name);
    return bytes !== undefined && entry.isFile() && readFileSync(`${gitDir}/${name}`).equals(bytes);
  });

/** Most of the time nobody touched it, and then four calls do where making it again takes fifty. */
const isIntact = (gitDir: string, plan: GitDirPlan): boolean => {
  const expected = gitDirFiles(plan);
  for (const name of replacedFiles) expected.delete(name);
  try {
    return holdsOnly(gitDir, '', expected) && expected.size === 0;
  } catch {
    return false;
  }
};

const isRealFolder = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/** `commit`: of exactly the tree that the folder was brought to, so that git finds nothing changed there. */
export const writeThrowAway = (control: Control, folder: WorkFolder, commit: string): void => {
  const gitDir = `${folder.path}/.git`;
  const plan = planOf(control, folder, commit);
  const index = readForNow(folder.index);
  if (isRealFolder(gitDir) && isIntact(gitDir, plan)) {
    for (const [name, bytes] of gitDirFiles(plan)) if (isReplaced(name)) replace(gitDir, name, bytes);
    replace(gitDir, 'index', index);
  } else {
    removeAt(folder.path, '.git');
    writeGitDir(gitDir, plan);
    writeFileSync(`${gitDir}/index`, index);
  }
};

let shared: Buffer = Buffer.alloc(0);

/** Good until the next call: an index can be large, and is read for every workspace. */
const readForNow = (path: string): Buffer => {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    if (shared.length < size) shared = Buffer.allocUnsafeSlow(size * 2);
    return shared.subarray(0, readSync(file, shared, 0, size, 0));
  } finally {
    closeSync(file);
  }
};

const replace = (gitDir: string, name: string, bytes: Uint8Array): void => {
  if (rewriteFile(`${gitDir}/${name}`, bytes)) return;
  removeAt(gitDir, name);
  writeFileSync(`${gitDir}/${name}`, bytes);
};
