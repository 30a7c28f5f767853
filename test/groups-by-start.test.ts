import { describe, expect, it } from 'vitest';
import { groupsByStart } from '../scripts/build/groups.ts';
import { starts } from '../scripts/build/starts.ts';

const allRoots = Object.values(starts).flat();

/** `status.ts` imports something that the reader of patches imports too. */
const imports: Record<string, string[]> = {
  '/src/app/runs/status.ts': ['/src/a.ts'],
  '/src/adapters/inspector/worker.ts': ['/src/a.ts', '/src/b.ts'],
  '/src/b.ts': ['/src/c.ts'],
  '/src/c.ts': ['/src/b.ts'],
};

const groupsOf = (id: string, roots: readonly string[]): unknown[] => {
  const known = new Set(roots.map((root) => `/src/${root}`).concat(Object.values(imports).flat()));
  const getModuleInfo = (module: string) =>
    known.has(module) ? { importedIds: imports[module] ?? [], isEntry: module.endsWith('/main.ts') } : null;
  return groupsByStart('/src')
    .toSorted((a, b) => b.priority - a.priority)
    .map(({ name }) => name(id, { getModuleInfo }))
    .filter((name) => name !== null);
};

describe('files of the build', () => {
  it.each([
    ['/src/a.ts', ['list-report-look-repository-findings-run-inspector']],
    ['/src/c.ts', ['inspector']],
    ['/src/cli/program.ts', ['command-list-report-look-repository-findings-run']],
    ['/src/nowhere.ts', []],
    ['/src/cli/main.ts', []],
  ])('%s lies with what the same starts load', (id, names) => {
    expect(groupsOf(id, allRoots)).toEqual(names);
  });

  it('cannot be told where a start names what is gone', () => {
    const roots = allRoots.filter((root) => root !== 'app/runs/status.ts');
    expect(() => groupsOf('/src/a.ts', roots)).toThrow('app/runs/status.ts, which is no part of the bundle');
  });
});
