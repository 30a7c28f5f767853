/** A single value of a file of settings, whatever its format. */

export type Leaf = {
  /** Keys from the outside in; entries of lists have `[]`, so that their order does not matter. */
  path: readonly string[];
  value: string;
};

/** Deeper, and more of them, nobody writes by hand. */
const deepest = 60;
const most = 20_000;

const scalar = (value: unknown): string => {
  if (typeof value === 'string') return value.trim();
  return typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint' ? String(value) : '';
};

/** Of plain data; without recursion, since it may nest deeply. */
export const leavesOf = (data: unknown): Leaf[] => {
  const leaves: Leaf[] = [];
  const stack: { path: readonly string[]; value: unknown }[] = [{ path: [], value: data }];
  for (let next = stack.pop(); next !== undefined && leaves.length < most; next = stack.pop()) {
    const { path, value } = next;
    if (path.length > deepest) continue;
    if (Array.isArray(value)) {
      for (const each of value.toReversed()) stack.push({ path: [...path, '[]'], value: each });
      if (value.length === 0) leaves.push({ path, value: '' });
    } else if (typeof value === 'object' && value !== null && !(value instanceof Date)) {
      for (const [key, each] of Object.entries(value).toReversed()) stack.push({ path: [...path, key], value: each });
    } else leaves.push({ path, value: scalar(value) });
  }
  return leaves;
};
