/** What a package.json says, as far as detectors ask. */
import { getIn } from '../../plain/plain-data.ts';
import { jsonIn, keysAt, listAt, textsAt } from '../data.ts';
import type { Folder } from '../folder.ts';

export type Package = {
  scripts: ReadonlyMap<string, string>;
  dependencies: ReadonlySet<string>;
  /** Globs of the packages of a workspace. */
  workspaces: string[];
  /** `pnpm@9.1.0` */
  packageManager: string;
};

const sections = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'];

export const readPackage = (folder: Folder): Package => {
  const value = jsonIn(folder.text('package.json'));
  const manager = getIn(value, ['packageManager']);
  return {
    scripts: textsAt(value, ['scripts']),
    dependencies: new Set(sections.flatMap((section) => keysAt(value, [section]))),
    workspaces: [...listAt(value, ['workspaces']), ...listAt(value, ['workspaces', 'packages'])],
    packageManager: typeof manager === 'string' ? manager : '',
  };
};

/** Those of npm and yarn, or pnpm's own file. */
export const isWorkspace = (folder: Folder, { workspaces }: Package): boolean =>
  workspaces.length > 0 || folder.has('pnpm-workspace.yaml');

/** The line of a script, by its key. */
export const scriptPlace = (folder: Folder, name: string) => ({
  ...folder.place('package.json', `"${name}":`),
  key: `scripts.${name}`,
});
