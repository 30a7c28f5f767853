/** JavaScript and TypeScript: npm, pnpm, yarn, bun, and their workspaces. */
import { type Detector, markedBy } from '../detector.ts';
import type { Folder } from '../folder.ts';
import { type Finds, finds, type LeftOut } from '../found.ts';
import { howToGet, isNodeLock, type Manager, managerOf, nodeSetup } from './manager.ts';
import { isWorkspace, type Package, readPackage } from './package.ts';
import { testsOf } from './scripts.ts';

const notInstalled = (folder: Folder, { name, places }: Manager): LeftOut => ({
  message: `${name} is not installed, so nothing of ${folder.place('package.json').file} can be run`,
  remedy: howToGet[name],
  places,
  isLanguage: true,
});

/** What lies among the tests of another project, and neither locks nor tests anything, is material of those tests. */
const isMaterial = (folder: Folder, { scripts }: Package): boolean =>
  /(?:^|\/)(?:tests?|__tests__|spec)(?:\/|$)/.test(folder.path) &&
  !scripts.has('test') &&
  !folder.files.some(isNodeLock);

const detect = (folder: Folder): Finds => {
  const own = readPackage(folder);
  if (isMaterial(folder, own)) return finds({});
  const manager = managerOf(folder, own);
  const kinds = [isWorkspace(folder, own) ? `${manager.name} workspace` : manager.name];
  if (!folder.canStart(manager.name))
    return finds({ kinds, leftOut: [...manager.leftOut, notInstalled(folder, manager)] });
  const tests = testsOf(folder, own, manager);
  return finds({
    kinds,
    setup: nodeSetup(folder, own, manager),
    verify: tests.verify,
    leftOut: [...manager.leftOut, ...tests.leftOut],
  });
};

/** A package below another one is part of it, unless it is installed by itself. */
export const node: Detector = {
  marks: markedBy('package.json'),
  isApart: (folder) => folder.files.some(isNodeLock),
  detect,
};
