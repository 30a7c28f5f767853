/** Python: pytest and flake8 of the machine, an environment made by pip, unittest below src with mypy. */
import { type EcosystemProject, lines } from './project.ts';

const calc = lines('import os', '', '', 'def add(a, b):', '    return a + b');
const calcTest = lines('from calc import add', '', '', 'def test_add():', '    assert add(1, 2) == 3');

/** Built already, so that pip needs nothing from elsewhere. */
const wheel = 'tiny-1.0-py3-none-any.whl';
const makeWheel = [
  'from zipfile import ZipFile',
  `wheel = ZipFile('${wheel}', 'w')`,
  "wheel.writestr('tiny.py', 'one = 1')",
  "wheel.writestr('tiny-1.0.dist-info/METADATA', 'Metadata-Version: 2.1\\nName: tiny\\nVersion: 1.0')",
  "wheel.writestr('tiny-1.0.dist-info/WHEEL', 'Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any')",
  "wheel.writestr('tiny-1.0.dist-info/RECORD', '')",
  'wheel.close()',
].join('; ');

export const pythonProjects: readonly EcosystemProject[] = [
  {
    name: 'Python with pytest and flake8',
    needs: ['python3', 'pytest', 'flake8'],
    files: {
      'calc.py': calc,
      'tests/test_calc.py': calcTest,
      '.flake8': '[flake8]\nmax-line-length = 100\n',
      'pytest.ini': '[pytest]\npythonpath = .\n',
    },
    agent: "sed -i '1,3d' calc.py",
    shows: [/verify +python3 -m pytest +\[pytest\.ini:1\]/, /review +flake8: /],
    fixed: 1,
    passes: 'python3 -m pytest -q',
  },
  {
    name: 'Python below src with unittest and mypy',
    needs: ['python3', 'mypy'],
    files: {
      'src/shop/__init__.py': '',
      'src/shop/price.py': lines('def label(cents: int) -> str:', '    return cents / 100'),
      'tests/test_price.py': lines(
        'import unittest',
        'from shop.price import label',
        '',
        '',
        'class LabelTest(unittest.TestCase):',
        '    def test_is_made(self) -> None:',
        '        self.assertIn("1.5", str(label(150)))',
      ),
      'mypy.ini': '[mypy]\nfiles = src\n',
    },
    agent: "sed -i 's|cents / 100|str(cents / 100)|' src/shop/price.py",
    shows: [/verify +PYTHONPATH=src python3 -m unittest discover -s tests/, /review +mypy: /],
    fixed: 1,
    passes: 'PYTHONPATH=src python3 -m unittest discover -s tests',
  },
  {
    name: 'Python in an environment that pip makes',
    needs: ['python3', 'flake8'],
    files: {
      'calc.py': calc,
      'test_calc.py': lines(
        'import unittest',
        'import calc',
        'import tiny',
        '',
        '',
        'class T(unittest.TestCase):',
        '    def test_add(self):',
        '        self.assertEqual(calc.add(1, tiny.one), 2)',
      ),
      'requirements.txt': `./${wheel}\n`,
      '.flake8': '[flake8]\nexclude = .venv\n',
      '.gitignore': '.venv\n__pycache__\n',
    },
    prepare: [`python3 -c "${makeWheel}"`],
    agent: "sed -i '1,3d' calc.py",
    shows: [/set-up +python3 -m venv \.venv/, /verify +\.venv\/bin\/python -m unittest discover/],
    fixed: 1,
    passes: `PYTHONPATH=${wheel} python3 -m unittest discover`,
  },
];
