/** Tables, columns and stored fields: by statements of SQL, and by the words of the usual mappers. */
import type { FileState } from '../read-patch.ts';
import { pattern } from '../../plain/pattern.ts';
import { byPattern, firstOf, type Spotter } from './additions.ts';

const name = String.raw`(?:if\s+not\s+exists\s+)?(["'\x60\w.[\]]+)`;
const sql = (words: string, tail = ''): RegExp => new RegExp(String.raw`\b(${words})\s+${name}${tail}`, 'i');

const statements: readonly Spotter[] = [
  byPattern(
    sql(String.raw`create\s+(?:unlogged\s+)?table`, String.raw`\s*(?:\(|as\b|$|["'\x60])`),
    ([, table = '']) => `table ${table} is new`,
  ),
  byPattern(
    sql(String.raw`create\s+(?:unique\s+)?index(?:\s+concurrently)?`, String.raw`\s+on\b`),
    ([, index = '']) => `index ${index} is new`,
  ),
  byPattern(
    sql(String.raw`create\s+(?:or\s+replace\s+)?(?:materialized\s+)?(?:view|trigger|sequence)`, String.raw`\s`),
    ([kind = '', own = '']) => `${kind.split(/\s+/).at(-1)?.toLowerCase() ?? ''} ${own} is new`,
  ),
  byPattern(
    pattern(
      'i',
      /\balter\s+table\s+(?:if\s+exists\s+)?(?:only\s+)?(["'`\w.]+)\s+add\s+/,
      /(?:column\s+|constraint\s+)?(?:if\s+not\s+exists\s+)?(["'`\w]+)/,
    ),
    ([table = '', column = '']) => `${table} gets ${column}`,
  ),
];

const field = ([own = '']: readonly string[]): string => `the stored field ${own} is new`;
const mentions =
  (word: RegExp) =>
  ({ text }: FileState): boolean =>
    word.test(text);

const mappers: readonly Spotter[] = [
  byPattern(/^\s*(\w+)\s*=\s*models\.\w+(?:Field|Key)\(/, field),
  byPattern(/^\s*(\w+)\s*(?::[^=]+)?=\s*(?:\w+\.)?(?:mapped_column|Column)\(/, field, mentions(/sqlalchemy|\bdb\./i)),
  byPattern(
    /^\s*(@(?:Column|Entity|Table|ManyToOne|OneToMany|ManyToMany|OneToOne|ElementCollection)\b)/,
    ([kind = '']) => `something stored is new (${kind})`,
  ),
  byPattern(/^\s*(\w+)\s*:\s*(?:\{\s*type\s*:\s*)?(?:DataTypes|Sequelize)\.[A-Z]/, field),
  byPattern(/^\s*(\w+)\s*:\s*\{\s*type\s*:\s*(?:String|Number|Date|Boolean|Schema\.|\[)/, field, mentions(/mongoose/)),
  byPattern(/\b(?:pg|mysql|sqlite)Table\(\s*(['"`]\w+)/, ([table = '']) => `table ${table.slice(1)} is new`),
  byPattern(/^\s*(\w+)\s+\S+\s+`[^`]*\bgorm:"/, field),
  byPattern(
    /\b(?:op\.|knex\.schema\.|queryInterface\.|\.)?(?:create_?table|createTable)\(?\s*:?(['"`:]?\w+)/,
    ([own = '']) => `table ${own.replace(/^\W/, '')} is new`,
  ),
  byPattern(
    /\b(?:add_?column|addColumn|add_reference|add_index)\(?\s*:?(['"`]?\w+['"`]?\s*,\s*.{1,40})/,
    ([own = '']) => `a column is new (${own.trim()})`,
  ),
  byPattern(
    /^\s*(?:t|table)\.(?:string|integer|text|boolean|datetime|references|bigint|uuid|jsonb?|decimal)\(?\s*[:'"](\w+)/,
    field,
  ),
];

/** `name Type` in a schema of Prisma, by its name alone: another type is no new field. */
const prisma: Spotter = (line, { path }) => {
  const found = path.endsWith('.prisma')
    ? /^\s*(?:(model|enum)\s+(\w+)|(\w+)\s+[A-Z]\w*[?[\]]*(?:\s|$))/.exec(line)
    : null;
  if (found === null) return [];
  const [, kind, type, own] = found;
  return kind === undefined
    ? [{ key: `field ${own}`, what: `the stored field ${own ?? ''} is new` }]
    : [{ key: `${kind} ${type}`, what: `${kind} ${type ?? ''} is new` }];
};

export const spotSchema: Spotter = firstOf(prisma, ...statements, ...mappers);

const migration = pattern(
  'i',
  /(?:^|\/)(?:migrations?|migrate|alembic\/versions|flyway|liquibase)\/(?:[^/]+\/)*[^/]+/,
  /\.(?:sql|py|rb|[cm]?[jt]s|php|go|xml|ya?ml|exs|java|kt|cs)$/,
);

/** Where migrations lie, and how they are called. */
export const isMigration = (path: string): boolean =>
  !/(?:^|\/)(?:__init__\.py|README[^/]*|[^/]*\.(?:md|txt|snap))$/i.test(path) &&
  (migration.test(path) || /(?:^|\/)[VRU]\d[\w.]*__[^/]+\.sql$/.test(path));
