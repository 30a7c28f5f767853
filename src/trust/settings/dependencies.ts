/** What a manifest depends on, as names with what is asked of them. */
import type { FileState } from '../read-patch.ts';
import type { Leaf } from './leaves/leaf.ts';

/** Version, address, or both, as it is written. */
export type Dependencies = ReadonlyMap<string, string>;

const sections = /^(?:(?:dev|peer|optional|build|bundled?)?-?_?dependencies|require(?:-dev)?|requires)$/i;

/** A name with what follows it, as in requirements of Python. */
const required = /^([A-Za-z0-9][\w.-]{0,100}(?:\[[\w,\s-]{0,100}\])?)\s*(.*)$/;

type Found = readonly [name: string, spec: string];

const inText = (value: string): Found[] => {
  const match = required.exec(value.replace(/\s[#;].*$/, ''));
  return match === null ? [] : [[(match[1] ?? '').toLowerCase(), (match[2] ?? '').trim()]];
};

/** Below a section: by name, with more below it; or a list of texts. */
const inSection = ({ path, value }: Leaf): Found[] => {
  const at = path.findIndex(
    (part) => sections.test(part) || part === 'dependency-groups' || part === 'optional-dependencies',
  );
  if (at === -1) return [];
  if (path.at(-1) === '[]') return path[at + 1] === '[]' || path.length === at + 3 ? inText(value) : [];
  const [name, ...below] = path.slice(at + 1);
  if (name === undefined) return [];
  const isPlain = below.length === 0 || below[0] === 'version';
  return isPlain || /^(?:git|path|url|branch|rev|tag|registry|package|file)$/.test(below[0] ?? '')
    ? [[name, isPlain ? value : `${below[0]}:${value}`]]
    : [];
};

const inMaven = ({ path, value }: Leaf): Found[] => {
  const own = path.findLast((part) => /^(?:dependency|plugin|PackageReference) /.test(part));
  if (own !== undefined && /^(?:version|Version|systemPath)$/.test(path.at(-1) ?? '')) return [[own, value]];
  return path.at(-1) === 'Include' && path.at(-2) === 'PackageReference' ? [[value, '']] : [];
};

const coordinates = /["']([\w.-]+:[\w.-]+):([\w.+-]+)["']/g;
const gem = /^\s*gem\s+["']([\w-]+)["']\s*(?:,\s*(.*))?$/;
const goModule = /^(?:require\s+)?([\w.-]+\.[\w.-]+\/\S+)\s+(v\S+)/;

const inLine = (line: string): Found[] => {
  const go = goModule.exec(line.trim());
  if (go !== null) return [[go[1] ?? '', go[2] ?? '']];
  const ruby = gem.exec(line);
  if (ruby !== null) return [[ruby[1] ?? '', ruby[2] ?? '']];
  return [...line.slice(0, 2_000).matchAll(coordinates)].map(([, name = '', version = '']) => [name, version]);
};

const requirements = /requirements|constraints/;

const joined = (found: readonly Found[]): Dependencies => {
  const all = new Map<string, string>();
  for (const [name, spec] of found) all.set(name, all.has(name) ? `${all.get(name)} ${spec}`.trim() : spec);
  return all;
};

export const dependenciesOf = (state: FileState, leaves: readonly Leaf[]): Dependencies => {
  const name = state.path.slice(state.path.lastIndexOf('/') + 1);
  if (requirements.test(name)) return joined(state.lines.filter((line) => !/^\s*[#-]/.test(line)).flatMap(inText));
  if (/\.(?:json|toml)$|^Pipfile$/.test(name)) return joined(leaves.flatMap(inSection));
  if (/\.(?:xml|\w+proj|props)$/.test(name)) return joined(leaves.flatMap(inMaven));
  if (name === 'setup.cfg')
    return joined(leaves.filter(({ path }) => path.includes('install_requires')).flatMap(({ value }) => inText(value)));
  return joined(state.lines.flatMap(inLine));
};
