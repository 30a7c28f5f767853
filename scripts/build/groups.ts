/** Puts into one file what the same starts load: none of them loads a module that it has no use for. */
import { join } from 'node:path';
import type { ModuleInfo } from 'rolldown';
import { starts } from './starts.ts';

/** What is asked of the bundler. */
type Modules = { getModuleInfo: (id: string) => Pick<ModuleInfo, 'importedIds' | 'isEntry'> | null };

type Group = { debugName: string; priority: number; name: (id: string, modules: Modules) => string | null };

const reachedFrom = (roots: readonly string[], modules: Modules): Set<string> => {
  const reached = new Set<string>();
  for (const queue = [...roots]; queue.length > 0;) {
    const id = queue.pop();
    if (id === undefined || reached.has(id)) continue;
    reached.add(id);
    queue.push(...(modules.getModuleInfo(id)?.importedIds ?? []));
  }
  return reached;
};

const loadedBy = (src: string, modules: Modules): [string, Set<string>][] =>
  Object.entries(starts).map(([name, files]) => {
    const roots = files.map((file) => join(src, file));
    const gone = roots.find((root) => modules.getModuleInfo(root) === null);
    if (gone !== undefined) throw new Error(`scripts/build/starts.ts names ${gone}, which is no part of the bundle`);
    return [name, reachedFrom(roots, modules)];
  });

/**
 * One for each number of starts: what many load is taken first, since it imports nothing that only fewer load. What the
 * program begins with does its work as soon as it is loaded, so that it lies with nothing else.
 */
export const groupsByStart = (src: string): Group[] => {
  let loaded: [string, Set<string>][] | undefined;
  const counts = Object.keys(starts).map((_, n) => n + 1);
  return counts.map((count) => ({
    debugName: `what ${count} starts load`,
    priority: count,
    name: (id, modules) => {
      if (modules.getModuleInfo(id)?.isEntry === true) return null;
      loaded ??= loadedBy(src, modules);
      const names = loaded.flatMap(([name, ids]) => (ids.has(id) ? [name] : []));
      return names.length === count ? names.join('-') : null;
    },
  }));
};
