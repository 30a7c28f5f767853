/** Which package manager a project uses, and how it prepares a fresh clone. */
import type { Folder } from '../folder.ts';
import type { FoundCommand, LeftOut, Place } from '../found.ts';
import { isWorkspace, type Package } from './package.ts';

export type Manager = {
  name: 'npm' | 'pnpm' | 'yarn' | 'bun';
  places: Place[];
  leftOut: LeftOut[];
};

const locks: readonly (readonly [file: string, manager: Manager['name']])[] = [
  ['package-lock.json', 'npm'],
  ['npm-shrinkwrap.json', 'npm'],
  ['pnpm-lock.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['bun.lock', 'bun'],
  ['bun.lockb', 'bun'],
];

/** Files of one of them, where no lock file is committed. */
const signs: typeof locks = [
  ['pnpm-workspace.yaml', 'pnpm'],
  ['.yarnrc.yml', 'yarn'],
  ['bunfig.toml', 'bun'],
];

export const isNodeLock = (file: string): boolean => locks.some(([name]) => name === file);

const named = /^(npm|pnpm|yarn|bun)(?:@|$)/;

/** What package.json names wins over lock files; of several lock files the first is taken, and it is said. */
export const managerOf = (folder: Folder, { packageManager }: Package): Manager => {
  const found = locks.filter(([file]) => folder.has(file));
  const own = locks.find(([, name]) => name === named.exec(packageManager)?.[1])?.[1];
  const sign = signs.find(([file]) => folder.has(file));
  const name = own ?? found[0]?.[1] ?? sign?.[1] ?? 'npm';
  const others = found.filter(([, other]) => other !== name).map(([file]) => file);
  const places = [
    ...found.filter(([, of]) => of === name).map(([file]) => folder.place(file)),
    ...(found.length === 0 && own === undefined && sign ? [folder.place(sign[0])] : []),
    ...(own === undefined ? [] : [{ ...folder.place('package.json', '"packageManager"'), key: 'packageManager' }]),
  ];
  return {
    name,
    places: places.length > 0 ? places : [folder.place('package.json')],
    leftOut: others.map((file) => unusedLock(folder, file, name)),
  };
};

const unusedLock = (folder: Folder, file: string, name: string): LeftOut => ({
  message: `${file} belongs to another package manager; ${name} is used`,
  remedy: 'remove the lock file that is out of use, or name the right one in package.json (packageManager)',
  places: [folder.place(file)],
});

const isClassicYarn = (folder: Folder, { packageManager }: Package): boolean =>
  /^yarn@1\b/.test(packageManager) || (!packageManager.startsWith('yarn@') && !folder.has('.yarnrc.yml'));

/** Newer yarn puts programs into node_modules only where it is told to. */
const hasNoModules = (folder: Folder, own: Package, name: Manager['name']): boolean =>
  name === 'yarn' &&
  !isClassicYarn(folder, own) &&
  !/^nodeLinker:\s*["']?(?:node-modules|pnpm)\b/m.test(folder.text('.yarnrc.yml'));

/** How a program is started that set-up installs. */
export const startsInstalled = (folder: Folder, own: Package, program: string): string[] =>
  hasNoModules(folder, own, managerOf(folder, own).name) ? ['yarn', 'run', program] : [`node_modules/.bin/${program}`];

const installs = (folder: Folder, own: Package, name: Manager['name']): string => {
  const isLocked = locks.some(([file, of]) => of === name && folder.has(file));
  if (name === 'npm') return isLocked ? 'npm ci' : 'npm install --no-package-lock';
  if (!isLocked) return `${name} install`;
  return name === 'yarn' && !isClassicYarn(folder, own)
    ? 'yarn install --immutable'
    : `${name} install --frozen-lockfile`;
};

/** None where there is nothing to install. */
export const nodeSetup = (folder: Folder, own: Package, { name, places }: Manager): FoundCommand[] =>
  own.dependencies.size === 0 && !isWorkspace(folder, own)
    ? []
    : [{ command: folder.run(installs(folder, own, name)), places }];

/** How a script is run. */
export const runs = (name: Manager['name'], script: string): string => {
  if (script === 'test' && name !== 'bun') return `${name} test`;
  return name === 'yarn' ? `yarn ${script}` : `${name} run ${script}`;
};

/** How a script of every package that has it is run. */
export const runsEverywhere = (folder: Folder, own: Package, name: Manager['name'], script: string): string => {
  const ways: Readonly<Record<Manager['name'], string>> = {
    npm: `npm run ${script} --workspaces --if-present`,
    pnpm: `pnpm --recursive --if-present run ${script}`,
    yarn: isClassicYarn(folder, own) ? `yarn workspaces run ${script}` : `yarn workspaces foreach --all run ${script}`,
    bun: `bun run --filter '*' ${script}`,
  };
  return ways[name];
};

export const howToGet: Readonly<Record<Manager['name'], string>> = {
  npm: 'install Node, which brings it along',
  pnpm: 'install it with `corepack enable pnpm` or `npm install --global pnpm`',
  yarn: 'install it with `corepack enable yarn` or `npm install --global yarn`',
  bun: 'install it with `npm install --global bun`',
};
