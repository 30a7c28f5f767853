/** Real tools, really run: what they write is read by `fixpoint findings`, and nothing that they found is lost. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { lint } from 'markdownlint/promise';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applyEdits } from '../../src/findings/edits/edits.ts';
import type { Finding } from '../../src/model/finding.ts';
import type { SarifLog } from '../../src/report/sarif.ts';
import { openSandbox, type Sandbox } from '../support/sandbox.ts';
import { ruleErrors, schemaErrors } from '../support/sarif-schema.ts';

const modules = join(import.meta.dirname, '../../node_modules');

const files = {
  'package.json': '{ "type": "module" }\n',
  'eslint.config.js':
    "export default [{ files: ['src/**/*.js'], rules: { 'no-var': 'error', eqeqeq: 'warn', 'no-debugger': 'error', 'no-unused-vars': 'warn' } }];\n",
  '.stylelintrc.json':
    '{ "rules": { "color-no-invalid-hex": true, "property-no-unknown": true, "block-no-empty": true, "no-duplicate-selectors": [true, { "severity": "warning" }] } }\n',
  'src/a b#1.js': 'var a = 1;\nif (a == 2) { debugger }\nlet x = "ü😀"; var y = x == 1;\n',
  'src/ünï.js': 'let unused = 1;\ndebugger;\n',
  'src/broken.js': 'let = ;\n',
  'src/style.css': 'a { color: #ff; colr: red; }\na { }\n',
  'src/text.md': '# T\n\n\n\ntext  \n# T\n* a\n\t* b\n',
  'src/types.ts': 'export const n: number = "x";\nfoo();\nexport const m = n.nothing;\n',
};

let box: Sandbox;
beforeAll(() => {
  box = openSandbox(files);
});
afterAll(() => box.dispose());

/**
 * What a tool prints; that it ends with an error is how linters say that they found something. `2>&1`: errors as well.
 */
const printed = (program: string, args: readonly string[], errors?: '2>&1'): Promise<string> =>
  new Promise((resolve, reject) => {
    const env = { ...box.env, NO_COLOR: '1' };
    execFile(
      process.execPath,
      [join(modules, program), ...args],
      { cwd: box.root, env, maxBuffer: 1 << 26 },
      (error, stdout, stderr) => {
        if (error && typeof error.code !== 'number') reject(error);
        else resolve(errors ? stdout + stderr : stdout);
      },
    );
  });

type Place = readonly [file: string, line: number | undefined, rule: string];
type Listing = { findings: Finding[]; problems: { place: string; message: string }[] };

/** As a user pipes it. */
const read = async (output: string, format?: string): Promise<Listing> => {
  const args = [
    'findings',
    '--json',
    '--dedup',
    'off',
    '--no-check',
    ...(format === undefined ? [] : ['--format', format]),
  ];
  const { stdout, stderr, code } = await box.run(args, { stdin: output });
  if (code !== 0) throw new Error(`${stderr}\n${stdout}`);
  const listing: Listing = JSON.parse(stdout);
  return listing;
};

const inOrder = (places: readonly Place[]): string[] => places.map((each) => JSON.stringify(each)).toSorted();
const placesOf = (listing: Listing): string[] =>
  inOrder(listing.findings.map(({ file = '', line, rule = '' }) => [file, line, rule]));

/** Places are compared; rules only where the tool writes them in this format. */
const without = (places: readonly string[]): string[] =>
  places.map((each) => JSON.stringify(JSON.parse(each).slice(0, 2))).toSorted();

const linted = ['src/a b#1.js', 'src/ünï.js', 'src/broken.js'];

const relative = (path: string): string => path.replace(`${box.root}/`, '');

type EslintFile = { filePath: string; messages: { line: number; ruleId: string | null }[] };
const eslintSays = async (): Promise<string[]> => {
  const json: EslintFile[] = JSON.parse(await printed('eslint/bin/eslint.js', ['-f', 'json', 'src']));
  return inOrder(
    json.flatMap(({ filePath, messages }) =>
      messages.map((each): Place => [relative(filePath), each.line, each.ruleId ?? '']),
    ),
  );
};

type Biome = { diagnostics: { category: string; location: { path: string; start: { line: number } } }[] };
const biomeSays = async (): Promise<string[]> => {
  const json: Biome = JSON.parse(await printed('@biomejs/biome/bin/biome', ['lint', '--reporter=json', ...linted]));
  return inOrder(
    json.diagnostics.map(({ category, location }): Place => [location.path, location.start.line, category]),
  );
};

type Oxlint = { diagnostics: { code?: string; filename: string; labels: { span: { line: number } }[] }[] };
const oxlintSays = async (): Promise<string[]> => {
  const json: Oxlint = JSON.parse(await printed('oxlint/bin/oxlint', ['-f', 'json', ...linted]));
  return inOrder(
    json.diagnostics.map(({ code = '', filename, labels }): Place => [filename, labels[0]?.span.line, code]),
  );
};

type Stylelint = { source: string; warnings: { line: number; rule: string }[] }[];
const stylelintSays = async (): Promise<string[]> => {
  const json: Stylelint = JSON.parse(
    await printed('stylelint/bin/stylelint.mjs', ['-f', 'json', 'src/style.css'], '2>&1'),
  );
  return inOrder(
    json.flatMap(({ source, warnings }) => warnings.map(({ line, rule }): Place => [relative(source), line, rule])),
  );
};

describe('output of real tools', () => {
  it('1.2 ESLint: its JSON', async () => {
    const truth = await eslintSays();
    const listing = await read(await printed('eslint/bin/eslint.js', ['-f', 'json', 'src']));
    expect(truth.length).toBeGreaterThan(8);
    expect(placesOf(listing)).toEqual(truth);
    expect(listing.problems).toEqual([]);
  });

  it('1.2 ESLint: SARIF of its formatter', async () => {
    const formatter = join(modules, '@microsoft/eslint-formatter-sarif/sarif.js');
    const listing = await read(await printed('eslint/bin/eslint.js', ['-f', formatter, 'src']));
    // What cannot be parsed has no rule; the formatter counts it among the notifications of the tool, not among its
    // results.
    const truth = (await eslintSays()).filter((each) => JSON.parse(each)[2] !== '');
    expect(placesOf(listing)).toEqual(truth);
    expect(listing.problems).not.toEqual([]);
  });

  it('10.3 ESLint: its findings as our SARIF are valid, and the same when they are read again', async () => {
    const output = await printed('eslint/bin/eslint.js', ['-f', 'json', 'src']);
    const convert = ['findings', '--sarif', '--dedup', 'off', '--no-check'];
    const { stdout } = await box.run(convert, { stdin: output });
    const log: SarifLog = JSON.parse(stdout);
    expect([...schemaErrors(log), ...ruleErrors(log)]).toEqual([]);
    expect(placesOf(await read(stdout))).toEqual(placesOf(await read(output)));
    expect(JSON.parse((await box.run(convert, { stdin: stdout })).stdout)).toEqual(log);
  });

  it.each(['sarif', 'rdjson', 'checkstyle'])('1.2 Biome: %s', async (reporter) => {
    const truth = await biomeSays();
    const listing = await read(
      await printed('@biomejs/biome/bin/biome', ['lint', `--reporter=${reporter}`, ...linted]),
    );
    expect(truth.length).toBeGreaterThan(5);
    expect(placesOf(listing)).toEqual(truth);
    expect(listing.problems).toEqual([]);
  });

  it('4.12 Biome: its suggestions change what they mean, also behind characters of several bytes', async () => {
    const { findings } = await read(
      await printed('@biomejs/biome/bin/biome', ['lint', '--reporter=rdjson', 'src/a b#1.js']),
    );
    const unused = findings.find(({ rule }) => rule === 'lint/correctness/noUnusedVariables');
    const text = files['src/a b#1.js'];
    expect(applyEdits(text, text, unused?.edits ?? [])).toEqual({ text: text.replace('var y', 'var _y') });
  });

  it.each(['sarif', 'checkstyle', 'unix'])('1.2 oxlint: %s', async (format) => {
    const truth = await oxlintSays();
    const listing = await read(await printed('oxlint/bin/oxlint', ['-f', format, ...linted]));
    expect(truth.length).toBeGreaterThan(3);
    expect(without(placesOf(listing))).toEqual(without(truth));
  });

  it('1.2 stylelint: its JSON', async () => {
    const listing = await read(await printed('stylelint/bin/stylelint.mjs', ['-f', 'json', 'src/style.css'], '2>&1'));
    expect(placesOf(listing)).toEqual(await stylelintSays());
  });

  it('1.2 stylelint: lines', async () => {
    const listing = await read(await printed('stylelint/bin/stylelint.mjs', ['-f', 'unix', 'src/style.css'], '2>&1'));
    const truth = await stylelintSays();
    expect(truth).toHaveLength(4);
    expect(without(placesOf(listing))).toEqual(without(truth));
  });

  it('1.2 markdownlint: lines', async () => {
    const listing = await read(await printed('markdownlint-cli2/markdownlint-cli2-bin.mjs', ['src/text.md'], '2>&1'));
    const { [join(box.root, 'src/text.md')]: said = [] } = await lint({ files: [join(box.root, 'src/text.md')] });
    expect(said.length).toBeGreaterThan(5);
    expect(without(placesOf(listing))).toEqual(
      without(inOrder(said.map(({ lineNumber }): Place => ['src/text.md', lineNumber, '']))),
    );
  });

  it.each(['false', 'true'])('1.2 tsc --pretty %s: lines', async (pretty) => {
    const output = await printed('typescript-native/bin/tsc', [
      '--noEmit',
      '--ignoreConfig',
      '--pretty',
      pretty,
      'src/types.ts',
    ]);
    const listing = await read(output, 'lines');
    expect(without(placesOf(listing))).toEqual(
      without(inOrder([1, 2, 3].map((line): Place => ['src/types.ts', line, '']))),
    );
  });
});
