/** Python: uv, poetry, pdm, pipenv, hatch and pip; pytest, unittest and Django. */
import { type Detector, markedBy } from '../detector.ts';
import { type Folder, folderOf } from '../folder.ts';
import { type Finds, finds } from '../found.ts';
import { pythonHome, type PythonHome } from './manager.ts';
import { pytestPlaces, testsOf } from './tests.ts';

const manifest = markedBy(
  ...'pyproject.toml setup.py setup.cfg requirements.txt Pipfile tox.ini noxfile.py pytest.ini manage.py'.split(' '),
);

/** A project that has nothing to say about itself is known by its tests, which may lie in a folder of their own. */
const testFile = /^(?:(.*?)\/)??(?:tests?\/)?(?:test_[^/]*|[^/]*_test)\.py$/;

export const homeOf = (folder: Folder): PythonHome =>
  pythonHome(folder, pytestPlaces(folder).length > 0 ? ['pytest'] : []);

const detect = (folder: Folder): Finds => {
  const isPython = folder.files.some((file) => file.endsWith('.py'));
  if (!isPython) return finds({});
  const home = homeOf(folder);
  const kinds = [`Python (${home.name})`];
  if (!folder.canStart('python3'))
    return finds({
      kinds,
      leftOut: [{ message: 'python3 is not installed', remedy: 'install Python 3', places: [], isLanguage: true }],
    });
  const tests = testsOf(folder, home);
  return finds({ kinds, setup: home.setup, verify: tests.verify, leftOut: [...home.leftOut, ...tests.leftOut] });
};

/** Tests within a package import it by its name, from where it lies. */
const abovePackage = (folder: string, has: (file: string) => boolean): string =>
  folder !== '' && has(`${folder}/__init__.py`) ? abovePackage(folderOf(folder), has) : folder;

export const python: Detector = {
  marks: (file, has) => {
    const own = manifest(file, has);
    if (own !== null || !testFile.test(file)) return own;
    return abovePackage(testFile.exec(file)?.[1] ?? '', has);
  },
  detect,
};
