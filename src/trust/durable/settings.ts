/** New keys of files that configure a program, and new names in manifests. */
import { anyOf, pattern } from '../../plain/pattern.ts';
import type { FileState, ReadFile } from '../read-patch.ts';
import { dependenciesOf } from '../settings/dependencies.ts';
import { type Format, readLeaves } from '../settings/leaves/read-leaves.ts';

const folders =
  /(?:^|\/)(?:config|conf|configs|settings|etc)\/(?:[^/]+\/)*[^/]+\.(?:json|ya?ml|toml|ini|properties|conf)$/i;
const names = pattern(
  'i',
  /(?:^|\/)(?:application|appsettings|config|configuration|settings|values|defaults?|production|development|staging)/,
  /(?:[.-][\w-]+)*\.(?:json|ya?ml|toml|ini|properties)$/,
);
const environment = /(?:^|\/)\.env(?:\.[\w-]+)?$|(?:^|\/)(?:docker-)?compose[\w.-]*\.ya?ml$/;
const notForPrograms = /(?:^|\/)(?:locales?|i18n|lang|translations?|fixtures?|__fixtures__|\.\w+)\//i;

export const isConfiguration = (path: string): boolean =>
  !notForPrograms.test(path) && (folders.test(path) || names.test(path) || environment.test(path));

const formatOf = (path: string): Format | null => {
  if (/\.json$/i.test(path)) return 'json';
  if (/\.ya?ml$/i.test(path)) return 'yaml';
  if (/\.toml$/i.test(path)) return 'toml';
  return /\.(?:ini|properties|conf)$|\.env(?:\.[\w-]+)?$/i.test(path) ? 'ini' : null;
};

/** Entries of lists are values, not keys. */
const keysOf = (state: FileState | null): Set<string> => {
  const format = state && formatOf(state.path);
  const leaves = format ? (readLeaves(state, format) ?? []) : [];
  return new Set(leaves.map(({ path }) => path.filter((part) => part !== '[]').join('.')));
};

const constant = /^([A-Z][A-Z0-9_]{2,})\s*(?::\s*[\w[\], .]+)?=(?!=)/;

const constantsOf = (state: FileState | null): Set<string> =>
  new Set((state?.lines ?? []).flatMap((line) => constant.exec(line)?.[1] ?? []));

/** Keys that are new; a file that is new counts as one. */
export const newKeys = ({ path, before, after }: ReadFile): string[] => {
  if (after === null) return [];
  if (/(?:^|\/)(?:settings|config)(?:\/\w+)?\.py$/.test(path))
    return before === null ? [] : [...constantsOf(after).difference(constantsOf(before))];
  if (!isConfiguration(path)) return [];
  return before === null ? ['all of it'] : [...keysOf(after).difference(keysOf(before))];
};

const manifest = pattern(
  '',
  /(?:^|\/)/,
  anyOf(
    /package\.json|pyproject\.toml|Pipfile|setup\.cfg|[\w-]*requirements[\w-]*\.txt|go\.mod|Cargo\.toml/,
    /pom\.xml|build\.gradle(?:\.kts)?|Gemfile|composer\.json|[\w.-]+\.csproj/,
  ),
  '$',
);

const dependencies = (state: FileState | null): ReadonlySet<string> => {
  if (state === null) return new Set();
  const format = /\.xml$|proj$/.test(state.path)
    ? 'xml'
    : (formatOf(state.path) ?? (state.path.endsWith('Pipfile') ? 'toml' : 'ini'));
  return new Set(dependenciesOf(state, readLeaves(state, format) ?? []).keys());
};

export const newDependencies = ({ path, before, after }: ReadFile): string[] =>
  manifest.test(path) && before !== null && after !== null
    ? [...dependencies(after).difference(dependencies(before))]
    : [];
