/** Repositories of shapes that people have and few think of: each would be set up, tested or linted wrongly by a guess. */
import { describe, expect, it } from 'vitest';
import { json, project, summary, usual } from '../../test/support/project.ts';

const test = 'def test_a():\n    assert True\n';
const lock = { 'package-lock.json': '{}' };

describe('JavaScript and TypeScript', () => {
  it('13.3 tests outside of the packages of a workspace do not count: nothing would run them', () => {
    const outside = { 'examples/x/package.json': json({ scripts: { test: 'node --test' } }) };
    const npm = { 'package.json': json({ workspaces: ['packages/*'] }), ...lock, 'packages/a/package.json': '{}' };
    expect(summary(project({ ...npm, ...outside })).verify).toEqual([]);
    const pnpm = {
      'package.json': json({ devDependencies: { typescript: 'catalog:' } }),
      'pnpm-workspace.yaml': 'packages:\n  - ./packages/*\n  - "!packages/old"\ncatalog:\n  typescript: ^5\n',
      'packages/old/package.json': json({ scripts: { test: 'x' } }),
    };
    expect(summary(project({ ...pnpm, ...outside }, `${usual} pnpm`)).verify).toEqual([]);
    const member = { 'packages/a/package.json': json({ scripts: { test: 'x' } }) };
    expect(summary(project({ ...pnpm, ...member }, `${usual} pnpm`)).verify).toEqual([
      'pnpm --recursive --if-present run test [packages/a/package.json:3 scripts.test]',
    ]);
  });

  it('13.3 newer yarn has no node_modules unless it is told to: it starts programs itself', () => {
    const files = {
      'package.json': json({ packageManager: 'yarn@4.5.0', devDependencies: { eslint: '9' } }),
      'yarn.lock': '',
      'eslint.config.js': '',
      'a.js': '',
    };
    const reviewer = (more: Record<string, string>): string | undefined =>
      summary(project({ ...files, ...more }, `${usual} yarn`)).reviewers[0];
    expect(reviewer({})).toContain('eslint: yarn run eslint -f json');
    expect(reviewer({ '.yarnrc.yml': 'nodeLinker: node-modules\n' })).toContain('eslint: node_modules/.bin/eslint');
  });

  it('13.3 bun finds tests without a script', () => {
    const files = { 'package.json': '{}', 'bun.lock': '', 'src/a.test.ts': '' };
    expect(summary(project(files, `${usual} bun`)).verify).toEqual(['bun test [src/a.test.ts]']);
  });

  it('13.3 files of a framework are checked by its own compiler', () => {
    const files = (dependency: string, scripts: object = {}) => ({
      'package.json': json({
        scripts: { test: 'x', ...scripts },
        devDependencies: { typescript: '5', [dependency]: '1' },
      }),
      'tsconfig.json': '{}',
      'src/a.ts': '',
    });
    expect(summary(project(files('vue-tsc'))).reviewers).toEqual([
      'tsc, lines: node_modules/.bin/vue-tsc --noEmit --pretty false -p . [tsconfig.json]',
    ]);
    const svelte = summary(project(files('svelte-check', { check: 'svelte-check' })));
    expect(svelte.reviewers).toEqual([]);
    expect(svelte.verify.at(-1)).toContain('npm run check');
  });
});

describe('Python', () => {
  it('13.3 what is asked for in a place that set-up does not read is installed as well', () => {
    const files = {
      'setup.py': 'setup(name="a", install_requires=["requests"])',
      'tox.ini':
        '[testenv]\ndeps =\n  pytest>=7  # new\n  responses\n  -rtests/needs.txt\n  py38: x\ncommands = pytest\n',
      'tests/test_a.py': test,
    };
    expect(summary(project(files)).setup.at(-1)).toContain("-e '.' 'pytest>=7' responses -rtests/needs.txt [");
  });

  it('13.3 groups that are left out by default are asked for', () => {
    const poetry = {
      'pyproject.toml':
        '[tool.poetry]\nname = "a"\n[tool.poetry.group.test]\noptional = true\n' +
        '[tool.poetry.group.test.dependencies]\npytest = "*"\n[tool.poetry.group.docs]\noptional = true\n',
      'tests/test_a.py': test,
    };
    expect(summary(project(poetry, `${usual} poetry`)).setup[0]).toMatch(
      /poetry install --no-interaction --with test \[/,
    );
    const uv = {
      'pyproject.toml':
        '[project]\nname = "a"\n[dependency-groups]\ndev = ["x"]\ntest = ["pytest"]\n[tool.uv.workspace]\nmembers = ["b"]\n',
      'uv.lock': '',
      'tests/test_a.py': test,
    };
    expect(summary(project(uv, `${usual} uv`)).setup).toEqual([
      'uv sync --frozen --all-packages --group test [uv.lock]',
    ]);
    const hatch = { 'pyproject.toml': '[tool.hatch.envs.test]\ndependencies = ["pytest"]\n', 'a.py': '' };
    expect(summary(project(hatch, `${usual} hatch`)).verify).toEqual([
      'env HATCH_DATA_DIR=.hatch hatch run test:python -m pytest [pyproject.toml:2]',
    ]);
    const pipenv = { Pipfile: '[dev-packages]\npytest = "*"\n', 'test_a.py': test };
    expect(summary(project(pipenv, `${usual} pipenv`)).setup[0]).toContain('pipenv install --skip-lock --dev');
  });

  it('13.3 a linter that is only mentioned is not taken from where nothing installs it', () => {
    const files = {
      'requirements.txt': 'pytest\n',
      'pyproject.toml': '[project]\nname = "a"\n[project.optional-dependencies]\nquality = ["ruff"]\n[tool.ruff]\n',
      'test_a.py': test,
    };
    expect(summary(project(files)).leftOut[0]).toContain('ruff is configured, and not installed');
  });

  it('13.3 tests in a folder below are run there, with what is installed above', () => {
    const needs = { 'requirements.txt': 'django\npytest\n' };
    const django = { ...needs, 'backend/manage.py': '', 'backend/shop/tests.py': 'from django.test import TestCase\n' };
    expect(summary(project(django)).verify).toEqual([
      'cd backend && ../.venv/bin/python manage.py test [backend/manage.py]',
    ]);
    const pytest = { ...needs, 'a/b/pytest.ini': '[pytest]\n', 'a/b/tests/test_a.py': test };
    expect(summary(project(pytest)).verify).toEqual(['cd a/b && ../../.venv/bin/python -m pytest [a/b/pytest.ini:1]']);
  });
});

describe('others', () => {
  it('13.3 a workspace of Go: what its modules need, and only they', () => {
    const files = {
      'go.work': 'go 1.22\nuse (\n\t./a // first\n\t./b\n)\n',
      'a/go.mod': 'module a\n\nrequire x v1\n',
      'a/a_test.go': '',
      'b/go.mod': 'module b\n',
      '.golangci.yml': '',
    };
    expect(summary(project(files, `${usual} go golangci-lint`))).toMatchObject({
      setup: ['go mod download [a/go.mod:3]'],
      reviewers: [
        expect.stringMatching(/golangci-lint run .* \.\/a\/\.\.\. \.\/b\/\.\.\. \[/),
        expect.stringContaining('go vet ./a/... ./b/... 2>&1'),
      ],
    });
  });

  it('13.3 CMake by its presets, which may be what switches tests on', () => {
    const preset = { name: 'dev', configurePreset: 'dev' };
    const presets = { version: 3, buildPresets: [preset], testPresets: [preset] };
    const files = { 'CMakeLists.txt': 'project(a)\n', 'CMakePresets.json': json(presets), 'a.c': '' };
    expect(project(files, `${usual} cmake`).verify.map(({ command }) => command)).toEqual([
      'cmake --preset dev',
      'cmake --build --preset dev',
      'ctest --preset dev --output-on-failure --no-tests=error',
    ]);
    const two = json({ ...presets, testPresets: [preset, { name: 'b', configurePreset: 'b' }] });
    expect(project({ ...files, 'CMakePresets.json': two }, `${usual} cmake`).verify[0]?.command).toBe(
      'cmake -S . -B build',
    );
  });

  it('13.3 recipes of just with parameters, and double colons of make', () => {
    const just = (text: string): string[] => summary(project({ justfile: text, 'a.lua': '' }, `${usual} just`)).verify;
    expect(just('test *args:\n  x\n')).toEqual(['just test [justfile:1]']);
    expect(just('@test filter="all" +$more="b": build\n  x\n')).toEqual(['just test [justfile:1]']);
    expect(just('test package:\n  x\nrelease test:\n  x\n')).toEqual([]);
    expect(summary(project({ Makefile: 'check:: all\n\tx\n' })).verify).toEqual(['make check [Makefile:1]']);
  });

  it('13.3 Ruby and PHP: a task by another name, and PHPUnit without settings', () => {
    const ruby = (text: string): string[] =>
      summary(project({ Rakefile: text, Gemfile: '' }, `${usual} bundle`)).verify;
    expect(ruby('Rake::TestTask.new(:unit) do |t|\n')).toEqual(['bundle exec rake unit [Rakefile:1]']);
    expect(ruby('Rake::TestTask.new do |t|\n')).toEqual(['bundle exec rake test [Rakefile:1]']);
    const php = { 'composer.json': json({ 'require-dev': { 'phpunit/phpunit': '10' } }), 'tests/ATest.php': '' };
    expect(summary(project(php, `${usual} composer`)).verify).toEqual(['vendor/bin/phpunit tests [tests/ATest.php]']);
  });

  it('13.3 a folder without tests is named, even if others have some', () => {
    const files = {
      'web/package.json': json({ scripts: { build: 'x' } }),
      'api/go.mod': '',
      'api/a_test.go': '',
    };
    expect(summary(project(files, `${usual} go`)).leftOut).toEqual([
      expect.stringMatching(/^package\.json has no script that tests \[web\/package\.json:2\]/),
    ]);
  });
});
