/** Projects with dependencies from npm: one package, and several that are linked to each other. */
import { type Kind, lines, write, writes } from '../kind.ts';

const install = 'npm ci --offline --no-audit --no-fund --silent';
const pack = (version: string, base: number): string =>
  `mkdir -p t/tiny && cd t && echo '{"name":"tiny","version":"${version}","main":"index.js"}' > tiny/package.json && echo 'exports.base = ${base};' > tiny/index.js && npm pack ./tiny --silent >/dev/null && mkdir -p ../vendor && mv *.tgz ../vendor && cd .. && rm -rf t`;
const lock = 'npm install --package-lock-only --offline --no-audit --no-fund --silent';

const manifest = (version: string, more = ''): string =>
  lines(
    `{"name":"app","version":"1.0.0","devDependencies":{"tiny":"file:vendor/tiny-${version}.tgz"},`,
    `"scripts":{"postinstall":"node patch.js","test":"node test.js"}${more}}`,
  );

const adds = (body: string): string => lines(`const { base } = require('tiny');`, body);

/** Writes over what set-up has installed, and fails: what comes after it must not notice. */
const poisons = lines(
  `const { writeFileSync } = require('node:fs');`,
  `writeFileSync(require.resolve('tiny'), 'exports.base = 1; exports.forced = true;');`,
  `module.exports = () => { throw new Error('not this time'); };`,
);

/** Wrong, unless an earlier proof has left its file where the rest of the dependencies are. */
const wantsLeftover = adds(
  `const fs = require('node:fs'); const at = 'node_modules/.cache/seen'; const seen = fs.existsSync(at);
fs.mkdirSync('node_modules/.cache', { recursive: true }); fs.writeFileSync(at, '');
module.exports = (a, b) => (seen ? a + b + base - 1 : 0);`,
);

export const npm: Kind = {
  name: 'npm',
  files: {
    'package.json': manifest('1.0.0'),
    'patch.js': lines(
      `const fs = require('node:fs');`,
      `if (fs.existsSync('node_modules/tiny')) fs.appendFileSync('node_modules/tiny/index.js', fs.readFileSync('patches/tiny.txt'));`,
    ),
    'patches/tiny.txt': 'exports.patched = 1;\n',
    'src/add.js': adds('module.exports = (a, b) => a + b + base - 1;'),
    'src/mul.js': 'module.exports = (a, b) => a * b;\n',
    'test.js': lines(
      `const assert = require('node:assert');`,
      `const tiny = require('tiny');`,
      `assert(!tiny.forced && tiny.patched === 1);`,
      `assert.equal(require('./src/add.js')(2, 2), 4);`,
      `assert.equal(require('./src/mul.js')(3, 2), 6);`,
    ),
    '.gitignore': 'node_modules\n',
  },
  before: [pack('2.0.0', 2), pack('1.0.0', 1), lock],
  setup: [install],
  verify: ['node test.js'],
  slots: [
    {
      file: 'src/add.js',
      line: 2,
      right: write('src/add.js', adds('module.exports = (a, b) => base - 1 + a + b;')),
      others: {
        broken: write('src/add.js', adds('module.exports = (a, b) => a - b + base;')),
        'poisons the dependencies': write('src/add.js', poisons),
        'wants a leftover': write('src/add.js', wantsLeftover),
        'right, with junk': writes(
          { 'src/add.js': adds('module.exports = (a, b) => b + a + base - 1;') },
          `mkdir -p node_modules/tiny node_modules/.cache && echo 'exports.base = 7;' > node_modules/tiny/index.js && touch node_modules/.cache/seen`,
        ),
      },
    },
    {
      file: 'src/mul.js',
      line: 1,
      right: write('src/mul.js', 'module.exports = (a, b) => b * a;\n'),
      others: {
        broken: write('src/mul.js', 'module.exports = (a, b) => b + a;\n'),
        'only junk makes it right': writes(
          { 'src/mul.js': `module.exports = require('helper');\n` },
          `mkdir -p node_modules/helper && echo 'module.exports = (a, b) => a * b;' > node_modules/helper/index.js`,
        ),
      },
    },
    {
      file: 'package.json',
      line: 1,
      right: writes({ 'package.json': manifest('1.0.0', ',"private":true') }),
      others: {
        'does not fit the lock file': writes({ 'package.json': manifest('2.0.0') }),
        'another version, and its lock file': { ...writes({ 'package.json': manifest('2.0.0') }), run: lock },
        'leaves them out': writes({ '.npmrc': 'omit=dev\n' }),
      },
    },
    {
      file: 'patches/tiny.txt',
      line: 1,
      right: write('patches/tiny.txt', 'exports.patched = 2 - 1;\n'),
      others: {
        broken: write('patches/tiny.txt', 'exports.patched = 2;\n'),
        'of the program that patches': writes({
          'patch.js': '// nothing to do\n',
          'patches/tiny.txt': 'exports.patched = 1; //\n',
        }),
      },
    },
  ],
};

const lib = (body: string): string => `module.exports = ${body};\n`;
const libManifest = (main: string): string => `{"name":"lib","version":"1.0.0","main":"${main}"}\n`;

export const workspaces: Kind = {
  name: 'npm workspaces',
  files: {
    'package.json': `{"name":"root","private":true,"workspaces":["packages/*"]}\n`,
    'packages/lib/package.json': libManifest('index.js'),
    'packages/lib/index.js': lib('(a, b) => a + b'),
    'packages/app/package.json': `{"name":"app","version":"1.0.0","dependencies":{"lib":"1.0.0"}}\n`,
    'packages/app/app.js': `module.exports = (x) => require('lib')(x, 1);\n`,
    'packages/app/test.js': lines(
      `const assert = require('node:assert');`,
      `assert.equal(require('lib')(2, 2), 4);`,
      `assert.equal(require('./app.js')(2), 3);`,
    ),
    '.gitignore': 'node_modules\n',
  },
  before: [lock],
  setup: [install],
  verify: ['node packages/app/test.js'],
  slots: [
    {
      file: 'packages/lib/index.js',
      line: 1,
      right: write('packages/lib/index.js', lib('(a, b) => b + a')),
      others: {
        broken: write('packages/lib/index.js', lib('(a, b) => b - a')),
        'renames what the other one uses': writes({ 'packages/lib/index.js': 'exports.add = (a, b) => a + b;\n' }),
      },
    },
    {
      file: 'packages/app/app.js',
      line: 1,
      right: write('packages/app/app.js', `module.exports = (x) => require('lib')(1, x);\n`),
      others: {
        broken: write('packages/app/app.js', `module.exports = (x) => require('lib')(2, x);\n`),
        'right, and breaks the link': writes(
          { 'packages/app/app.js': `module.exports = (x) => require('lib')(x, 1); //\n` },
          'rm -f node_modules/lib; mkdir -p node_modules/lib && echo "module.exports = (a, b) => a + b" > node_modules/lib/index.js',
        ),
      },
    },
    {
      file: 'packages/lib/package.json',
      line: 1,
      right: writes({
        'packages/lib/package.json': libManifest('lib.js'),
        'packages/lib/lib.js': lib('(a, b) => a + b'),
      }),
      others: {
        'names a file that is not there': writes({
          'packages/lib/package.json': libManifest('lost.js'),
          'packages/lib/index.js': '',
        }),
        'another version than the lock file': writes({
          'packages/lib/package.json': libManifest('index.js').replace('1.0.0', '2.0.0'),
        }),
      },
    },
  ],
};
