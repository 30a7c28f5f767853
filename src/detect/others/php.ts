/** PHP: composer; PHPUnit, Pest, or a script of its own. */
import { jsonIn, keysAt } from '../data.ts';
import { type Detector, markedBy } from '../detector.ts';
import type { Folder } from '../folder.ts';
import { type Finds, finds, type FoundCommand } from '../found.ts';

const testsOf = (folder: Folder, manifest: unknown): FoundCommand[] => {
  if (keysAt(manifest, ['scripts']).includes('test'))
    return [
      {
        command: folder.run('composer test'),
        places: [{ ...folder.place('composer.json', '"test"'), key: 'scripts.test' }],
      },
    ];
  const needed = [...keysAt(manifest, ['require-dev']), ...keysAt(manifest, ['require'])];
  const pest = needed.includes('pestphp/pest');
  const settings = ['phpunit.xml', 'phpunit.xml.dist'].find((file) => folder.has(file));
  if (settings === undefined && !pest) return [];
  return [
    {
      command: folder.run(`vendor/bin/${pest ? 'pest' : 'phpunit'}`),
      places: [folder.place(settings ?? 'composer.json')],
    },
  ];
};

const detect = (folder: Folder): Finds => {
  const places = [folder.place('composer.json')];
  if (!folder.canStart('composer'))
    return finds({
      kinds: ['PHP'],
      leftOut: [{ message: 'composer is not installed', remedy: 'install PHP and composer', places }],
    });
  const manifest = jsonIn(folder.text('composer.json'));
  const verify = testsOf(folder, manifest);
  return finds({
    kinds: ['PHP'],
    setup: [{ command: folder.run('composer install --no-interaction'), places }],
    verify,
    leftOut:
      verify.length > 0
        ? []
        : [
            {
              message: 'no tests were found in PHP',
              isAboutTests: true,
              remedy: 'name a command with --verify CMD',
              places,
            },
          ],
  });
};

export const php: Detector = { marks: markedBy('composer.json'), detect };
