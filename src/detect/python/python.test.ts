/** Repositories of Python, by their package managers and tests. */
import { describe, expect, it } from 'vitest';
import { project, summary, usual } from '../../../test/support/project.ts';

const pytestFile = 'def test_a():\n    assert True\n';
const unittestFile = 'import unittest\n\nclass A(unittest.TestCase):\n    pass\n';

describe('Python', () => {
  it('13.3 nothing to install: the tests are run with what the machine has', () => {
    const files = { 'a.py': '', 'tests/test_a.py': pytestFile };
    expect(summary(project(files, `${usual} pytest`))).toEqual({
      kinds: 'Python (pip)',
      setup: [],
      verify: ['python3 -m pytest [tests/test_a.py:1]'],
      reviewers: [],
      leftOut: [],
    });
    const without = summary(project(files));
    expect(without.verify).toEqual([]);
    expect(without.leftOut[0]).toBe('pytest is not installed [tests/test_a.py:1] install it with `pip install pytest`');
  });

  it('13.3 unittest, in a package or not, and a package below src', () => {
    expect(summary(project({ 'a.py': '', 'test_a.py': unittestFile })).verify).toEqual([
      'python3 -m unittest discover [test_a.py:1]',
    ]);
    const inPackage = { 'src/a/__init__.py': '', 'tests/__init__.py': '', 'tests/test_a.py': unittestFile };
    expect(summary(project(inPackage)).verify).toEqual([
      'PYTHONPATH=src python3 -m unittest discover -s tests -t . [tests/test_a.py:1]',
    ]);
  });

  it('13.3 tests that lie within a package are started from where it lies', () => {
    const nested = { 'src/a/__init__.py': '', 'src/a/b.py': '', 'src/a/tests/test_b.py': pytestFile };
    expect(summary(project(nested, `${usual} pytest`)).verify).toEqual([
      'cd src && python3 -m pytest [src/a/tests/test_b.py:1]',
    ]);
    const atRoot = { 'a/__init__.py': '', 'a/tests/__init__.py': '', 'a/tests/test_b.py': unittestFile };
    expect(summary(project(atRoot)).verify).toEqual(['python3 -m unittest discover -s a -t . [a/tests/test_b.py:1]']);
  });

  it('13.3 what is needed is found in src where the tests lie beside it', () => {
    const tested = { 'src/a.py': '', 'tests/test_a.py': pytestFile };
    const listed = summary(project({ ...tested, 'src/requirements.txt': 'pytest\n' }));
    expect(listed.setup.at(-1)).toContain('pip install -q -r src/requirements.txt');
    expect(listed.verify).toEqual(['.venv/bin/python -m pytest [src/requirements.txt:1]']);
    const setup = 'setup(install_requires=["requests"])\n';
    expect(summary(project({ ...tested, 'src/setup.py': setup })).setup.at(-1)).toBe(
      ".venv/bin/python -m pip install -q -e './src' pytest [src/setup.py]",
    );
  });

  it('13.3 pip: requirements and extras go into an environment of the project, and what tests need as well', () => {
    const found = summary(
      project({
        'pyproject.toml':
          '[build-system]\nrequires = ["setuptools"]\n[project]\nname = "a"\ndependencies = [\n  "requests",\n]\n' +
          '[project.optional-dependencies]\ndev = ["ruff"]\ndocs = ["sphinx"]\n[tool.ruff]\n',
        'requirements-dev.txt': 'mypy\n',
        'src/a/__init__.py': '',
        'tests/test_a.py': pytestFile,
        'mypy.ini': '[mypy]\n',
      }),
    );
    expect(found.setup).toEqual([
      'python3 -m venv .venv [requirements-dev.txt, pyproject.toml]',
      ".venv/bin/python -m pip install -q -r requirements-dev.txt -e '.[dev]' pytest [requirements-dev.txt, pyproject.toml]",
    ]);
    expect(found.verify).toEqual(['.venv/bin/python -m pytest [tests/test_a.py:1]']);
    expect(found.reviewers.map((each) => each.slice(0, 60))).toEqual([
      'ruff, lines: .venv/bin/python -m ruff check --no-fix --quiet',
      'mypy, lines: .venv/bin/python -m mypy --no-pretty --no-color',
    ]);
  });

  it.each([
    ['uv.lock', 'uv', 'uv sync --frozen'],
    ['poetry.lock', 'poetry', 'POETRY_VIRTUALENVS_IN_PROJECT=true poetry install --no-interaction'],
    ['pdm.lock', 'pdm', 'pdm install --frozen-lockfile'],
    ['Pipfile.lock', 'pipenv', 'PIPENV_VENV_IN_PROJECT=1 pipenv sync --dev'],
  ])('13.3 %s is of %s', (lock, program, setup) => {
    const files = {
      'pyproject.toml': '[project]\nname = "a"\n[dependency-groups]\ndev = ["pytest"]\n[tool.pytest.ini_options]\n',
      [lock]: '',
      'a.py': '',
    };
    const found = summary(project(files, `${usual} ${program}`));
    expect(found.kinds).toBe(`Python (${program})`);
    expect(found.setup).toEqual([`${setup} [${lock}]`]);
    expect(found.verify).toEqual(['.venv/bin/python -m pytest [pyproject.toml:5]']);
    expect(summary(project(files)).leftOut.join()).toContain(`${program} is not installed`);
  });

  it('13.3 hatch runs in its own environment, which lies in the project', () => {
    const files = { 'pyproject.toml': '[tool.hatch.envs.default]\ndependencies = ["pytest"]\n', 'a.py': '' };
    const found = summary(project(files, `${usual} hatch`));
    expect(found.setup).toEqual(['HATCH_DATA_DIR=.hatch hatch env create [pyproject.toml:1 tool.hatch.envs.default]']);
    expect(found.verify).toEqual(['env HATCH_DATA_DIR=.hatch hatch run python -m pytest [pyproject.toml:2]']);
  });

  it('13.3 linters of settings and of pre-commit, where they are installed', () => {
    const files = {
      'setup.cfg': '[flake8]\nmax-line-length = 100\n',
      '.pre-commit-config.yaml': 'repos:\n  - repo: x\n    hooks:\n      - id: ruff-check\n      - id: bandit # look\n',
      'a.py': '',
    };
    expect(summary(project(files, `${usual} ruff flake8`))).toMatchObject({
      reviewers: [
        "flake8, lines: git ls-files -z -- '*.py' | xargs -0 flake8 --format=default [setup.cfg:1]",
        'ruff, lines: ruff check --no-fix --quiet --output-format concise {files} [.pre-commit-config.yaml:4]',
      ],
      leftOut: [
        expect.anything(),
        expect.stringContaining('bandit is configured, and not installed [.pre-commit-config.yaml:5]'),
      ],
    });
  });

  it('13.3 Django, and tox of which nobody knows what it runs', () => {
    expect(summary(project({ 'manage.py': '', 'app/models.py': '' })).verify).toEqual([
      'python3 manage.py test [manage.py]',
    ]);
    const tox = summary(project({ 'tox.ini': '[testenv]\ncommands = nose2\n', 'a.py': '' }));
    expect(tox.verify).toEqual([]);
    expect(tox.leftOut[0]).toMatch(/^tox\.ini may run tests.*--verify tox/);
  });

  it('13.3 hostile manifests are read before the test runs out of time', () => {
    const long = '#'.repeat(200_000);
    project({
      'pyproject.toml': `[project]\ndependencies = [ ${long}\n`,
      'setup.py': `install_requires=${' '.repeat(200_000)}`,
      'a.py': '',
    });
    expect(project({ Makefile: `${'a '.repeat(100_000)}\n`, 'a.c': '' }).verify).toHaveLength(1);
    expect(project({ 'package.json': '{"a":'.repeat(50_000) }).verify).toEqual([]);
  });
});
