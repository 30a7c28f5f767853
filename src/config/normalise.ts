/** Step three: the layers as one input, checked by the schema, which also fills in the defaults. */
import { type Explained, explain, missingKey } from './explain.ts';
import { type Layers, combine } from './layers.ts';
import { type Path, getIn, isPlain, removeAll, setIn } from '../plain/plain-data.ts';
import { Config } from './schema.ts';
import { typesAt } from './schema-tree.ts';

export type Normalised = {
  /**
   * As far as it could be read: what is wrong has been left out, so that the rules can look at the rest. Null: nothing
   * could.
   */
  config: Config | null;
  issues: Explained[];
  /** Sections that were left out whole. */
  dropped: Set<string>;
};

/** A section whose keys are all commented out is null in YAML: it says nothing. */
const withoutEmptySections = (value: unknown, path: Path): unknown => {
  if (Array.isArray(value)) return value.map((each, index) => withoutEmptySections(each, [...path, index]));
  if (!isPlain(value)) return value;
  const isEmpty = (key: string): boolean => {
    if (value[key] !== null) return false;
    const types = typesAt([...path, key]);
    return !types.has('null') && (types.has('object') || types.has('array')) && !types.has('string');
  };
  return Object.fromEntries(
    Object.keys(value)
      .filter((key) => !isEmpty(key))
      .map((key) => [key, withoutEmptySections(value[key], [...path, key])]),
  );
};

/** An agent or reviewer that cannot be read still counts by its name. */
const standIn = (input: unknown, path: Path): { path: Path; value: unknown } | null => {
  const [section, key] = path;
  if (key === undefined) return null;
  if (section === 'agents') return { path: [section, key], value: { kind: 'acp', command: 'none' } };
  if (section !== 'reviewers') return null;
  const given = getIn(input, [section, key, 'name']);
  const name = typeof given === 'string' && given !== '' ? given : `unnamed ${key}`;
  return { path: [section, key], value: { name, kind: 'tool', command: 'none' } };
};

/**
 * What is left when everything that is wrong is taken out: first the keys, then the entries and sections that still
 * are.
 */
const salvage = (input: unknown, issues: readonly Explained[]): { config: Config | null; dropped: Set<string> } => {
  const dropped = new Set<string>();
  let value = removeAll(
    input,
    issues.map(({ path }) => path),
  );
  const first = Config.safeParse(value);
  for (const issue of first.error?.issues ?? []) {
    const path = issue.path.filter((part) => typeof part !== 'symbol');
    const stand = standIn(input, path);
    if (stand) value = setIn(value, stand.path, stand.value);
    else dropped.add(String(path[0]));
  }
  const second = Config.safeParse(
    removeAll(
      value,
      [...dropped].map((section) => [section]),
    ),
  );
  return { config: second.success ? second.data : null, dropped };
};

/** Values of the file that an option hides are wrong all the same; what it lacks, an option may have given. */
export const issuesInFile = ({ file, overrides }: Layers): Explained[] => {
  if (!file || overrides.length === 0) return [];
  const input = withoutEmptySections(file.value, []);
  const checked = Config.safeParse(input);
  return checked.success ? [] : explain(checked.error.issues, input).filter(({ message }) => message !== missingKey);
};

export const normalise = (layers: Layers): Normalised => {
  const input = withoutEmptySections(combine(layers), []);
  const checked = Config.safeParse(input);
  if (checked.success) return { config: checked.data, issues: [], dropped: new Set() };
  const issues = explain(checked.error.issues, input);
  return { ...salvage(input, issues), issues };
};
