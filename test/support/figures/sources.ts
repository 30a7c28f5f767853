/** The files of the project as syntax trees, each read and parsed once. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, posix, sep } from 'node:path';
import ts from 'typescript';

const root = join(import.meta.dirname, '..', '..', '..');

export type Source = { path: string; text: string; tree: ts.SourceFile };

const isTest = (path: string): boolean => path.endsWith('.test.ts');

const listed = (pattern: string): string[] =>
  globSync(pattern, { cwd: root })
    .map((path) => path.split(sep).join('/'))
    .filter((path) => !path.endsWith('.d.ts') && !/\/(fixtures|node_modules)\//.test(path))
    .toSorted();

const parse = (path: string): Source => {
  const text = readFileSync(join(root, path), 'utf8');
  return { path, text, tree: ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true) };
};

/** What ships: everything below src/ that is not a test. */
export const readSources = (): Source[] =>
  listed('src/**/*.ts')
    .filter((path) => !isTest(path))
    .map(parse);

/** Scripts are started by people and by the build, so what they import has a use. */
export const readScripts = (): Source[] => listed('scripts/**/*.ts').map(parse);

export const readTests = (): Source[] => [...listed('src/**/*.test.ts'), ...listed('{test,bench}/**/*.ts')].map(parse);

/** The path that a specifier leads to; undefined for Node and libraries. */
export const resolved = (from: string, specifier: string): string | undefined =>
  specifier.startsWith('.') ? posix.join(dirname(from).split(sep).join('/'), specifier) : undefined;
