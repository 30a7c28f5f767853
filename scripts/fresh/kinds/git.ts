/**
 * Projects whose tests ask git: for history and tags, for what a generator changed; and one whose commands rewrite
 * files.
 */
import { type Kind, lines, write, writes } from '../kind.ts';

export const history: Kind = {
  name: 'needs history',
  files: {
    'version.txt': '1.2\n',
    'a.txt': 'a\n',
    'b.txt': 'b\n',
    'test.sh': lines(
      'set -e',
      `git describe --tags --match 'v*' | grep -q "^v$(cat version.txt)"`,
      'test "$(git rev-list --count HEAD)" -ge 2',
      'git log --format=%s -- a.txt | grep -q begin',
      'test -z "$(git status --porcelain)"',
      'git show HEAD:a.txt | cmp -s - a.txt',
      'grep -q a a.txt && grep -q b b.txt',
    ),
  },
  after: ['git tag -a v1.2 -m v1.2', 'echo more > more.txt', 'git add more.txt', 'git commit -q -m more'],
  setup: [],
  verify: ['sh test.sh'],
  slots: [
    { file: 'a.txt', line: 1, right: write('a.txt', 'an a\n'), others: { broken: write('a.txt', 'x\n') } },
    { file: 'b.txt', line: 1, right: write('b.txt', 'two b\n'), others: { broken: write('b.txt', 'x\n') } },
    {
      file: 'version.txt',
      line: 1,
      right: write('version.txt', '1\n'),
      others: { 'no such tag': write('version.txt', '1.3\n') },
    },
  ],
};

const generator = lines('sed "s/^/const /" names.txt > names.js', 'cat more.txt >> names.js');

export const generated: Kind = {
  name: 'generated',
  files: {
    'names.txt': 'a = 1\n',
    'more.txt': '// more\n',
    'names.js': 'const a = 1\n// more\n',
    'generate.sh': generator,
    'other.js': 'let other = 1;\n',
  },
  setup: [],
  verify: [
    'sh generate.sh && git diff --exit-code && test -z "$(git status --porcelain)"',
    'node --check names.js && node --check other.js',
  ],
  slots: [
    {
      file: 'names.txt',
      line: 1,
      right: writes({ 'names.txt': 'a = 2\n' }, 'sh generate.sh'),
      others: {
        'not generated again': write('names.txt', 'a = 3\n'),
        'not JavaScript': writes({ 'names.txt': 'a = \n' }, 'sh generate.sh'),
      },
    },
    {
      file: 'names.js',
      line: 1,
      right: write('generate.sh', `${generator}true\n`),
      others: { 'by hand': write('names.js', 'const a = 4\n// more\n') },
    },
    {
      file: 'other.js',
      line: 1,
      right: write('other.js', 'let other = 2;\n'),
      others: {
        broken: write('other.js', 'let other = ;\n'),
        'leaves a file': writes({ 'generate.sh': `${generator}touch left\n` }),
      },
    },
  ],
};

const check = lines(
  'if grep -n " $" a.txt b.txt; then',
  '  sed -i "s/ *$//" a.txt b.txt; echo "files were changed" >&2; exit 1',
  'fi',
);

/** One command mends `b.txt` and passes; the other mends both, and complains. */
export const formatter: Kind = {
  name: 'formatter',
  files: {
    'a.txt': 'one\n',
    'b.txt': 'two\n',
    'c.txt': 'three\n',
    'format.sh': 'sed -i "s/ *$//" b.txt\n',
    'check.sh': check,
  },
  setup: [],
  verify: ['sh format.sh', 'sh check.sh', 'grep -q three c.txt'],
  slots: [
    {
      file: 'a.txt',
      line: 1,
      right: write('a.txt', 'one one\n'),
      others: { 'mended by the check that complains': write('a.txt', 'one   \n') },
    },
    {
      file: 'b.txt',
      line: 1,
      right: write('b.txt', 'two two\n'),
      others: {
        'mended by the formatter': write('b.txt', 'two   \n'),
        'without a formatter': writes({ 'format.sh': 'true\n', 'b.txt': 'two \n' }),
      },
    },
    { file: 'c.txt', line: 1, right: write('c.txt', 'three three\n'), others: { broken: write('c.txt', 'four\n') } },
  ],
};
