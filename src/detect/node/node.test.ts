/** Repositories of JavaScript and TypeScript, by every package manager. */
import { describe, expect, it } from 'vitest';
import { json, project, summary, usual } from '../../../test/support/project.ts';

const pkg = (more: object = {}): string =>
  json({ name: 'a', scripts: { test: 'vitest run' }, devDependencies: { vitest: '^3' }, ...more });

describe('JavaScript and TypeScript', () => {
  it('13.3 npm with ESLint, by lock file, scripts and configuration', () => {
    const found = project({
      'package.json': json({
        scripts: { test: 'vitest run', lint: 'eslint src test --ext .js,.ts --max-warnings 0 && prettier -c .' },
        devDependencies: { eslint: '^9', vitest: '^3' },
      }),
      'package-lock.json': '{}',
      'eslint.config.js': 'export default [];',
      'src/a.js': '',
    });
    expect(summary(found)).toEqual({
      kinds: 'npm',
      setup: ['npm ci [package-lock.json]'],
      verify: ['npm test [package.json:3 scripts.test]'],
      reviewers: [
        'eslint, eslint: node_modules/.bin/eslint -f json --no-error-on-unmatched-pattern src test --ext .js,.ts ' +
          '[eslint.config.js, package.json:7]',
      ],
      leftOut: [],
    });
  });

  it('13.3 TypeScript: the compiler reviews, so that its script is not run as well', () => {
    const { reviewers, verify } = summary(
      project({
        'package.json': pkg({
          scripts: { test: 'node --test', typecheck: 'tsc --noEmit' },
          devDependencies: { typescript: '^5' },
        }),
        'tsconfig.json': '{}',
        'src/a.ts': '',
      }),
    );
    expect(verify).toEqual(['npm test [package.json:4 scripts.test]']);
    expect(reviewers).toEqual(['tsc, lines: node_modules/.bin/tsc --noEmit --pretty false -p . [tsconfig.json]']);
  });

  it('13.3 project references check nothing by themselves: the script verifies', () => {
    const { reviewers, verify } = summary(
      project({
        'package.json': pkg({
          scripts: { test: 'node --test', typecheck: 'tsc -b' },
          devDependencies: { typescript: '5' },
        }),
        'tsconfig.json': '{ "files": [], "references": [{ "path": "a" }] }',
        'a/a.ts': '',
      }),
    );
    expect(reviewers).toEqual([]);
    expect(verify.at(-1)).toContain('npm run typecheck');
  });

  it.each([
    ['pnpm-lock.yaml', 'pnpm', 'pnpm install --frozen-lockfile', 'pnpm test'],
    ['yarn.lock', 'yarn', 'yarn install --frozen-lockfile', 'yarn test'],
    ['bun.lock', 'bun', 'bun install --frozen-lockfile', 'bun run test'],
  ])('13.3 %s is of %s', (lock, program, setup, verify) => {
    const found = summary(project({ 'package.json': pkg(), [lock]: '' }, `${usual} ${program}`));
    expect(found.setup).toEqual([`${setup} [${lock}]`]);
    expect(found.verify).toEqual([`${verify} [package.json:4 scripts.test]`]);
    const without = summary(project({ 'package.json': pkg(), [lock]: '' }));
    expect(without).toMatchObject({ setup: [], verify: [] });
    expect(without.leftOut[0]).toMatch(new RegExp(`^${program} is not installed.*install it with`));
    const linted = { 'package.json': json({ devDependencies: { eslint: '9' } }), 'eslint.config.js': '', [lock]: '' };
    const unlinted = summary(project(linted));
    expect(unlinted.reviewers).toEqual([]);
    expect(unlinted.leftOut).toContainEqual(expect.stringMatching(`^eslint is installed by ${program}, which is not`));
    const committed = { ...linted, 'node_modules/eslint/package.json': '' };
    expect(summary(project(committed)).reviewers).toHaveLength(1);
  });

  it('13.3 newer yarn is told by its settings', () => {
    const files = { 'package.json': pkg(), 'yarn.lock': '', '.yarnrc.yml': 'nodeLinker: node-modules\n' };
    expect(summary(project(files, `${usual} yarn`)).setup).toEqual(['yarn install --immutable [yarn.lock]']);
  });

  it('13.3 two package managers: one is taken, and it is said', () => {
    const files = { 'package.json': pkg(), 'package-lock.json': '{}', 'yarn.lock': '' };
    const found = summary(project(files, `${usual} yarn`));
    expect(found.setup).toEqual(['npm ci [package-lock.json]']);
    expect(found.leftOut[0]).toMatch(/^yarn\.lock belongs to another package manager; npm is used \[yarn\.lock\]/);
    const told = summary(
      project({ ...files, 'package.json': pkg({ packageManager: 'yarn@1.22.0' }) }, `${usual} yarn`),
    );
    expect(told.setup).toEqual(['yarn install --frozen-lockfile [yarn.lock, package.json:9 packageManager]']);
  });

  it('13.3 a workspace without tests of its own runs those of its packages', () => {
    const files = {
      'package.json': json({ private: true, workspaces: ['packages/*'] }),
      'package-lock.json': '{}',
      'packages/a/package.json': pkg(),
      'packages/b/package.json': json({ name: 'b' }),
    };
    const found = summary(project(files));
    expect(found.kinds).toBe('npm workspace');
    expect(found.setup).toEqual(['npm ci [package-lock.json]']);
    expect(found.verify).toEqual(['npm run test --workspaces --if-present [packages/a/package.json:4 scripts.test]']);
  });

  it('13.3 a project in a folder of its own is prepared and tested there', () => {
    const found = summary(
      project({
        'README.md': '',
        'web/package.json': pkg({ devDependencies: { eslint: '9' } }),
        'web/package-lock.json': '{}',
        'web/eslint.config.mjs': '',
        'web/a.js': '',
        'web/node_modules/x/package.json': pkg(),
        'examples/y/package.json': pkg(),
      }),
    );
    expect(found.setup).toEqual(['cd web && npm ci [web/package-lock.json]']);
    expect(found.verify).toEqual(['cd web && npm test [web/package.json:4 scripts.test]']);
    expect(found.reviewers[0]).toMatch(/^eslint in web, eslint: node_modules\/\.bin\/eslint/);
  });

  it('13.3 a package among the tests of another project is no project, unless it is one that is tested', () => {
    const c = { Makefile: 'test:\n\tcc a.c\n', 'a.c': '' };
    expect(project({ ...c, 'tests/data-set/package.json': json({ name: 'a' }) }).kinds).toEqual(['make']);
    const tested = { ...c, 'tests/e2e/package.json': pkg(), 'tests/e2e/package-lock.json': '{}' };
    expect(project(tested).kinds).toEqual(['make', 'npm']);
  });

  it('13.3 no tests: it is said, and what CI runs is shown and not taken', () => {
    const found = summary(
      project({
        'package.json': json({ scripts: { test: 'echo "Error: no test specified" && exit 1' } }),
        '.github/workflows/ci.yml':
          'jobs:\n  a:\n    steps:\n      - name: run test\n      - run: ./scripts/all-tests --fast\n',
      }),
    );
    expect(found.verify).toEqual([]);
    expect(found.leftOut).toEqual([
      'package.json has no script that tests [package.json:2] add a script "test", or name a command with --verify CMD',
      expect.stringMatching(
        /^nothing was found that verifies fixes; CI runs `\.\/scripts\/all-tests --fast` \[.*ci\.yml:5\]/,
      ),
    ]);
  });

  it('13.3 what CI builds before its tests is built', () => {
    const found = summary(
      project({
        'package.json': pkg({ scripts: { build: 'tsc', test: 'mocha' } }),
        '.github/workflows/ci.yml': 'steps:\n  - run: npm run build\n  - run: npm test\n',
      }),
    );
    expect(found.verify).toEqual([
      'npm run build [package.json:4 scripts.build, .github/workflows/ci.yml:2]',
      'npm test [package.json:5 scripts.test, .github/workflows/ci.yml:3]',
    ]);
  });

  it('13.3 a linter that is configured and not among the dependencies is not used, and its script neither', () => {
    const found = summary(
      project({
        'package.json': pkg({ scripts: { test: 'x', lint: 'eslint .' }, devDependencies: {} }),
        '.eslintrc.json': '{}',
        'a.js': '',
      }),
    );
    expect(found.reviewers).toEqual([]);
    expect(found.verify.join()).not.toContain('lint');
    expect(found.leftOut).toEqual([
      'eslint is configured, and not installed [.eslintrc.json] add it with `npm install --save-dev eslint`',
    ]);
  });

  it('13.3 a linter that nobody knows here is run by its script', () => {
    const { verify } = summary(project({ 'package.json': pkg({ scripts: { test: 'x', lint: 'standard' } }) }));
    expect(verify.at(-1)).toBe('npm run lint [package.json:5 scripts.lint]');
  });

  it('13.3 a package.json that cannot be read says nothing', () => {
    expect(summary(project({ 'package.json': '{ "scripts": {' })).verify).toEqual([]);
    expect(summary(project({ 'package.json': '{"__proto__":{"test":"x"},"scripts":[1]}' })).verify).toEqual([]);
  });
});
