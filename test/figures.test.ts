/**
 * Sizes and habits that keep the code readable, held to figures. Sizes are counted in tokens, since lines can be met by
 * long lines: see test/support/figures/.
 */
import { expect, test } from 'vitest';
import { cyclesIn, valuesExportedBy, importsOf, type Import } from './support/figures/imports.ts';
import { filesPerFolder, linesOver, quantile, sizesOf, type Size } from './support/figures/sizes.ts';
import { readScripts, readSources, readTests } from './support/figures/sources.ts';

/** What the code is held to. */
const aims = { functionP90: 150, functionMax: 400, fileP90: 1000, linesOver120: 0, filesInFolder: 20 };

/** Values that only tests and benches import. An exception needs a reason, and the list may only become shorter. */
const exportedForTests: Readonly<Record<string, string>> = {
  'src/adapters/files/progress-file.ts missingText': 'what a crash left is tried as text, without a file for each case',
  'src/config/sections/proving.ts weakJustifications': 'each phrase is tried by name, end to end',
  'src/findings/admit/new-since.ts unchangedLines': 'its properties are tried on thousands of texts',
  'src/stages/recheck/recognise.ts madeBy': 'each tool is recognised by itself, without the others that are there',
};

const sources = readSources();
const imports = sources.flatMap(importsOf);
const sizes = sources.map(sizesOf);
const functions = sizes.flatMap((size) => size.functions);
const files = sizes.map(({ file }) => file);

/** The largest, so that a failure names where to begin. */
const largest = (all: readonly Size[]): string =>
  all
    .toSorted((a, b) => b.tokens - a.tokens)
    .slice(0, 10)
    .map(({ tokens, what }) => `${tokens} ${what}`)
    .join('\n');

test('functions are small', () => {
  expect(functions.length).toBeGreaterThan(3000);
  expect(quantile(functions, 0.9), largest(functions)).toBeLessThanOrEqual(aims.functionP90);
  expect(quantile(functions, 1), largest(functions)).toBeLessThanOrEqual(aims.functionMax);
});

test('files are small', () => {
  expect(quantile(files, 0.9), largest(files)).toBeLessThanOrEqual(aims.fileP90);
});

test('no line is wider than 120 columns', () => {
  const wide = sources.flatMap((source) => linesOver(120, source));
  expect(wide.length, wide.join('\n')).toBeLessThanOrEqual(aims.linesOver120);
});

test('a folder holds what one can take in', () => {
  const crowded = [...filesPerFolder(sources)].filter(([, count]) => count > aims.filesInFolder);
  expect(crowded).toEqual([]);
});

test('no file imports itself by way of others, types included', () => {
  expect(cyclesIn(imports).map((cycle) => cycle.join(' '))).toEqual([]);
});

/** What is imported, as `file name`; `file *` for all of it. */
const importedNames = (all: readonly Import[]): Set<string> =>
  new Set(all.flatMap(({ to, names }) => (names ?? ['*']).map((name) => `${to} ${name}`)));

/** Types are left out: whoever calls a function may name what it takes, and only tests make that up by hand. */
test('nothing is exported for tests alone', () => {
  const used = importedNames([...imports, ...readScripts().flatMap(importsOf)]);
  const tested = importedNames(readTests().flatMap(importsOf));
  const onlyTested = sources
    .filter(({ path }) => path !== 'src/index.ts' && !used.has(`${path} *`))
    .flatMap((source) => valuesExportedBy(source).map((name) => `${source.path} ${name}`))
    .filter((name) => !used.has(name) && tested.has(name));
  expect(onlyTested.toSorted()).toEqual(Object.keys(exportedForTests).toSorted());
});
