/** C, C++ and others by Meson: configured and built anew for every proof, since every file may count. */
import { type Detector, markedBy } from '../detector.ts';
import type { Folder } from '../folder.ts';
import { type Finds, finds } from '../found.ts';

const manifest = 'meson.build';
const project = /^[ \t]*project[ \t]*\(/m;
const tests = /^[ \t]*test[ \t]*\(/m;

/** A package of Python whose build is Meson's: pip builds it. */
const isBuiltByPython = (folder: Folder): boolean => /\bmesonpy\b/.test(folder.text('pyproject.toml'));

const detect = (folder: Folder): Finds => {
  if (!project.test(folder.text(manifest)) || isBuiltByPython(folder)) return finds({});
  const kinds = ['Meson'];
  const places = [folder.place(manifest, project)];
  const missing = ['meson', 'ninja'].find((program) => !folder.canStart(program));
  if (missing !== undefined) {
    const remedy = `install it with \`pipx install ${missing}\``;
    return finds({ kinds, leftOut: [{ message: `${missing} is not installed`, remedy, places }] });
  }
  const build = folder.files.some((file) => file.startsWith('build/')) ? 'build-fixpoint' : 'build';
  const file = folder.files.find((each) => each.endsWith(manifest) && tests.test(folder.text(each)));
  const last =
    file === undefined
      ? { command: folder.run(`meson compile -C ${build}`), places }
      : { command: folder.run(`meson test -C ${build} --print-errorlogs`), places: [folder.place(file, tests)] };
  return finds({
    kinds,
    verify: [{ command: folder.run(`meson setup ${build}`), places }, last],
    leftOut: file === undefined ? [{ message: 'Meson names no tests: it is only built', places }] : [],
  });
};

export const meson: Detector = { marks: markedBy(manifest), detect };
