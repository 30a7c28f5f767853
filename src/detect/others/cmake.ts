/** C and C++ by CMake: configured and built anew for every proof, since every file may count. */
import { type Detector, markedBy } from '../detector.ts';
import type { Folder } from '../folder.ts';
import { type Finds, finds } from '../found.ts';

const manifest = 'CMakeLists.txt';
const tests = /^[ \t]*(?:enable_testing|add_test|include\s*\(\s*CTest)\b/im;

const detect = (folder: Folder): Finds => {
  const places = [folder.place(manifest)];
  if (!folder.canStart('cmake'))
    return finds({
      kinds: ['CMake'],
      leftOut: [{ message: 'cmake is not installed', remedy: 'install CMake', places }],
    });
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
              command: folder.run(`ctest --test-dir ${build} --output-on-failure`),
              places: [folder.place(testing, tests)],
            },
          ]),
    ],
    leftOut: testing === undefined ? [{ message: 'CMake adds no tests: it is only built', places }] : [],
  });
};

export const cmake: Detector = { marks: markedBy(manifest), detect };
