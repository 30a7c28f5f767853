/** Imports point one way. Re-derived from the files, so that no configuration can hide a wrong one. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { expect, test } from 'vitest';

const src = join(import.meta.dirname, '..', 'src');

type Import = { from: string; to: string };

const specifiers = (text: string): string[] =>
  [
    ...text.matchAll(
      /(?:^|[\s;])(?:import|export)\s[^'"`;]*?from\s+['"]([^'"]+)['"]|(?:^|[\s;])import\s+['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/g,
    ),
  ].map(([, from, bare, dynamic]) => from ?? bare ?? dynamic ?? '');

const importsOf = (file: string): Import[] =>
  specifiers(readFileSync(join(src, file), 'utf8')).map((to) => ({
    from: file,
    to: to.startsWith('.')
      ? relative(src, join(src, dirname(file), to))
          .split(sep)
          .join('/')
      : to,
  }));

const files = globSync('**/*.ts', { cwd: src }).map((file) => file.split(sep).join('/'));
const sources = files.filter((file) => !file.endsWith('.test.ts'));
const imports = sources.flatMap(importsOf);
const own = imports.filter(({ to }) => to.endsWith('.ts'));

/** The layer of a file: the first folder of its path, or its name without one. */
const layer = (file: string): string => {
  const [first = ''] = file.split('/');
  return first.replace(/\.ts$/, '');
};

/** What each layer may import, besides itself, Node and libraries. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  version: [],
  'node-version': [],
  plain: [],
  model: ['plain'],
  secrets: ['plain', 'model'],
  config: ['plain', 'model'],
  ports: ['plain', 'model'],
  trust: ['plain', 'model'],
  prompts: ['plain', 'model'],
  findings: ['plain', 'model', 'config', 'ports', 'secrets'],
  stages: ['plain', 'model', 'config', 'ports', 'secrets', 'trust', 'prompts', 'findings'],
  detect: ['plain', 'model', 'config', 'stages'],
  views: ['plain', 'model', 'config'],
  report: ['plain', 'model', 'config', 'findings', 'views'],
  loop: ['plain', 'model', 'config', 'ports', 'secrets', 'trust', 'prompts', 'findings', 'stages'],
  adapters: ['plain', 'model', 'secrets', 'trust', 'ports', 'prompts', 'findings', 'views', 'version'],
  wiring: [
    'plain',
    'model',
    'config',
    'ports',
    'secrets',
    'prompts',
    'findings',
    'stages',
    'views',
    'loop',
    'adapters',
    'version',
  ],
  app: [
    'plain',
    'model',
    'config',
    'detect',
    'ports',
    'secrets',
    'prompts',
    'findings',
    'stages',
    'views',
    'report',
    'loop',
    'version',
  ],
  cli: [
    'plain',
    'model',
    'config',
    'detect',
    'ports',
    'findings',
    'stages',
    'views',
    'report',
    'loop',
    'app',
    'wiring',
    'version',
    'node-version',
  ],
  index: [
    'model',
    'config',
    'detect',
    'ports',
    'findings',
    'stages',
    'report',
    'loop',
    'app',
    'wiring',
    'version',
    'node-version',
  ],
};

/** Gates are known to prompts: a fixer is told by what it will be judged. */
const isShared = (file: string): boolean => file.startsWith('stages/gates/');

const stage = (file: string): string | undefined => (file.startsWith('stages/') ? file.split('/')[1] : undefined);

const show = ({ from, to }: Import): string => `${from} imports ${to}`;

test('finds imports of every kind', () => {
  const text = `import a from './a.ts';\nimport type { B } from "./b.ts";\nimport {\n  c,\n} from './c.ts';\nexport * from './d.ts';\nimport './e.ts';\nconst f = await import('./f.ts');`;
  expect(specifiers(text)).toEqual(['./a.ts', './b.ts', './c.ts', './d.ts', './e.ts', './f.ts']);
  expect(own.length).toBeGreaterThan(50);
});

test('every file lies in a layer that is known', () => {
  expect(sources.filter((file) => !(layer(file) in allowed))).toEqual([]);
});

test('layers import only what lies below them', () => {
  const wrong = own.filter(({ from, to }) => {
    const [here, there] = [layer(from), layer(to)];
    return here !== there && !to.startsWith('../') && !(allowed[here] ?? []).includes(there);
  });
  expect(wrong.map(show)).toEqual([]);
});

test('a stage never imports another stage', () => {
  const wrong = own.filter(
    ({ from, to }) =>
      stage(from) !== undefined && stage(to) !== undefined && stage(from) !== stage(to) && !isShared(to),
  );
  expect(wrong.map(show)).toEqual([]);
});

test('only wiring imports adapters', () => {
  const wrong = own.filter(({ from, to }) => layer(to) === 'adapters' && !['adapters', 'wiring'].includes(layer(from)));
  expect(wrong.map(show)).toEqual([]);
});

test('only the doors start processes', () => {
  const doors = /^adapters\/(process|git)\//;
  const wrong = imports.filter(({ from, to }) => /^(node:)?child_process$/.test(to) && !doors.test(from));
  expect(wrong.map(show)).toEqual([]);
});

/** Files that touch the file system without being adapters, each with its reason. The list may only become shorter. */
const fileReaders: Readonly<Record<string, string>> = {
  'config/files/read.ts': 'the configuration is read in four steps, of which this is the first',
  'config/files/ignore-file.ts': 'what is left out is part of the configuration',
  'prompts/load.ts': 'texts that ship with the program, read from beside it',
  'cli/questions/answers.ts': 'a file that a flag names',
  'cli/plans/edited-plan.ts': 'a folder that a flag names',
  'cli/plans/plan-files.ts': 'a folder that a flag names',
  'cli/write-output.ts': 'a file that a flag names',
};

test('only adapters touch the file system', () => {
  const found = imports.filter(({ from, to }) => /^(node:)?fs(\/promises)?$/.test(to) && layer(from) !== 'adapters');
  expect([...new Set(found.map(({ from }) => from))].toSorted()).toEqual(Object.keys(fileReaders).toSorted());
});

/** What is printed is clean: nobody writes to the streams of the process past the doors. */
const printers: Readonly<Record<string, string>> = {
  'cli/io.ts': 'puts a door before each of them',
  'cli/main.ts': 'says that Node is too old, or that the program cannot be loaded; nothing else is there by then',
};

test('4.11 only the doors of the command line have the streams of the process', () => {
  const writes = (file: string): boolean =>
    /\bprocess\.std(?:out|err)\b|^(?! \*).*\bconsole\.\w+\(/m.test(readFileSync(join(src, file), 'utf8'));
  const found = sources.filter((file) => layer(file) !== 'adapters' && writes(file));
  expect(found.toSorted()).toEqual(Object.keys(printers).toSorted());
});

/** Who says of a value that it is clean without cleaning it, each with its reason. The list may only become shorter. */
const vouchers: Readonly<Record<string, string>> = {
  'app/runs/handle.ts': 'events that the journal gave back, or has just taken',
  'app/runs/status.ts': 'how runs stand, as the journal keeps it: whoever asks for it does not wait',
};

test('4.11 hardly anything counts as clean that was not cleaned here', () => {
  const found = own.filter(({ from, to }) => /^secrets\/(?:kept|clean)\.ts$/.test(to) && layer(from) !== 'secrets');
  expect(found.map(({ from }) => from).toSorted()).toEqual(Object.keys(vouchers).toSorted());
});

/** Adapters that read the environment of this process, each with its reason. The list may only become shorter. */
const environmentReaders: Readonly<Record<string, string>> = {
  'adapters/git/door/environment.ts': 'git works for the person who started us: with their PATH, keys and identity',
  'adapters/process/run-process.ts': 'a program inherits a list of harmless variables, unless it is given others',
};

test('only wiring and the command line read the environment of the process', () => {
  const isRead = (file: string): boolean => /(?<![.\w])process\.env\b/.test(readFileSync(join(src, file), 'utf8'));
  const readers = sources.filter((file) => !['wiring', 'cli'].includes(layer(file)) && isRead(file));
  expect(readers.toSorted()).toEqual(Object.keys(environmentReaders).toSorted());
});
