/** Fixes that add what lasts, and honest ones that do not, or that were asked to (7.7). */
import { describe, expect, it } from 'vitest';
import type { Asking, ChangedFile } from '../../model/patch.ts';
import { readPatch } from '../read-patch.ts';
import { inspectDurable } from './durable.ts';

type Files = Record<string, [before: string | null, after: string | null]>;

const bug: Asking = {
  title: 'The total is wrong for an empty cart',
  description: 'When the cart has no items, NaN is returned.',
  category: 'correctness',
  file: 'src/cart.ts',
  line: 3,
};

const noTree = () => {
  throw new Error('nothing is parsed here');
};

const rulesOf = (files: Files, finding: Partial<Asking> = {}): string[] => {
  const changed = Object.entries(files).map(([path, [before, after]]): ChangedFile => ({ path, before, after }));
  const patch = readPatch({ files: changed, findings: [{ ...bug, ...finding }], tests: [] }, noTree);
  return inspectDurable(patch).map(({ rule }) => rule);
};

const cart = 'export const total = (items) =>\n  items.reduce((sum, each) => sum + each.price, 0) / items.length;\n';
const model = 'from django.db import models\n\nclass User(models.Model):\n    name = models.CharField(max_length=10)\n';
const prisma = 'model User {\n  id    Int    @id\n  name  String\n}\n';
const entity = '@Entity()\nexport class User {\n  @Column()\n  name: string;\n}\n';
const manifest = '{ "name": "a", "dependencies": { "zod": "^4.0.0" } }\n';
const yaml = 'server:\n  port: 80\n  hosts: [a]\n';

describe('7.7 asks about a fix that adds', () => {
  it.each<[string, Files, string]>([
    [
      'a migration in SQL',
      { 'db/migrations/004_totals.sql': [null, 'CREATE TABLE totals (id int);\n'] },
      'new-migration',
    ],
    ['a migration of Django', { 'app/migrations/0004_total.py': [null, 'operations = []\n'] }, 'new-migration'],
    [
      'a migration of Rails',
      { 'db/migrate/2026_add_total.rb': [null, 'add_column :carts, :total, :integer\n'] },
      'new-migration',
    ],
    [
      'a migration of Flyway',
      { 'src/main/resources/V7__totals.sql': [null, 'create table t (id int);\n'] },
      'new-migration',
    ],
    [
      'a table in a query',
      { 'src/db.ts': [cart, `${cart}db.exec('CREATE TABLE IF NOT EXISTS totals (id INTEGER)');\n`] },
      'new-schema',
    ],
    [
      'a table in a schema',
      { 'db/schema.sql': ['create table a (id int);\n', 'create table a (id int);\ncreate table b (id int);\n'] },
      'new-schema',
    ],
    [
      'an index',
      { 'src/db.py': ['x = 1\n', 'x = 1\ncursor.execute("CREATE UNIQUE INDEX i ON users (email)")\n'] },
      'new-schema',
    ],
    [
      'a column',
      { 'src/db.go': ['package db\n', 'package db\n\nconst q = "ALTER TABLE carts ADD COLUMN total int"\n'] },
      'new-schema',
    ],
    [
      'a trigger',
      { 'db/schema.sql': ['', 'CREATE TRIGGER touch BEFORE UPDATE ON a EXECUTE FUNCTION t();\n'] },
      'new-schema',
    ],
    [
      'a field of Django',
      { 'shop/models.py': [model, `${model}    total = models.IntegerField(default=0)\n`] },
      'new-schema',
    ],
    [
      'a field of SQLAlchemy',
      {
        'shop/models.py': ['import sqlalchemy\n', 'import sqlalchemy\n\nclass A(Base):\n    total = Column(Integer)\n'],
      },
      'new-schema',
    ],
    [
      'a field of TypeORM',
      { 'src/user.ts': [entity, entity.replace('}', '  @Column()\n  total: number;\n}')] },
      'new-schema',
    ],
    [
      'a field of JPA',
      { 'src/User.java': ['@Entity\nclass User {\n}\n', '@Entity\nclass User {\n  @Column\n  int total;\n}\n'] },
      'new-schema',
    ],
    ['a field of Prisma', { 'prisma/schema.prisma': [prisma, prisma.replace('}', '  total Int\n}')] }, 'new-schema'],
    ['a model of Prisma', { 'prisma/schema.prisma': [prisma, `${prisma}model Total {\n}\n`] }, 'new-schema'],
    [
      'a field of GORM',
      { 'user.go': ['package a\ntype U struct {\n}\n', 'package a\ntype U struct {\n\tTotal int `gorm:"index"`\n}\n'] },
      'new-schema',
    ],
    ['a field of Sequelize', { 'src/user.js': ['', 'User.init({\n  total: DataTypes.INTEGER,\n});\n'] }, 'new-schema'],
    ['a table of Drizzle', { 'src/tables.ts': ['', "export const totals = pgTable('totals', {});\n"] }, 'new-schema'],
    [
      'an environment variable',
      { 'src/cart.ts': [cart, `${cart}const limit = process.env.CART_LIMIT ?? 10;\n`] },
      'new-variable',
    ],
    [
      'an environment variable in Python',
      { 'a.py': ['import os\n', "import os\nlimit = os.environ.get('CART_LIMIT', 10)\n"] },
      'new-variable',
    ],
    [
      'an environment variable in Go',
      { 'a.go': ['package a\n', 'package a\nvar limit = os.Getenv("CART_LIMIT")\n'] },
      'new-variable',
    ],
    [
      'an environment variable in Rust',
      { 'src/a.rs': ['', 'let limit = std::env::var("CART_LIMIT");\n'] },
      'new-variable',
    ],
    [
      'an environment variable in Java',
      { 'src/A.java': ['', 'String limit = System.getenv("CART_LIMIT");\n'] },
      'new-variable',
    ],
    ['an environment variable in Ruby', { 'a.rb': ['', "limit = ENV.fetch('CART_LIMIT', 10)\n"] }, 'new-variable'],
    ['a key of a configuration', { 'config/app.yml': [yaml, `${yaml}cart:\n  limit: 10\n`] }, 'new-setting'],
    ['a key of appsettings.json', { 'appsettings.json': ['{ "a": 1 }', '{ "a": 1, "b": { "c": 2 } }'] }, 'new-setting'],
    ['a property', { 'src/main/resources/application.properties': ['a=1\n', 'a=1\ncart.limit=10\n'] }, 'new-setting'],
    ['a variable for everybody', { '.env.example': ['A=1\n', 'A=1\nCART_LIMIT=10\n'] }, 'new-setting'],
    [
      'a setting of Django',
      { 'shop/settings.py': ['DEBUG = False\n', 'DEBUG = False\nCART_LIMIT = 10\n'] },
      'new-setting',
    ],
    ['a file of settings', { 'config/cart.json': [null, '{ "limit": 10 }'] }, 'new-setting'],
    [
      'a dependency',
      { 'package.json': [manifest, manifest.replace('"zod"', '"left-pad": "1.0.0", "zod"')] },
      'new-dependency',
    ],
    ['a dependency of Python', { 'requirements.txt': ['flask==3.0\n', 'flask==3.0\ncelery==5.4\n'] }, 'new-dependency'],
    [
      'a dependency of Go',
      { 'go.mod': ['module a\n', 'module a\n\nrequire github.com/x/y v1.0.0\n'] },
      'new-dependency',
    ],
    [
      'a dependency of Rust',
      { 'Cargo.toml': ['[dependencies]\nserde = "1"\n', '[dependencies]\nserde = "1"\nrand = "0.8"\n'] },
      'new-dependency',
    ],
    ['a job', { 'src/jobs/recount.ts': [null, 'export const run = () => recount();\n'] }, 'new-job'],
    ['a timer', { 'src/cart.ts': [cart, `${cart}setInterval(recount, 1000);\n`] }, 'new-job'],
    ['something by the clock', { 'src/cart.ts': [cart, `${cart}cron.schedule('* * * * *', recount);\n`] }, 'new-job'],
    [
      'a task of Celery',
      { 'shop/tasks.py': ['x = 1\n', 'x = 1\n\n@shared_task\ndef recount():\n    pass\n'] },
      'new-job',
    ],
    [
      'a job of Spring',
      { 'src/A.java': ['class A {\n}\n', 'class A {\n  @Scheduled(fixedRate = 5)\n  void a() {}\n}\n'] },
      'new-job',
    ],
    ['a queue', { 'src/cart.ts': [cart, `${cart}const queue = new Queue('totals');\n`] }, 'new-job'],
    [
      'something in the browser',
      { 'src/cart.ts': [cart, `${cart}localStorage.setItem('total', sum);\n`] },
      'new-state',
    ],
    ['a cookie', { 'src/cart.ts': [cart, `${cart}res.cookie('total', sum);\n`] }, 'new-state'],
    ['a database of its own', { 'cart.py': ['x = 1\n', "x = 1\ndb = sqlite3.connect('totals.db')\n"] }, 'new-state'],
  ])('7.7 %s', (_, files, rule) => {
    expect(rulesOf(files)).toContain(rule);
  });
});

describe('7.7 asks nothing about a fix that', () => {
  it.each<[string, Files, Partial<Asking>?]>([
    ['mends the code', { 'src/cart.ts': [cart, cart.replace(' / items.length', '')] }],
    [
      'adds a function and a test',
      {
        'src/cart.ts': [cart, `${cart}export const count = (items) => items.length;\n`],
        'test/cart.test.ts': [null, 'CREATE TABLE a (id int)'],
      },
    ],
    ['sets up a table in a test', { 'tests/db_test.py': ['', 'cursor.execute("CREATE TABLE a (id int)")\n'] }],
    [
      'moves a statement to another file',
      {
        'src/a.ts': ["db.exec('CREATE TABLE totals (id int)');\n", ''],
        'src/b.ts': ['', "db.exec('CREATE TABLE totals (id int)');\n"],
      },
    ],
    [
      'changes a query',
      { 'src/db.ts': ["q('SELECT * FROM a WHERE id=' + id);\n", "q('SELECT * FROM a WHERE id = ?', [id]);\n"] },
    ],
    ['uses a temporary table', { 'src/db.ts': ['', "db.exec('CREATE TEMP TABLE t (id int)');\n"] }],
    ['changes the options of a field', { 'shop/models.py': [model, model.replace('max_length=10', 'max_length=20')] }],
    ['makes a field optional', { 'prisma/schema.prisma': [prisma, prisma.replace('name  String', 'name  String?')] }],
    ['mentions a table in a comment', { 'src/db.ts': ['', '// CREATE TABLE a (id int) is done elsewhere\n'] }],
    [
      'reads a variable that was read before',
      {
        'src/a.ts': [
          'const a = process.env.CART_LIMIT;\n',
          'const a = Number(process.env.CART_LIMIT);\nif (!process.env.CART_LIMIT) fail();\n',
        ],
      },
    ],
    [
      'reads a variable that everybody knows',
      { 'src/a.ts': [cart, `${cart}if (process.env.NODE_ENV !== 'production') check();\n`] },
    ],
    ['sets a variable for a child', { 'src/a.ts': [cart, `${cart}process.env.CHILD_MODE = 'x';\n`] }],
    ['changes a value of the configuration', { 'config/app.yml': [yaml, yaml.replace('80', '8080')] }],
    ['adds an entry to a list of the configuration', { 'config/app.yml': [yaml, yaml.replace('[a]', '[a, b]')] }],
    ['removes a key', { 'config/app.yml': [yaml, 'server:\n  port: 80\n'] }],
    ['translates', { 'src/locales/config.json': ['{ "a": "x" }', '{ "a": "x", "b": "y" }'] }],
    ['raises the version of a dependency', { 'package.json': [manifest, manifest.replace('4.0.0', '4.1.0')] }],
    ['removes a dependency', { 'package.json': [manifest, '{ "name": "a", "dependencies": {} }'] }],
    ['adds a script', { 'package.json': [manifest, manifest.replace('"name"', '"scripts": { "x": "y" }, "name"')] }],
    [
      'clears a timer',
      {
        'src/a.ts': [
          'const t = setInterval(f, 1);\n',
          'const t = setInterval(f, 1);\nonStop(() => clearInterval(t));\n',
        ],
      },
    ],
    ['waits once', { 'src/a.ts': [cart, `${cart}setTimeout(retry, 10);\n`] }],
    [
      'protects a cookie',
      { 'src/a.ts': ["res.cookie('sid', id);\n", "res.cookie('sid', id, { httpOnly: true, secure: true });\n"] },
    ],
    ['reads what is stored', { 'src/a.ts': [cart, `${cart}const t = localStorage.getItem('total');\n`] }],
    [
      'removes what is stored',
      { 'src/a.ts': ["localStorage.setItem('token', t);\n", "localStorage.removeItem('token');\n"] },
    ],
    [
      'documents a setting',
      { 'docs/config.yml': ['a: 1\n', 'a: 1\nb: 2\n'], 'README.md': ['', 'CREATE TABLE a (id int)\n'] },
    ],
    ['renames a migration helper', { 'src/migrations/__init__.py': [null, ''] }],
    [
      'was asked for an index',
      { 'db/migrations/5_index.sql': [null, 'CREATE INDEX i ON users (email);\n'] },
      { title: 'Slow lookup by email', description: 'There is no index on users.email.' },
    ],
    [
      'was asked for a constraint',
      { 'db/migrations/5_unique.sql': [null, 'ALTER TABLE users ADD CONSTRAINT u UNIQUE (email);\n'] },
      {
        title: 'Duplicate users',
        description: 'users.email should be unique, and two requests at once make two rows.',
        suggestion: 'Add a unique constraint.',
      },
    ],
    [
      'was asked to keep something',
      { 'shop/models.py': [model, `${model}    total = models.IntegerField()\n`] },
      { title: 'Totals are never stored', description: 'They are lost on restart.' },
    ],
    [
      'was asked not to hard-code a secret',
      { 'src/a.ts': ["const key = 'abc';\n", 'const key = process.env.PAYMENT_KEY;\n'] },
      { title: 'Hard-coded credential', description: 'The key of the payment service is in the source.' },
    ],
    [
      'was asked for an environment variable',
      { 'a.py': ['HOST = "x"\n', 'import os\nHOST = os.environ["DB_HOST"]\n'] },
      { title: 'Host is fixed', description: 'Read it from an environment variable.' },
    ],
    [
      'was asked to make something configurable',
      { 'config/app.yml': [yaml, `${yaml}timeout: 5\n`] },
      { title: 'Timeout should be configurable', description: 'It is always 5 s.' },
    ],
    [
      'mends the configuration that the finding is in',
      { 'config/app.yml': [yaml, `${yaml}tls: true\n`] },
      { title: 'TLS is off', description: 'Connections are plain text.', file: 'config/app.yml' },
    ],
    [
      'was asked to declare a dependency',
      { 'package.json': [manifest, manifest.replace('"zod"', '"yaml": "2", "zod"')] },
      { title: 'yaml is imported and not listed in package.json', description: 'It works by accident.' },
    ],
    [
      'was asked to replace a library',
      { 'package.json': [manifest, manifest.replace('"zod"', '"undici": "7", "zod"')] },
      { title: 'request is deprecated', description: 'Use undici instead.' },
    ],
    [
      'was asked to move work away from the request',
      { 'src/jobs/mail.ts': [null, 'export const send = () => mail();\n'] },
      { title: 'Mail blocks the request', description: 'Send it in the background.' },
    ],
    [
      'was asked for a cookie',
      { 'src/a.ts': [cart, `${cart}res.cookie('lang', lang);\n`] },
      { title: 'The language is forgotten', description: 'It is never remembered between visits.' },
    ],
    [
      'names the table that the finding names',
      { 'db/schema.sql': ['', 'create table audit_log (id int);\n'] },
      { title: 'Add a table audit_log', description: 'Changes are not recorded.' },
    ],
    ['adds a type that only looks like it', { 'src/a.ts': [cart, `${cart}type Table = { create: () => void };\n`] }],
    ['sorts a table on the page', { 'src/a.tsx': [cart, `${cart}const label = 'Create table of contents';\n`] }],
  ])('7.7 %s', (_, files, finding = {}) => {
    expect(rulesOf(files, finding)).toEqual([]);
  });
});
