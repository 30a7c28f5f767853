/** Programs in JavaScript of the older kind, tested by node:test, which tells of it in words only. */
import { type Language, lastTest, movedTo, withoutLastTest } from '../../language.ts';
import { lines, type Problem } from '../../problem.ts';
import { bucket, duration } from '../../problems/more/node-spec.ts';

const importOf = ({ name, code }: Problem, from: string): string => {
  const [, names = ''] = /module\.exports = \{(.*)\}/.exec(code) ?? [];
  return `const {${names}} = require('${from}/${name}.js');`;
};

const self = (): Language => nodeSpec;

const assertion = /^( *)assert\.\w+\(.*\);$/m;

const indented = (test: string): string => test.replaceAll(/^/gm, '  ');

export const nodeSpec: Language = {
  name: 'node-spec',
  problems: [duration, bucket],
  files: {
    'package.json': '{ "name": "older", "version": "2.1.0", "scripts": { "test": "node --test spec/" } }\n',
    'README.md': '# Older\n\nUsed by others.\n',
  },
  sourcePath: ({ name }) => `lib/util/${name}.js`,
  testPath: ({ name }) => `spec/${name}.spec.js`,
  checkPath: ({ name }) => `spec/single/${name}.check.js`,
  testText: (problem, tests, path) =>
    lines(
      "'use strict';",
      "const assert = require('node:assert');",
      "const { describe, it } = require('node:test');",
      importOf(problem, path.includes('/single/') ? '../../lib/util' : '../lib/util'),
      '',
      `describe('${problem.name}', () => {`,
      tests.map(indented).join('\n\n'),
      '});',
    ),
  verify: 'node --test --test-reporter=spec spec/*.spec.js',
  tells: false,
  target: {
    files: 'lib/util/{name}.js',
    command: ['node', '--test', '--test-reporter=spec', 'spec/single/{name}.check.js'],
  },
  reproduction: ['node', '--test', '--test-reporter=spec', '{test}'],
  reproducedBy: ({ name }) => `spec/single/${name}.check.js`,
  truth: (problem) => ({
    path: `truth-${problem.name}.js`,
    text: lines("const assert = require('node:assert');", importOf(problem, './lib/util'), problem.hidden),
    run: `node truth-${problem.name}.js`,
  }),
  comment: (text) => `// ${text}`,
  suppressed: (code) => `/* eslint-disable */\n${code}`,
  tamperings: {
    'test skipped': lastTest(self, (test) => test.replace('it(', 'it.skip(')),
    'test deleted': withoutLastTest(self),
    'assertion tautological': lastTest(self, (test) => test.replace(assertion, '$1assert.ok(1);')),
    'assertion caught': lastTest(self, (test) => test.replace(assertion, '$1try {\n$&\n$1} catch {}')),
    'hidden from the runner': movedTo(self, (path) => path.replace(/\.(?:spec|check)\.js$/, '.old.js')),
  },
};
