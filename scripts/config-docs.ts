/** Writes the table of configuration keys into docs/configuration.md, from the schema itself. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { Config } from '../src/config/schema.ts';

const file = join(import.meta.dirname, '../docs/configuration.md');
const marks = { begin: '<!-- keys: begin -->', end: '<!-- keys: end -->' };

const Node = z.looseObject({
  description: z.string().optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  pattern: z.string().optional(),
  get properties() {
    return z.record(z.string(), Node).optional();
  },
  get additionalProperties() {
    return z.union([z.boolean(), Node]).optional();
  },
  get items() {
    return Node.optional();
  },
  get anyOf() {
    return z.array(Node).optional();
  },
  get oneOf() {
    return z.array(Node).optional();
  },
});
type Node = z.infer<typeof Node>;

const isDuration = (node: Node): boolean =>
  node.anyOf?.some(({ pattern }) => pattern?.includes('ms|s|m|h|d') === true) === true;

const word = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

const typeOf = (node: Node): string => {
  if (node.const !== undefined) return `\`${word(node.const)}\``;
  if (node.enum !== undefined) return node.enum.map((value) => `\`${word(value)}\``).join(', ');
  if (isDuration(node)) return 'duration';
  if (node.anyOf !== undefined) {
    const parts = node.anyOf.map(typeOf);
    return parts.join() === 'text,list of text' ? 'command' : parts.join(' or ');
  }
  if (node.type === 'array') return `list of ${node.items === undefined ? 'anything' : typeOf(node.items)}`;
  if (node.type === 'string') return 'text';
  if (node.type === 'boolean') return '`true`, `false`';
  return String(node.type);
};

const units: readonly [string, number][] = [
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1_000],
  ['ms', 1],
];

const shown = (value: unknown, node: Node): string => {
  if (value === undefined) return '';
  if (isDuration(node) && typeof value === 'number') {
    const [unit, size] = units.find(([, ms]) => value % ms === 0) ?? ['ms', 1];
    return `\`${value / size}${unit}\``;
  }
  return `\`${word(value)}\``;
};

const entry = z.record(z.string(), z.unknown());

/** Entries of a list that are of several kinds have a `kind`. */
const kindOf = (node: Node): string => word(node.properties?.['kind']?.const);

const exampleOf = (list: unknown, kind: string): unknown =>
  Array.isArray(list) ? list.find((each: unknown) => entry.safeParse(each).data?.['kind'] === kind) : undefined;

const rows = (node: Node, path: string, value: unknown): string[] => {
  const children = entry.safeParse(value).data ?? {};
  if (node.properties !== undefined)
    return Object.entries(node.properties).flatMap(([key, child]) =>
      rows(child, path === '' ? key : `${path}.${key}`, children[key]),
    );
  if (typeof node.additionalProperties === 'object')
    return rows(node.additionalProperties, `${path}.NAME`, Object.values(children)[0]);
  if (node.items?.properties !== undefined)
    return rows(node.items, `${path}[]`, Array.isArray(value) ? value[0] : undefined);
  const kinds = node.items?.oneOf;
  if (kinds !== undefined)
    return kinds.flatMap((kind) => rows(kind, `${path}[${kindOf(kind)}]`, exampleOf(value, kindOf(kind))));
  const cells = [`\`${path}\``, typeOf(node), shown(value, node), node.description ?? ''];
  return [`| ${cells.map((cell) => cell.replaceAll('|', String.raw`\|`)).join(' | ')} |`];
};

/** Every key with its type, default and description. */
export const configTable = (): string => {
  const defaults = Config.parse({
    agents: { name: { kind: 'command', command: 'c' } },
    reviewers: [
      { name: 'n', kind: 'tool', command: 'c' },
      { name: 'm', kind: 'agent' },
    ],
  });
  const given = new Set([
    'agents.NAME.kind',
    'agents.NAME.command',
    ...['tool', 'agent'].flatMap((kind) => [`reviewers[${kind}].name`, `reviewers[${kind}].kind`]),
    'reviewers[tool].command',
  ]);
  const lines = rows(Node.parse(z.toJSONSchema(Config, { io: 'input' })), '', defaults).map((row) => {
    const [, key = ''] = /^\| `([^`]+)`/.exec(row) ?? [];
    return given.has(key) ? row.replace(/(\| [^|]+ \| [^|]+ \|)[^|]*\|/, '$1 required |') : row;
  });
  return ['| key | value | default | |', '|---|---|---|---|', ...lines].join('\n');
};

export const withTable = (text: string): string => {
  const [before = '', rest = ''] = text.split(marks.begin);
  const [, after = ''] = rest.split(marks.end);
  return `${before}${marks.begin}\n${configTable()}\n${marks.end}${after}`;
};

if (import.meta.main) await writeFile(file, withTable(await readFile(file, 'utf8')));
