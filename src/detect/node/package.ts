/** What a package.json says, as far as detectors ask. */
import picomatch from 'picomatch';
import { getIn } from '../../plain/plain-data.ts';
import { jsonIn, keysAt, listAt, textsAt, yamlIn } from '../data.ts';
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

/** The manifests of its packages, by the globs that it names; npm, yarn and pnpm run scripts in no others. */
export const membersOf = (folder: Folder, { workspaces }: Package): string[] => {
  const named = [...workspaces, ...listAt(yamlIn(folder.text('pnpm-workspace.yaml')), ['packages'])];
  const globs = named.map((glob) => glob.replace(/^\.\//, '').replace(/\/$/, ''));
  const isMember = picomatch(
    globs.filter((glob) => !glob.startsWith('!')).map((glob) => `${glob}/package.json`),
    { ignore: globs.filter((glob) => glob.startsWith('!')).map((glob) => `${glob.slice(1)}/package.json`) },
  );
  return folder.files.filter((file) => isMember(file) && !/(?:^|\/)node_modules\//.test(file));
};

/** The line of a script, by its key. */
export const scriptPlace = (folder: Folder, name: string) => ({
  ...folder.place('package.json', `"${name}":`),
  key: `scripts.${name}`,
});
