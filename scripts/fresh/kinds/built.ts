/** Projects that build before they test: in set-up, as a command of their own, and in Go. */
import { type Kind, lines, write, writes } from '../kind.ts';

const build = lines('set -e', 'mkdir -p dist', 'for f in src/*.js; do node --check "$f"; cp "$f" dist/; done');

const built = (name: string, setup: readonly string[], verify: readonly string[]): Kind => ({
  name,
  files: {
    'src/add.js': 'module.exports = (a, b) => a + b;\n',
    'src/neg.js': 'module.exports = (a) => -a;\n',
    'build.sh': build,
    'test.js': lines(
      `const assert = require('node:assert');`,
      `assert.equal(require('./dist/add.js')(2, 2), 4);`,
      `assert.equal(require('./dist/neg.js')(2), -2);`,
    ),
    'package.json': '{"name":"built","version":"1.0.0"}\n',
    '.gitignore': 'dist\n',
  },
  setup,
  verify,
  slots: [
    {
      file: 'src/add.js',
      line: 1,
      right: write('src/add.js', 'module.exports = (a, b) => b + a;\n'),
      others: {
        broken: write('src/add.js', 'module.exports = (a, b) => b - a;\n'),
        'cannot be built': write('src/add.js', 'module.exports = (a, b) => ;\n'),
        'only junk makes it right': writes(
          { 'src/add.js': 'module.exports = () => 0;\n' },
          `mkdir -p dist && echo 'module.exports = () => 4;' > dist/add.js && chmod 444 dist/add.js`,
        ),
      },
    },
    {
      file: 'src/neg.js',
      line: 1,
      right: write('src/neg.js', 'module.exports = (a) => 0 - a;\n'),
      others: {
        'is built no more': {
          edits: [
            { file: 'src/neg.js', delete: true },
            { file: 'src/neg.mjs', write: 'export default 1;\n' },
          ],
        },
        broken: write('src/neg.js', 'module.exports = (a) => a;\n'),
      },
    },
    {
      file: 'build.sh',
      line: 1,
      right: write('build.sh', `${build}true\n`),
      others: {
        'builds nothing': write('build.sh', 'mkdir -p dist\n'),
        'fails at its end': write('build.sh', `${build}false\n`),
      },
    },
  ],
});

export const builtBySetup = built('built by set-up', ['sh build.sh'], ['node test.js']);
export const builtByCommand = built('built by a command', [], ['sh build.sh', 'node test.js']);

const goFile = (body: string): string => lines('package x', '', body);

export const go: Kind = {
  name: 'Go',
  files: {
    'go.mod': 'module x\n\ngo 1.19\n',
    'add.go': goFile('func Add(a, b int) int { return a + b }'),
    'neg.go': goFile('func Neg(a int) int { return -a }'),
    'all_test.go': lines(
      'package x',
      '',
      'import "testing"',
      '',
      'func TestAll(t *testing.T) {',
      '\tif Add(2, 2) != 4 || Neg(2) != -2 {',
      '\t\tt.Fatal("wrong")',
      '\t}',
      '}',
    ),
  },
  setup: [],
  verify: ['go test ./...'],
  slots: [
    {
      file: 'add.go',
      line: 3,
      right: write('add.go', goFile('func Add(a, b int) int { return b + a }')),
      others: {
        broken: write('add.go', goFile('func Add(a, b int) int { return b - a }')),
        'not Go': write('add.go', goFile('func Add(a, b int) int { return b ')),
      },
    },
    {
      file: 'neg.go',
      line: 3,
      right: write('neg.go', goFile('func Neg(a int) int { return 0 - a }')),
      others: {
        broken: write('neg.go', goFile('func Neg(a int) int { return a }')),
        'a name twice': write('neg.go', goFile('func Add() {}')),
      },
    },
  ],
};
