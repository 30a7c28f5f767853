/** PHP: composer; PHPUnit of the project or of the machine, Pest, or a script of its own. */
import { jsonIn, keysAt } from '../data.ts';
import { type Detector, markedBy } from '../detector.ts';
import type { Folder } from '../folder.ts';
import { type Finds, finds, type FoundCommand, type LeftOut } from '../found.ts';

const manifestFile = 'composer.json';
const settingsFiles = ['phpunit.xml', 'phpunit.xml.dist', 'phpunit.dist.xml'];

type Project = {
  folder: Folder;
  manifest: unknown;
  /** What composer installs; PHP itself and its extensions have no slash in their names. */
  packages: readonly string[];
  hasComposer: boolean;
  settings: string | undefined;
};

const projectIn = (folder: Folder): Project => {
  const manifest = jsonIn(folder.text(manifestFile));
  const needed = [...keysAt(manifest, ['require-dev']), ...keysAt(manifest, ['require'])];
  return {
    folder,
    manifest,
    packages: needed.filter((name) => name.includes('/')),
    hasComposer: folder.canStart('composer'),
    settings: settingsFiles.find((file) => folder.has(file)),
  };
};

/** PHPUnit has to be told then where tests are. */
const withoutSettings = (folder: Folder, packages: readonly string[]): FoundCommand[] => {
  const test = folder.files.find((file) => /^tests?\/.*Test\.php$/.test(file));
  if (test === undefined || !packages.includes('phpunit/phpunit')) return [];
  return [
    { command: folder.run(`vendor/bin/phpunit ${test.slice(0, test.indexOf('/'))}`), places: [folder.place(test)] },
  ];
};

const testsOf = ({ folder, manifest, packages, hasComposer, settings }: Project): FoundCommand[] => {
  if (hasComposer && keysAt(manifest, ['scripts']).includes('test'))
    return [
      {
        command: folder.run('composer test'),
        places: [{ ...folder.place(manifestFile, '"test"'), key: 'scripts.test' }],
      },
    ];
  const isPest = packages.includes('pestphp/pest');
  if (settings === undefined && !isPest) return withoutSettings(folder, packages);
  const places = [folder.place(settings ?? manifestFile)];
  if (packages.length > 0) return [{ command: folder.run(`vendor/bin/${isPest ? 'pest' : 'phpunit'}`), places }];
  return folder.canStart('phpunit') ? [{ command: folder.run('phpunit'), places }] : [];
};

const missingTests = ({ folder, settings }: Project): LeftOut =>
  settings === undefined
    ? {
        message: 'no tests were found in PHP',
        isAboutTests: true,
        remedy: 'name a command with --verify CMD',
        places: [folder.place(manifestFile)],
      }
    : {
        message: 'phpunit is not installed',
        remedy: 'install it, or require phpunit/phpunit in composer.json',
        places: [folder.place(settings)],
      };

const detect = (folder: Folder): Finds => {
  const found = projectIn(folder);
  const places = [folder.place(manifestFile)];
  if (found.packages.length > 0 && !found.hasComposer)
    return finds({
      kinds: ['PHP'],
      leftOut: [{ message: 'composer is not installed', remedy: 'install PHP and composer', places, isLanguage: true }],
    });
  const verify = testsOf(found);
  return finds({
    kinds: ['PHP'],
    // Without packages it still writes the autoloader.
    setup:
      found.hasComposer && folder.has(manifestFile)
        ? [{ command: folder.run('composer install --no-interaction'), places }]
        : [],
    verify,
    leftOut: verify.length > 0 ? [] : [missingTests(found)],
  });
};

export const php: Detector = { marks: markedBy(manifestFile, ...settingsFiles), detect };
