/** npm, pnpm, yarn, bun; workspaces; TypeScript; two package managers at once. */
import { type EcosystemProject, json, lines } from './project.ts';

const eslintConfig = "export default [{ files: ['**/*.js'], rules: { 'no-var': 'error', eqeqeq: 'error' } }];\n";

const sum = lines(
  'export function sum(list) {',
  '  var total = 0;',
  '  for (const each of list) total += each;',
  '  return total;',
  '}',
);
const sumTest = (from: string): string =>
  lines(
    "import assert from 'node:assert/strict';",
    "import { test } from 'node:test';",
    `import { sum } from '${from}';`,
    '',
    "test('adds up', () => assert.equal(sum([1, 2, 3]), 6));",
  );

const manifest = (more: object = {}): string =>
  json({
    name: 'sums',
    version: '1.0.0',
    type: 'module',
    scripts: { test: 'node --test', lint: 'eslint .' },
    devDependencies: { eslint: '*' },
    ...more,
  });

const files = {
  'package.json': manifest(),
  'eslint.config.js': eslintConfig,
  'src/sum.js': sum,
  'test/sum.test.js': sumTest('../src/sum.js'),
  '.gitignore': 'node_modules\n',
};

const managed = (
  name: string,
  program: string,
  lock: readonly string[],
  setup: RegExp,
  test: string,
): EcosystemProject => ({
  name,
  needs: [program],
  files,
  prepare: lock,
  shows: [setup, new RegExp(`verify +${test}`), /review +eslint: node_modules\/\.bin\/eslint/],
  fixed: 1,
  passes: 'node --test && ! grep -rn "var " src',
});

export const nodeProjects: readonly EcosystemProject[] = [
  managed('npm with ESLint', 'npm', ['npm install --package-lock-only --silent'], /set-up +npm ci/, 'npm test'),
  managed(
    'pnpm',
    'pnpm',
    ['pnpm install --lockfile-only --silent'],
    /set-up +pnpm install --frozen-lockfile/,
    'pnpm test',
  ),
  managed(
    'yarn',
    'yarn',
    ['yarn install --silent --ignore-scripts', 'rm -rf node_modules'],
    /set-up +yarn install --frozen-lockfile/,
    'yarn test',
  ),
  managed(
    'bun',
    'bun',
    ['bun install --lockfile-only --silent'],
    /set-up +bun install --frozen-lockfile/,
    'bun run test',
  ),
  {
    name: 'two package managers at once',
    needs: ['npm'],
    files: { ...files, 'yarn.lock': '# yarn lockfile v1\n' },
    prepare: ['npm install --package-lock-only --silent'],
    shows: [/set-up +npm ci/, /not used +yarn\.lock belongs to another package manager/],
    fixed: 1,
    passes: 'node --test',
  },
  {
    name: 'npm workspaces',
    needs: ['npm'],
    files: {
      'package.json': json({ private: true, workspaces: ['packages/*'], devDependencies: { eslint: '*' } }),
      'eslint.config.js': eslintConfig,
      '.gitignore': 'node_modules\n',
      'packages/sums/package.json': json({ name: 'sums', version: '1.0.0', type: 'module', exports: './sum.js' }),
      'packages/sums/sum.js': sum,
      'packages/app/package.json': json({
        name: 'app',
        version: '1.0.0',
        type: 'module',
        scripts: { test: 'node --test' },
        dependencies: { sums: '1.0.0' },
      }),
      'packages/app/app.test.js': sumTest('sums'),
    },
    prepare: ['npm install --package-lock-only --silent'],
    shows: [/Found in this repository: npm workspace/, /verify +npm run test --workspaces --if-present/],
    fixed: 1,
    passes: 'node --check packages/sums/sum.js && ! grep -rn "var " packages',
  },
  {
    name: 'TypeScript',
    needs: ['npm'],
    files: {
      'package.json': json({
        name: 'sizes',
        version: '1.0.0',
        type: 'module',
        scripts: { test: 'node --test' },
        devDependencies: { typescript: '6.0.3' },
      }),
      'tsconfig.json': json({
        compilerOptions: { strict: true, noEmit: true, module: 'nodenext', target: 'es2022', types: [] },
        include: ['src'],
      }),
      '.gitignore': 'node_modules\n',
      'src/size.ts': lines('export const size = (text: string | null): number => text.length;'),
      'test/size.test.js': lines(
        "import assert from 'node:assert/strict';",
        "import { test } from 'node:test';",
        "import { size } from '../src/size.ts';",
        '',
        "test('counts letters', () => assert.equal(size('four'), 4));",
      ),
    },
    prepare: ['npm install --package-lock-only --silent'],
    agent: "sed -i 's/text.length/text?.length ?? 0/' src/size.ts",
    shows: [/review +tsc: node_modules\/\.bin\/tsc --noEmit/],
    fixed: 1,
    passes: 'node --test',
  },
];
