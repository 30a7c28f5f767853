/**
 * Which changed paths go through a filter that the user configured: we never run it, so they cannot be changed by us.
 */
import { rmSync } from 'node:fs';
import { joinNul, nameOf, splitNul } from '../door/bytes.ts';
import type { Control } from '../control/control.ts';
import { type RawChange, touchesModule } from '../result/diff.ts';

const attributesFile = '.gitattributes';

const filtered = async (control: Control, paths: readonly string[], index: string): Promise<string[]> => {
  const { stdout } = await control.git(['check-attr', '--cached', '-z', '--stdin', 'filter'], {
    index,
    input: joinNul(paths),
  });
  const fields = splitNul(stdout);
  const drivers = new Set(control.frozen.filters);
  return paths.filter((_, n) => drivers.has(fields[n * 3 + 2] ?? ''));
};

/** Asks against the base's attributes: a patch must not get out of a filter by changing them. */
const filteredAt = async (
  control: Control,
  paths: readonly string[],
  tree: string,
  scratch: string,
): Promise<string[]> => {
  try {
    await control.git(['read-tree', tree], { index: scratch });
    return await filtered(control, paths, scratch);
  } finally {
    rmSync(scratch, { force: true });
  }
};

export const protectedPaths = async (
  control: Control,
  raw: readonly RawChange[],
  base: string,
  index: string,
): Promise<string[]> => {
  const modules = raw.filter(touchesModule).map((change) => change.path);
  const { filters, filterAttributes } = control.frozen;
  const paths = raw.map((change) => change.path);
  const attributesChanged = paths.some((path) => nameOf(path) === attributesFile);
  if (filters.length === 0 || raw.length === 0 || (!filterAttributes && !attributesChanged)) return modules;
  const now = await filtered(control, paths, index);
  const before = attributesChanged ? await filteredAt(control, paths, base, `${index}.base`) : [];
  return [...new Set([...modules, ...now, ...before])];
};
