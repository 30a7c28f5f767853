/** A detector knows one way of building projects. It looks at folders that hold one, and starts nothing. */
import { baseName, type Facts, type Folder, folderOf, openFolder } from './folder.ts';
import { anyOf, pattern } from '../plain/pattern.ts';
import type { Finds } from './found.ts';

export type Detector = {
  /** The folder of a project that a file of this path speaks for; null when it says nothing. */
  marks: (file: string, has: (file: string) => boolean) => string | null;
  /** Whether a marked folder below others is a project of its own. */
  isApart?: (folder: Folder, above: readonly Folder[]) => boolean;
  detect: (folder: Folder) => Finds;
};

/** Marked by files of these names, each in the folder of its project. */
export const markedBy =
  (...names: readonly (string | RegExp)[]): Detector['marks'] =>
  (file) => {
    const base = baseName(file);
    return names.some((name) => (typeof name === 'string' ? name === base : name.test(base))) ? folderOf(file) : null;
  };

/** What is not the project itself: what others wrote, what is tried, what is shown. */
const foreign = pattern(
  'i',
  /(?:^|\/)/,
  anyOf(
    /node_modules|vendor|vendored|third[_-]?party|external|deps|site-packages/,
    /testdata|fixtures?|__fixtures__|benchmarks?/,
    /examples?|samples?|demos?|templates?|docs?/,
    /\.[^/]+/,
  ),
  /(?:\/|$)/,
);

const deepest = 3;

const isBelow = (folder: string, upper: string): boolean =>
  folder !== upper && (upper === '' || folder.startsWith(`${upper}/`));

const depthOf = (folder: string): number => (folder === '' ? 0 : folder.split('/').length);

/** The topmost folders that hold a project, and those below them that are projects of their own. */
export const foldersFor = ({ marks, isApart }: Detector, facts: Facts): Folder[] => {
  const names = new Set(facts.files);
  const marked = [...new Set(facts.files.map((file) => marks(file, (other) => names.has(other))))]
    .filter((folder) => folder !== null)
    .filter((folder) => !foreign.test(folder) && depthOf(folder) <= deepest)
    .toSorted((a, b) => depthOf(a) - depthOf(b) || (a < b ? -1 : 1));
  const chosen: Folder[] = [];
  for (const path of marked) {
    const above = chosen.filter((upper) => isBelow(path, upper.path));
    const folder = openFolder(facts, path);
    if (above.length === 0 || isApart?.(folder, above) === true) chosen.push(folder);
  }
  return chosen;
};
