/** knip's JSON: for each file a list of each kind of thing that nobody uses, or that is used and not listed. */
import { z } from 'zod';
import { asArray, isObject, own } from '../../../plain/shape.ts';
import { type Entry, isListOf, jsonTool } from '../shared/json-tool.ts';

/** What is said of each kind; a kind that is not here is said by its name. */
const titles: ReadonlyMap<string, string> = new Map([
  ['files', 'Unused file'],
  ['dependencies', 'Unused dependency'],
  ['devDependencies', 'Unused devDependency'],
  ['optionalPeerDependencies', 'Referenced optional peerDependency'],
  ['unlisted', 'Unlisted dependency'],
  ['binaries', 'Unlisted binary'],
  ['unresolved', 'Unresolved import'],
  ['exports', 'Unused export'],
  ['types', 'Unused exported type'],
  ['nsExports', 'Export in used namespace'],
  ['nsTypes', 'Exported type in used namespace'],
  ['enumMembers', 'Unused exported enum member'],
  ['classMembers', 'Unused exported class member'],
  ['namespaceMembers', 'Unused exported namespace member'],
  ['duplicates', 'Duplicate export'],
  ['catalog', 'Unused catalog entry'],
]);

/** Members are in a list, or in older versions in lists by the name of what they belong to; duplicates are lists. */
const itemsOf = (value: unknown): readonly unknown[] =>
  isObject(value) ? Object.values(value).flatMap(asArray) : asArray(value);

const entriesOf = (issue: unknown, index: number): Entry[] =>
  Object.entries(isObject(issue) ? issue : {})
    .filter(([kind]) => kind !== 'file' && kind !== 'owners')
    .flatMap(([kind, items]) =>
      itemsOf(items).map((item, n) => ({
        place: `issues[${index}].${kind}[${n}]`,
        value: { kind, file: own(issue, 'file'), item: typeof item === 'string' ? { name: item } : item },
      })),
    );

const unusedFiles = (value: unknown): Entry[] =>
  asArray(own(value, 'files')).map((file, index) => ({
    place: `files[${index}]`,
    value: { kind: 'files', file, item: { name: file } },
  }));

const Item = z.object({ name: z.string(), line: z.number().nullish(), col: z.number().nullish() });

export const knip = jsonTool({
  name: 'knip',
  title: 'knip JSON (knip --reporter json)',
  reviewer: 'knip',
  recognises: (value) =>
    Array.isArray(own(value, 'issues')) &&
    (isListOf(own(value, 'issues'), 'file', 'unlisted') ||
      (asArray(own(value, 'issues')).length === 0 &&
        isObject(value) &&
        Object.keys(value).every((key) => keys.has(key)))),
  // Older versions list unused files apart.
  entries: (value) => [...unusedFiles(value), ...asArray(own(value, 'issues')).flatMap(entriesOf)],
  shape: z.object({ kind: z.string(), file: z.string(), item: z.union([Item, z.array(Item).min(1)]) }),
  told: ({ kind, file, item }) => {
    const items = [item].flat();
    const title = titles.get(kind) ?? `knip reports ${kind}`;
    return {
      message: `${title}: ${items.map(({ name }) => name).join(', ')}`,
      path: file,
      severity: kind === 'unlisted' || kind === 'unresolved' || kind === 'binaries' ? 'high' : 'medium',
      rule: kind,
      line: items[0]?.line,
      column: items[0]?.col,
    };
  },
});

const keys = new Set(['issues', 'files']);
