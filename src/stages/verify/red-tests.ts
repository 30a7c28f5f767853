/**
 * Which failing tests speak about a finding (7.4): they lie in a file that is about the same code, and use a name of
 * the code that the finding is about, such as the function that it is in. Words of people alone bind nobody.
 */
import type { Finding } from '../../model/finding.ts';
import { namedAmong } from '../../plain/named-files.ts';
import { withoutComments } from '../../trust/tests/text/comments.ts';
import { sourceNames, wordsIn } from './lost-tests.ts';

export type TestText = { path: string; text: string };

/** A test that fails, the file that it is in, and what of it is its own. */
export type RedTest = { name: string; path: string; text: string; whole: string };

const withoutEnding = (path: string): string => path.replace(/\.[^/]*$/, '');

/** By its path, or by what it is called as a module. */
const namedBy = (name: string, files: readonly TestText[]): TestText[] => {
  const named = namedAmong(files.map(({ path }) => path))(name);
  return files.filter(({ path }) => named.has(path) || name.includes(withoutEnding(path).replaceAll('/', '.')));
};

/** Those that hold its name; the end of it only where nobody holds more. */
const holding = (name: string, files: readonly TestText[]): TestText[] => {
  const words = files.map((file) => ({ file, words: wordsIn(file.text) }));
  for (const each of sourceNames(name)) {
    const own = words.filter((candidate) => candidate.words.has(each));
    if (own.length > 0) return own.map(({ file }) => file);
  }
  return [];
};

const beginsTest = /^\s*(?:it|test|describe|check|CHECK|def test|func Test|fn |@Test|#\[test)/;
const mostLines = 60;

/** From the line with its name to the next test. */
const ownLines = (text: string, name: string): string => {
  const lines = text.split('\n');
  const names = sourceNames(name).filter((each) => each.length > 2);
  const first = names.map((each) => lines.findIndex((line) => line.includes(each))).find((at) => at >= 0);
  if (first === undefined) return '';
  const rest = lines.slice(first + 1, first + mostLines);
  const next = rest.findIndex((line) => beginsTest.test(line));
  return [lines[first], ...rest.slice(0, next < 0 ? rest.length : next)].join('\n');
};

/** Null where it cannot be told which of several files it is in. */
export const findTest = (name: string, files: readonly TestText[]): RedTest | null => {
  const named = namedBy(name, files);
  const among = named.length === 1 ? named : holding(name, named.length > 1 ? named : files);
  const [file, ...others] = among;
  if (!file || others.length > 0) return null;
  return { name, path: file.path, text: ownLines(file.text, name), whole: file.text };
};

/** Files that are called so everywhere: their folder says more. */
const everywhere = new Set(['index', 'main', 'mod', 'lib', '__init__', 'util', 'utils', 'helpers', 'core', 'app']);

const nameOf = (path: string): string => {
  const parts = path.split('/');
  const stem = parts.at(-1)?.split('.')[0] ?? '';
  return (everywhere.has(stem.toLowerCase()) ? (parts.at(-2) ?? stem) : stem).toLowerCase();
};

/** The test is called like the file, or its file names that one. */
export const isAboutFile = ({ path, text }: TestText, file: string): boolean => {
  const name = nameOf(file);
  if (name.length < 3) return false;
  if (
    path
      .slice(path.lastIndexOf('/') + 1)
      .toLowerCase()
      .includes(name)
  )
    return true;
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}_-]+/u)
    .includes(name);
};

const common = new Set(
  (
    'about after all also and another any are assert before both but can case check class code const def does each ' +
    'else end equal even every expect export fails false file first for from function get given had has have how ' +
    'import instead int into its last less let like line make may more most must new none not now null off one only ' +
    'other out over own print result return returns same self set should some string test tests than that the their ' +
    'them then there they this too true two type use value values var void was what when where which while who with ' +
    'without wrong'
  ).split(' '),
);

const isTelling = (word: string): boolean => word.length > 2 && !common.has(word);

/** `totalOf` and `total_of` are also about a total; what the file is called says nothing about a part of it. */
const partsOf = (identifier: string, file: string): string[] =>
  identifier
    .split(/[_$]+|(?<=\p{Ll})(?=\p{Lu})/u)
    .map((part) => part.toLowerCase())
    .filter((part) => part !== nameOf(file));

const tellingIn = (text: string, file: string): Set<string> =>
  new Set(
    (text.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu) ?? [])
      .flatMap((word) => [word.toLowerCase(), ...(/[_$]|\p{Ll}\p{Lu}/u.test(word) ? partsOf(word, file) : [])])
      .filter(isTelling),
  );

const mostLinesUp = 300;

/** The line of the finding, and the one that what it is in begins with. */
const codeOf = ({ line }: Finding, source: string): string => {
  const lines = source.split('\n');
  const own = line === undefined ? undefined : lines[line - 1];
  if (line === undefined || own === undefined) return '';
  const above = lines.slice(Math.max(0, line - mostLinesUp), line);
  return [above.findLast((each) => /^[\p{L}_$@]/u.test(each)) ?? '', own].join('\n');
};

/** What both are about: what of the finding is a name in the code, in its lines or in its words. */
const namesIn = (finding: Finding, source: string, words: ReadonlySet<string>): Set<string> => {
  const { file = '' } = finding;
  const code = tellingIn(withoutComments(source, file), file);
  const own = tellingIn(withoutComments(codeOf(finding, source), file), file);
  return new Set([...own, ...[...words].filter((word) => code.has(word))]);
};

/** How many telling words they have in common; 0 where the test is about something else, or uses none of its names. */
export const speaksAbout = (test: RedTest, finding: Finding, source: string): number => {
  const { file, title, description } = finding;
  if (file === undefined || !isAboutFile({ path: test.path, text: test.whole }, file)) return 0;
  // Its own name only: the rest of it is where it lies, which is known.
  const leaf = sourceNames(test.name).toSorted((a, b) => a.length - b.length)[0] ?? '';
  const said = tellingIn(`${leaf}\n${test.text}`, file);
  const words = tellingIn(`${title}\n${description}`, file);
  const names = namesIn(finding, source, words);
  if (![...names].some((name) => said.has(name))) return 0;
  return [...new Set([...names, ...words])].filter((word) => said.has(word)).length;
};

/** Not the suites around them. */
const leavesOf = (tests: readonly RedTest[]): RedTest[] =>
  tests.filter(({ name }) => !tests.some((other) => other.name.startsWith(`${name} > `)));

/** Files that no test passes in, though several run: what fails there says nothing about a finding. */
export const hopelessFiles = (red: readonly RedTest[], passing: readonly RedTest[]): Set<string> => {
  const alive = new Set(passing.map(({ path }) => path));
  const byFile = [...Map.groupBy(red, ({ path }) => path)].filter(([path]) => !alive.has(path));
  return new Set(byFile.filter(([, own]) => leavesOf(own).length > 1).map(([path]) => path));
};
