/** C and C++ by autotools: what `configure` is made of is committed, and at times `configure` itself. */
import { type Detector, markedBy } from '../detector.ts';
import type { Folder } from '../folder.ts';
import { type Finds, finds, type FoundCommand, type Place } from '../found.ts';

const manifests = ['configure.ac', 'configure.in'];

/** What people call the script that makes `configure`. */
const makers = ['autogen.sh', 'bootstrap', 'bootstrap.sh', 'buildconf'];

const automake = /(?:^|\/)Makefile\.am$/;
const tested = /^(?:TESTS|check_PROGRAMS|check_SCRIPTS)[ \t]*\+?=|^check-local[ \t]*:/m;
const target = /^(check|test|tests)[ \t]*:(?!=)/m;

type Step = { program: string; found: FoundCommand };

/** How `configure` is made; null where it is committed. */
const making = (folder: Folder, places: Place[]): Step | null => {
  if (folder.has('configure')) return null;
  const script = makers.find((file) => folder.has(file));
  if (script === undefined)
    return { program: 'autoreconf', found: { command: folder.run('autoreconf --install'), places } };
  const shell = /^#!.*\bbash\b/.test(folder.text(script)) ? 'bash' : 'sh';
  // Some go on with configure by themselves, unless they are told.
  const command = folder.run(`NOCONFIGURE=1 ${shell} ./${script}`);
  return { program: 'autoreconf', found: { command, places: [folder.place(script)] } };
};

/** With automake `check` is there, whether anything is tested or not. */
const testsOf = (folder: Folder): FoundCommand | null => {
  const listed = folder.files.find((file) => automake.test(file) && tested.test(folder.text(file)));
  if (listed !== undefined) return { command: folder.run('make check'), places: [folder.place(listed, tested)] };
  const name = folder.has('Makefile.am') ? undefined : target.exec(folder.text('Makefile.in'))?.[1];
  return name === undefined
    ? null
    : { command: folder.run(`make ${name}`), places: [folder.place('Makefile.in', target)] };
};

const detect = (folder: Folder): Finds => {
  if (!folder.has('Makefile.am') && !folder.has('Makefile.in')) return finds({});
  const kinds = ['autotools'];
  const places = manifests.filter((file) => folder.has(file)).map((file) => folder.place(file));
  const made = making(folder, places);
  const missing = [...(made ? [made.program] : []), 'make'].find((program) => !folder.canStart(program));
  if (missing !== undefined) {
    const remedy = missing === 'make' ? 'install make' : 'install autoconf, automake and libtool';
    return finds({ kinds, leftOut: [{ message: `${missing} is not installed`, remedy, places }] });
  }
  const tests = testsOf(folder);
  const configure = { command: folder.run('sh ./configure'), places };
  return finds({
    kinds,
    setup: [...(made ? [made.found] : []), configure],
    verify: [tests ?? { command: folder.run('make'), places }],
    leftOut: tests ? [] : [{ message: 'no tests were found in autotools: it is only built', places }],
  });
};

export const autotools: Detector = { marks: markedBy(...manifests), detect };
