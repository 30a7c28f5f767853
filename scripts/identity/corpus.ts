/** Real source text to make edits on: of packages that are installed, so that it changes only with their versions. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');

const places = [
  'node_modules/zod/src/v4/**/*.ts',
  'node_modules/eslint/lib/**/*.js',
  'node_modules/commander/lib/*.js',
  'node_modules/picomatch/lib/*.js',
  'node_modules/yaml/dist/**/*.js',
];

const shortest = 25;
const longest = 400;

export type CorpusFile = { path: string; lines: readonly string[] };

export const readCorpus = (): CorpusFile[] =>
  globSync(places, { cwd: root })
    .toSorted()
    .flatMap((path): CorpusFile[] => {
      const lines = readFileSync(join(root, path), 'utf8').split('\n');
      return lines.length < shortest ? [] : [{ path, lines: lines.slice(0, longest) }];
    });
