/** C and C++ by CMake: configured and built anew for every proof, since every file may count. */
import { getIn } from '../../plain/plain-data.ts';
import { asArray, own } from '../../plain/shape.ts';
import { shellWord } from '../../plain/shell-word.ts';
import { jsonIn } from '../data.ts';
import { type Detector, markedBy } from '../detector.ts';
import type { Folder } from '../folder.ts';
import { type Finds, finds } from '../found.ts';

const manifest = 'CMakeLists.txt';
const presets = 'CMakePresets.json';
const tests = /^[ \t]*(?:enable_testing|add_test|include\s*\(\s*CTest)\b/im;

/** Tests that an option leaves out are none: that must not look as though they passed. */
const asked = '--output-on-failure --no-tests=error';

/** The one way of configuring, building and testing that its presets name; undefined where there are none or more. */
const presetOf = (folder: Folder): string | undefined => {
  const all = jsonIn(folder.text(presets));
  const tested = asArray(getIn(all, ['testPresets'])).filter((each) => own(each, 'hidden') !== true);
  const [name, configured] = [own(tested[0], 'name'), own(tested[0], 'configurePreset')];
  const isWhole = asArray(getIn(all, ['buildPresets'])).some((each) => own(each, 'name') === name);
  return tested.length === 1 && isWhole && name === configured && typeof name === 'string' ? name : undefined;
};

const withPreset = (folder: Folder, preset: string): Finds => {
  const place = { ...folder.place(presets, '"testPresets"'), key: 'testPresets' };
  const commands = [
    `cmake --preset ${preset}`,
    `cmake --build --preset ${preset}`,
    `ctest --preset ${preset} ${asked}`,
  ];
  return finds({
    kinds: ['CMake'],
    verify: commands.map((command) => ({ command: folder.run(command), places: [place] })),
  });
};

const detect = (folder: Folder): Finds => {
  const places = [folder.place(manifest)];
  if (!folder.canStart('cmake'))
    return finds({
      kinds: ['CMake'],
      leftOut: [{ message: 'cmake is not installed', remedy: 'install CMake', places }],
    });
  const preset = presetOf(folder);
  if (preset !== undefined) return withPreset(folder, shellWord(preset));
  const build = folder.files.some((file) => file.startsWith('build/')) ? 'build-fixpoint' : 'build';
  const testing = folder.files.find((file) => file.endsWith(manifest) && tests.test(folder.text(file)));
  const commands = [`cmake -S . -B ${build}`, `cmake --build ${build}`];
  return finds({
    kinds: ['CMake'],
    verify: [
      ...commands.map((command) => ({ command: folder.run(command), places })),
      ...(testing === undefined
        ? []
        : [
            {
              command: folder.run(`ctest --test-dir ${build} ${asked}`),
              places: [folder.place(testing, tests)],
            },
          ]),
    ],
    leftOut: testing === undefined ? [{ message: 'CMake adds no tests: it is only built', places }] : [],
  });
};

export const cmake: Detector = { marks: markedBy(manifest), detect };
