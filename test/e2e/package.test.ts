/** The package as somebody gets it: packed, installed elsewhere with nothing else around, and used. */
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'fixpoint-package-')));
const consumer = join(folder, 'consumer');
const repo = join(folder, 'repo');
const env = {
  // The Node that runs this, and git: nothing of the clone's node_modules/.bin.
  PATH: [
    dirname(realpathSync(process.execPath)),
    ...(process.env['PATH'] ?? '').split(':').filter((part) => !part.includes('node_modules')),
  ].join(':'),
  HOME: join(folder, 'home'),
  XDG_STATE_HOME: join(folder, 'state'),
  npm_config_cache: join(folder, 'cache'),
  GIT_CONFIG_NOSYSTEM: '1',
};

const call = (program: string, args: readonly string[], cwd: string): string =>
  execFileSync(program, args, { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

type Packed = { filename: string; files: { path: string }[] };
let packed: Packed;

const fileOf = ({ filename }: Packed): string => join(folder, filename);

const packOf = (path: string): Packed => {
  const args = ['pack', '--ignore-scripts', '--json', '--pack-destination', folder, join(root, path)];
  const [first] = JSON.parse(call('npm', args, root));
  return { ...first, filename: first.filename.replace('@', '').replaceAll('/', '-') };
};

beforeAll(() => {
  for (const each of [env.HOME, consumer, repo]) mkdirSync(each, { recursive: true });
  // Built already by `npm test`; building again would pull dist/ from under tests that run beside this one.
  packed = packOf('.');
  writeFileSync(join(consumer, 'package.json'), JSON.stringify({ name: 'consumer', private: true, type: 'module' }));
  const parsers = readdirSync(join(root, 'node_modules/@ast-grep')).map((name) =>
    packOf(`node_modules/@ast-grep/${name}`),
  );
  call('npm', ['install', '--offline', '--no-audit', '--no-fund', ...[packed, ...parsers].map(fileOf)], consumer);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('13.1 packs what is needed and nothing else', () => {
  const paths = packed.files.map(({ path }) => path);
  expect(
    paths.filter(
      (path) =>
        !/^(bin\/fixpoint|dist\/.+|man\/fixpoint\.1|docs\/[\w-]+\.md|docs\/recordings\/\w+\.svg|README\.md|LICENSE|package\.json)$/.test(
          path,
        ),
    ),
  ).toEqual([]);
  expect(paths).toEqual(
    expect.arrayContaining([
      'bin/fixpoint',
      'dist/cli.js',
      'dist/index.js',
      'dist/schema.json',
      'dist/answer-server.js',
      'dist/fix.md',
      // Messages point to them.
      'docs/troubleshooting.md',
      'docs/recordings/npm.svg',
      'man/fixpoint.1',
      'LICENSE',
    ]),
  );
  expect(paths.filter((path) => path.startsWith('dist/') && path.includes('node_modules'))).toEqual([]);
  expect(JSON.parse(readFileSync(join(consumer, 'package-lock.json'), 'utf8')).packages).toHaveProperty(
    'node_modules/fixpoint',
  );
  // Only the parsers are not part of the bundle: they are programs for one kind of machine.
  expect(call('ls', ['node_modules'], consumer).trim().split('\n')).toEqual(['@ast-grep', 'fixpoint']);
});

it('13.4 has one class of expected errors, so that whoever catches one catches all', () => {
  const scripts = packed.files.map(({ path }) => path).filter((path) => path.endsWith('.js'));
  const isCopy = /\bclass Expected extends Error|\bExpected ?= ?class extends Error/;
  const copies = scripts.filter((path) => isCopy.test(readFileSync(join(root, path), 'utf8')));
  expect(copies).toHaveLength(1);
});

it('13.1 runs from where it was installed, on a repository elsewhere', () => {
  const lint = join(folder, 'lint.json');
  const text = 'var a = 1;\n';
  writeFileSync(join(repo, 'a.js'), text);
  for (const args of [
    ['init', '--quiet'],
    ['config', 'user.name', 'A'],
    ['config', 'user.email', 'a@example.com'],
    ['add', '.'],
    ['commit', '--quiet', '-m', 'first'],
  ])
    call('git', args, repo);
  const message = {
    ruleId: 'no-var',
    severity: 2,
    message: 'No var.',
    line: 1,
    column: 1,
    fix: { range: [0, 3], text: 'let' },
  };
  writeFileSync(
    lint,
    JSON.stringify([{ filePath: join(repo, 'a.js'), messages: [message], errorCount: 1, warningCount: 0 }]),
  );
  const printed = call(
    join(consumer, 'node_modules/.bin/fixpoint'),
    ['fix', '--from', lint, '--verify', 'grep let a.js', '--json'],
    repo,
  );
  const report = JSON.parse(printed);
  expect(report.status).toBe('clean');
  expect(call('git', ['show', `${report.branch}:a.js`], repo)).toBe('let a = 1;\n');
});

it('13.4 is a library with types that stand on their own', () => {
  const source = `
import { fix, run, readFindings, type Report, type StoredEvent } from 'fixpoint';
export const all = async (): Promise<Report> => {
  const handle = await fix({ from: ['results.sarif'], set: { 'fix.concurrency': 2 } });
  for await (const event of handle.events) {
    const seen: StoredEvent = event;
    if (seen.type === 'attempt.judged') console.log(Object.values(seen.results).map(({ result }) => result));
  }
  const report = await handle.result;
  const fixed: number = report.totals.fixed;
  // @ts-expect-error a report has no such total
  report.totals.nonsense;
  return fixed > 0 ? report : (await run({})).result;
};
export const read: typeof readFindings = readFindings;
`;
  writeFileSync(join(consumer, 'use.ts'), source);
  const options = {
    strict: true,
    noEmit: true,
    module: 'nodenext',
    target: 'es2024',
    skipLibCheck: false,
    types: ['node'],
    typeRoots: ['types'],
  };
  writeFileSync(join(consumer, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files: ['use.ts'] }));
  cpSync(join(root, 'node_modules/@types/node'), join(consumer, 'types/node'), { recursive: true });
  cpSync(join(root, 'node_modules/undici-types'), join(consumer, 'node_modules/undici-types'), { recursive: true });
  call(process.execPath, [join(root, 'node_modules/typescript-native/bin/tsc'), '-p', '.'], consumer);
  const names = call(
    process.execPath,
    ['--input-type=module', '-e', "console.log(Object.keys(await import('fixpoint')).join())"],
    consumer,
  );
  expect(names.split(',')).toEqual(expect.arrayContaining(['apply', 'fix', 'readFindings', 'resume', 'run']));
});
