/** The layers of a configuration, and which of them gave a value: option over environment over file over preset. */
import type { Override } from './overrides.ts';
import type { ParsedFile } from './files/parse.ts';
import { divide } from '../plain/divide.ts';
import { type Path, getIn, merge, removeAll, setIn, showPath } from '../plain/plain-data.ts';

export type Layers = {
  preset: { name: string; value: unknown };
  file: (ParsedFile & { name: string }) | null;
  /** In the order in which they apply; the last one wins. */
  overrides: readonly Override[];
};

export const combine = ({ preset, file, overrides }: Layers): unknown => {
  const [environment, options] = divide(overrides, ({ layer }) => layer === 'environment');
  const given = withoutRival(preset.value, (key) => getIn(file?.value, key));
  return [environment, options].reduce(apply, merge(given, file?.value));
};

/** One layer over what the lower ones say. */
const apply = (value: unknown, overrides: readonly Override[]): unknown => {
  const set = (under: unknown): unknown =>
    overrides.reduce((each, { path, value: to }) => setIn(each, path, to), under);
  const own = set(undefined);
  return set(withoutRival(value, (key) => getIn(own, key)));
};

const rivals: readonly (readonly [Path, Path])[] = [
  [
    ['fix', 'agent'],
    ['fix', 'agents'],
  ],
];

/**
 * Of two keys that cannot both be set, the one that a higher layer gives takes the place of the other one below it.
 * Where one layer gives both, a rule has the word.
 */
const withoutRival = (below: unknown, over: (key: Path) => unknown): unknown => {
  const isGiven = (key: Path): boolean => (over(key) ?? null) !== null;
  const replaced = rivals.flatMap(([one, other]) => {
    if (isGiven(one) === isGiven(other)) return [];
    return [isGiven(one) ? other : one];
  });
  return removeAll(below, replaced);
};

const startsWith = (path: Path, prefix: Path): boolean => prefix.every((part, index) => part === path[index]);

/** Who gave the value at this very key; undefined: nobody, so it is the default. */
export const originOf = ({ preset, file, overrides }: Layers, path: Path): string | undefined => {
  const override = overrides.findLast(
    (each) => startsWith(path, each.path) && getIn(each.value, path.slice(each.path.length)) !== undefined,
  );
  if (override) return override.place;
  if (file && getIn(file.value, path) !== undefined) return file.placeOf(path) ?? file.name;
  return getIn(preset.value, path) === undefined ? undefined : `preset ${preset.name}`;
};

/** Where in the file the value at this very key comes from; undefined when something else gave it. */
export const placeInFile = ({ file, overrides }: Layers, path: Path): string | undefined => {
  const isOverridden = overrides.some(
    (each) => startsWith(path, each.path) && getIn(each.value, path.slice(each.path.length)) !== undefined,
  );
  return isOverridden || !file || getIn(file.value, path) === undefined ? undefined : (file.placeOf(path) ?? file.name);
};

/** `--set a.b` and the key that lies in its value are one key to a person: `--set a.b.c`. */
const withPath = (origin: string, path: string): string => {
  if (origin.startsWith('--set ') && `--set ${path}`.startsWith(`${origin}.`)) return `--set ${path}`;
  return origin.endsWith(` ${path}`) ? origin : `${origin} ${path}`;
};

/** Where a person has to look for something about this key; for a key that is missing, where it belongs. */
export const placeOf = (layers: Layers, path: Path): string => {
  for (let length = path.length; length >= 0; length -= 1) {
    const prefix = path.slice(0, length);
    const within = length > 0 ? layers.overrides.findLast((each) => startsWith(each.path, prefix)) : undefined;
    const origin = originOf(layers, prefix) ?? within?.place;
    // A preset is no place to add what is missing.
    const foreign = length < path.length && origin === `preset ${layers.preset.name}`;
    if (origin === undefined || length === 0 || foreign) continue;
    return withPath(origin, showPath(path));
  }
  return layers.file ? `${layers.file.name} ${showPath(path)}` : showPath(path);
};
