/** How a Python project is tested: pytest, unittest, Django, or tox. */
import { type Folder, folderOf, subfolder } from '../folder.ts';
import type { FoundCommand, LeftOut, Place } from '../found.ts';
import { showCommand } from '../../config/values.ts';
import type { PythonHome } from './manager.ts';
import { declares } from './requirements.ts';

const isTest = (file: string): boolean => /(?:^|\/)(?:test_[^/]*|[^/]*_test|tests?)\.py$/.test(file);

const configured: readonly (readonly [file: string, mark: RegExp])[] = [
  ['pytest.ini', /^\[pytest\]/m],
  ['pyproject.toml', /^[ \t]*\[tool\.pytest/m],
  ['setup.cfg', /^\[tool:pytest\]/m],
  ['tox.ini', /^\[pytest\]|^[ \t]*(?:commands[ \t]*=[ \t]*)?(?:python -m )?pytest\b/m],
  ['noxfile.py', /["']pytest["']/],
];

const settingsPlaces = (folder: Folder): Place[] => {
  const settings = configured.find(([file, mark]) => mark.test(folder.text(file)));
  return settings === undefined ? [] : [folder.place(...settings)];
};

/** Where it is said that pytest tests; empty where it is not. */
export const pytestPlaces = (folder: Folder): Place[] => {
  const settings = settingsPlaces(folder);
  if (settings.length > 0) return settings;
  const declared = declares(folder, 'pytest');
  if (declared) return [folder.place(declared.file, declared.mark)];
  const conftest = folder.files.find((file) => /(?:^|\/)conftest\.py$/.test(file));
  const written = folder.files.find(
    (file) => isTest(file) && /^(?:import|from) pytest\b|^def test_/m.test(folder.text(file)),
  );
  const sign = conftest ?? written;
  return sign === undefined ? [] : [folder.place(sign, /^(?:import|from) pytest\b|^def test_/m)];
};

const unittestFile = (folder: Folder): string | undefined =>
  folder.files.find((file) => isTest(file) && /^[ \t]*(?:import|from) unittest\b/m.test(folder.text(file)));

/** Packages below `src` are found without being installed. */
const pathFor = (folder: Folder, { isInstalled }: PythonHome): string =>
  !isInstalled && folder.files.some((file) => /^src\/.*\.py$/.test(file)) ? 'PYTHONPATH=src ' : '';

type Tested = { verify: FoundCommand[]; leftOut: LeftOut[] };

const tested = (folder: Folder, home: PythonHome, module: string, places: Place[]): Tested => ({
  verify: [{ command: folder.run(`${pathFor(folder, home)}${showCommand([...home.start])} ${module}`), places }],
  leftOut: [],
});

/** Tests that lie in a package are named from where it is. */
const discover = (file: string, folder: Folder): string => {
  const at = file.lastIndexOf('/');
  if (at < 0) return 'unittest discover';
  const top = file.slice(0, file.indexOf('/'));
  return `unittest discover -s ${top}${folder.has(`${top}/__init__.py`) ? ' -t .' : ''}`;
};

/** What is tested may lie in one folder below, beside what is needed for it; undefined where it does not. */
const below = (folder: Folder): ReturnType<typeof subfolder> | undefined => {
  if (folder.has('manage.py') || settingsPlaces(folder).length > 0) return undefined;
  const marked = folder.files.filter((file) => /^[\w-]+\/(?:[\w-]+\/)?(?:manage\.py|pytest\.ini)$/.test(file));
  const paths = [...new Set(marked.map(folderOf))];
  return paths.length === 1 && paths[0] !== undefined ? subfolder(folder, paths[0]) : undefined;
};

/** As seen from there, what is installed lies further up. */
const fromBelow = (home: PythonHome, path: string): PythonHome => {
  const up = '../'.repeat(path.split('/').length);
  const [program = '', ...rest] = home.start;
  return program.startsWith('.venv/') ? { ...home, start: [`${up}${program}`, ...rest] } : home;
};

export const testsOf = (folder: Folder, home: PythonHome): Tested => {
  const inside = below(folder);
  return inside === undefined ? testsIn(folder, home) : testsIn(inside, fromBelow(home, inside.below));
};

const testsIn = (folder: Folder, home: PythonHome): Tested => {
  const pytest = pytestPlaces(folder);
  if (pytest.length > 0) return withPytest(folder, home, pytest);
  if (folder.has('manage.py')) return withDjango(folder, home);
  const unittest = unittestFile(folder);
  if (unittest !== undefined)
    return tested(folder, home, discover(unittest, folder), [folder.place(unittest, /unittest/)]);
  return { verify: [], leftOut: [noTests(folder)] };
};

const withDjango = (folder: Folder, home: PythonHome): Tested => {
  const program = showCommand(home.start.slice(0, -1));
  return {
    verify: [{ command: folder.run(`${program} manage.py test`), places: [folder.place('manage.py')] }],
    leftOut: [],
  };
};

const withPytest = (folder: Folder, home: PythonHome, places: Place[]): Tested =>
  home.isInstalled || folder.canStart('pytest')
    ? tested(folder, home, 'pytest', places)
    : {
        verify: [],
        leftOut: [{ message: 'pytest is not installed', remedy: 'install it with `pip install pytest`', places }],
      };

const noTests = (folder: Folder): LeftOut => {
  const others = ['tox.ini', 'noxfile.py'].filter((file) => folder.has(file));
  return others.length > 0
    ? {
        message: `${others.join(' and ')} may run tests, and what is not told`,
        remedy: 'name the command with --verify CMD, such as --verify tox',
        places: others.map((file) => folder.place(file)),
      }
    : {
        message: 'no tests were found in Python',
        isAboutTests: true,
        remedy: 'name a command with --verify CMD',
        places: folder.path === '' ? [] : [{ file: folder.path }],
      };
};
