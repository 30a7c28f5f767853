/** Values from options and from the environment, each with the key it is for and where it came from. */
import type { ConfigProblem } from './error.ts';
import { given } from '../plain/given.ts';
import { nearest } from '../plain/nearest.ts';
import { type Path, holdsReservedName, isReservedName } from '../plain/plain-data.ts';
import { hasFreeNames, keysAt } from './schema-tree.ts';
import { valueFromText } from './text-value.ts';

/** `layer`: what is given in one way counts together. */
export type Override = { path: Path; value: unknown; place: string; layer: 'environment' | 'option' };
export type Overrides = { overrides: Override[]; problems: ConfigProblem[] };

const envPrefix = 'FIXPOINT_SET_';

const toPath = (parts: readonly string[]): Path => parts.map((part) => (/^\d{1,6}$/.test(part) ? Number(part) : part));

type Given = Pick<Override, 'place' | 'layer'> & { parts: readonly string[]; raw: unknown };

const checked = (into: Overrides, { place, layer, parts, raw }: Given): void => {
  const path = toPath(parts);
  const value = typeof raw === 'string' ? valueFromText(raw, path) : raw;
  if (parts.some((part) => part === '') || parts.length > 10)
    into.problems.push({ place, message: 'this is not a key', suggestion: 'write it as in fix.concurrency' });
  else if (parts.some(isReservedName) || holdsReservedName(value))
    into.problems.push({ place, message: 'this name is not allowed' });
  else into.overrides.push({ path, value, place, layer });
};

/** `flags` by dotted key; `names` says which option of the command line stands behind a key. */
export const fromFlags = (
  flags: Readonly<Record<string, unknown>>,
  names: Readonly<Record<string, string>> = {},
): Overrides => {
  const into: Overrides = { overrides: [], problems: [] };
  for (const [key, value] of Object.entries(flags)) {
    const place = names[key] ?? `--set ${key}`;
    if (value !== undefined) checked(into, { place, layer: 'option', parts: key.split('.'), raw: value });
  }
  return into;
};

/** `--set key=value`, as often as it was given. */
export const fromSet = (assignments: readonly string[]): Overrides => {
  const into: Overrides = { overrides: [], problems: [] };
  for (const text of assignments) {
    const equals = text.indexOf('=');
    const key = text.slice(0, equals).trim();
    if (equals > 0)
      checked(into, { place: `--set ${key}`, layer: 'option', parts: key.split('.'), raw: text.slice(equals + 1) });
    else
      into.problems.push({
        place: `--set ${text}`,
        message: 'this has no value',
        suggestion: 'write --set key=value, as in --set fix.concurrency=8',
      });
  }
  return into;
};

const bare = (name: string): string => name.toLowerCase().replaceAll('_', '');

/**
 * Variables cannot carry upper and lower case, so names are matched without; names that people chose are taken from the
 * file.
 */
const properName = (part: string, path: Path, namesInFile: (path: Path) => readonly string[]): string | null => {
  const known = [...keysAt(path), ...namesInFile(path)].find((key) => bare(key) === bare(part));
  if (known !== undefined) return known;
  return hasFreeNames(path) || /^\d+$/.test(part) ? part.toLowerCase() : null;
};

/** The key that a variable is about, as its parts are written; the first part that is none, said. */
const keyOf = (variable: string, namesInFile: (path: Path) => readonly string[], into: Overrides): string[] | null => {
  const parts: string[] = [];
  for (const part of variable.slice(envPrefix.length).split('__')) {
    const name = properName(part, toPath(parts), namesInFile);
    if (name === null) {
      const guess = nearest(part, keysAt(toPath(parts)));
      const suggestion = guess && `did you mean ${[...parts, guess].join('.')}?`;
      const message = `there is no key ${[...parts, part.toLowerCase()].join('.')}`;
      into.problems.push({ place: variable, message, ...given({ suggestion: suggestion || undefined }) });
      return null;
    }
    parts.push(name);
  }
  return parts;
};

/** A variable that is set but empty counts as not set. */
export const fromEnvironment = (
  env: Readonly<Record<string, string | undefined>>,
  namesInFile: (path: Path) => readonly string[],
): Overrides => {
  const into: Overrides = { overrides: [], problems: [] };
  for (const variable of Object.keys(env).sort()) {
    const text = env[variable];
    if (!variable.startsWith(envPrefix) || text === undefined || text === '') continue;
    const key = keyOf(variable, namesInFile, into);
    if (key) checked(into, { place: variable, layer: 'environment', parts: key, raw: text });
  }
  return into;
};
