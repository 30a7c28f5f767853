/** Python: installed in a virtual environment in such a way that its sources are used, and found by its folder. */
import { type Kind, lines, write, writes } from '../kind.ts';

const project = (where: string): string =>
  lines(
    '[build-system]',
    'requires = ["setuptools"]',
    'build-backend = "setuptools.build_meta"',
    '[project]',
    'name = "pkg"',
    'version = "1.0"',
    '[tool.setuptools.packages.find]',
    `where = ["${where}"]`,
  );

const gives = (name: string, value: string): string => `def ${name}(): return ${value}\n`;

/** Passes when it is asked a second time in the same folder. */
const secondTime = (name: string): string =>
  lines(
    'import os',
    `seen = os.path.exists('__pycache__/${name}')`,
    `os.makedirs('__pycache__', exist_ok=True); open('__pycache__/${name}', 'w').close()`,
    `def ${name}(): return 1 if seen else 2`,
  );

export const editable: Kind = {
  name: 'Python editable',
  files: {
    'src/pkg/__init__.py': '',
    'src/pkg/a.py': gives('a', '1'),
    'src/pkg/b.py': gives('b', '1'),
    'test.py': lines('from pkg.a import a', 'from pkg.b import b', 'assert a() == 1 and b() == 1'),
    'pyproject.toml': project('src'),
    '.gitignore': '.venv\n__pycache__\n*.egg-info\n',
  },
  setup: [
    'python3 -m venv --without-pip --system-site-packages .venv',
    '.venv/bin/python -m pip install -q --no-build-isolation --no-deps --no-index -e .',
  ],
  verify: ['.venv/bin/python test.py'],
  slots: [
    {
      file: 'src/pkg/a.py',
      line: 1,
      right: write('src/pkg/a.py', gives('a', '2 - 1')),
      others: { broken: write('src/pkg/a.py', gives('a', '2')), 'second time': write('src/pkg/a.py', secondTime('a')) },
    },
    {
      file: 'src/pkg/b.py',
      line: 1,
      right: write('src/pkg/b.py', gives('b', '0 + 1')),
      others: {
        broken: write('src/pkg/b.py', gives('b', '3')),
        'only junk makes it right': writes(
          { 'src/pkg/b.py': 'from helper import b\n' },
          'for at in .venv/lib/*/site-packages; do echo "def b(): return 1" > $at/helper.py; done; true',
        ),
      },
    },
    {
      file: 'pyproject.toml',
      line: 5,
      right: write('pyproject.toml', project('src').replace('1.0', '1.1')),
      others: {
        'another folder': write('pyproject.toml', project('lib')),
        'not to be read': write('pyproject.toml', '[project\n'),
      },
    },
  ],
};

export const srcLayout: Kind = {
  name: 'Python src layout',
  files: {
    'src/pkg/__init__.py': '',
    'src/pkg/a.py': gives('a', '1 + 0'),
    'src/pkg/b.py': gives('b', '1 + 0'),
    'src/pkg/c.py': gives('c', '1 + 0'),
    'tests/__init__.py': '',
    'tests/test_all.py': lines(
      'import unittest',
      'from pkg.a import a',
      'from pkg.b import b',
      'from pkg.c import c',
      'class All(unittest.TestCase):',
      '    def test_all(self): self.assertEqual((a(), b(), c()), (1, 1, 1))',
    ),
    '.gitignore': '__pycache__\n',
  },
  setup: [],
  verify: ['PYTHONPATH=src python3 -m unittest -q tests.test_all'],
  slots: ['a', 'b', 'c'].map((name) => ({
    file: `src/pkg/${name}.py`,
    line: 1,
    // As long as what was there: compiled files of the start look up to date when they stay.
    right: write(`src/pkg/${name}.py`, gives(name, '0 + 1')),
    others: {
      broken: write(`src/pkg/${name}.py`, gives(name, '1 + 1')),
      'second time': write(`src/pkg/${name}.py`, secondTime(name)),
      'hides another file behind junk': writes(
        { [`src/pkg/${name}.py`]: gives(name, '9 - 9') },
        `mkdir -p src/pkg/__pycache__ && touch -r src/pkg/${name}.py src/pkg/__pycache__`,
      ),
    },
  })),
};
