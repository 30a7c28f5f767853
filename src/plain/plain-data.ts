/** Plain data of unknown shape: looking in, merging, setting. Nothing here ever reaches a prototype. */
import { isObject } from './shape.ts';

export type Path = readonly (string | number)[];
export type Plain = Readonly<Record<string, unknown>>;

export const isPlain = (value: unknown): value is Plain => isObject(value);

/** Names that mean something to JavaScript itself. */
export const isReservedName = (key: string): boolean =>
  key === '__proto__' || key === 'constructor' || key === 'prototype';

export const holdsReservedName = (value: unknown): boolean => {
  if (Array.isArray(value)) return value.some(holdsReservedName);
  return (
    isPlain(value) && Object.entries(value).some(([key, inner]) => isReservedName(key) || holdsReservedName(inner))
  );
};

/** As people write it: `fix.concurrency`, `reviewers[0].level`. */
export const showPath = (path: Path): string =>
  path.map((part, index) => (typeof part === 'number' ? `[${part}]` : index === 0 ? part : `.${part}`)).join('');

const child = (value: unknown, key: string | number): unknown => {
  if (Array.isArray(value)) return typeof key === 'number' ? value[key] : undefined;
  return isPlain(value) && Object.hasOwn(value, key) ? value[key] : undefined;
};

export const getIn = (value: unknown, path: Path): unknown => path.reduce(child, value);

/** Lists and scalars are replaced, objects are merged key by key; the second wins. */
export const merge = (under: unknown, over: unknown): unknown => {
  if (over === undefined) return under;
  if (!isPlain(under) || !isPlain(over)) return over;
  const keys = new Set([...Object.keys(under), ...Object.keys(over)]);
  return Object.fromEntries([...keys].map((key) => [key, merge(child(under, key), child(over, key))]));
};

/** A copy with one value set; what is on the way there and is no object or list becomes one. */
export const setIn = (value: unknown, path: Path, to: unknown): unknown => {
  const [key, ...rest] = path;
  if (key === undefined) return to;
  const inner = setIn(child(value, key), rest, to);
  if (Array.isArray(value) && typeof key === 'number')
    return key >= value.length ? [...value, inner] : value.with(key, inner);
  return { ...(isPlain(value) ? value : {}), [key]: inner };
};

/** A copy without these keys of objects; list entries are left alone. */
export const removeAll = (value: unknown, paths: readonly Path[]): unknown => {
  if (paths.length === 0) return value;
  const byKey = Map.groupBy(paths, ([key]) => String(key));
  if (Array.isArray(value)) return value.map((each, index) => removeAll(each, below(byKey.get(String(index)))));
  if (!isPlain(value)) return value;
  const kept = Object.entries(value).filter(([key]) => byKey.get(key)?.some((path) => path.length === 1) !== true);
  return Object.fromEntries(kept.map(([key, each]) => [key, removeAll(each, below(byKey.get(key)))]));
};

const below = (paths: readonly Path[] = []): Path[] =>
  paths.filter((path) => path.length > 1).map((path) => path.slice(1));
