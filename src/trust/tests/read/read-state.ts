/** The tests of one state of a file, by its syntax tree or by its text. */
import { anyOf, pattern } from '../../../plain/pattern.ts';
import type { FileState } from '../../read-patch.ts';
import { isTestFile, runsTests } from '../../test-files.ts';
import type { Unit } from '../model.ts';
import { isPlainLanguage, unitsInText } from '../plain/read-text.ts';
import { unitsInTree } from './read-tree.ts';

export type ReadState = { units: Unit[] };

/** Words that files with tests have, whatever their names. */
const traces = pattern(
  'm',
  anyOf(
    /#\[(?:\w+::)*(?:test|rstest)\b/,
    /\bdescribe\s*\(/,
    /\b(?:it|test)(?:\.\w+)?\s*\(\s*["'`]/,
    /^\s*(?:async\s+)?def\s+test/,
    /^func\s+(?:\([^)]*\)\s*)?Test/,
    /@Test\b/,
    /@ParameterizedTest/,
    /^\s*>>>\s/,
  ),
);

/** A function of tests where a runner does not look is no test. */
const asHelpers = (units: readonly Unit[]): Unit[] =>
  units.map((unit) => (unit.kind === 'test' ? { ...unit, kind: 'helper' } : unit));

/** In a file of code only the tests count, and what they have for themselves. */
const isTesting = (unit: Unit): boolean => {
  if (
    unit.kind === 'test' ||
    (unit.kind === 'file' && unit.checks.some(({ line }) => line > 0) && unit.file.endsWith('.py'))
  )
    return true;
  for (let each = unit.parent; each !== null; each = each.parent)
    if (each.kind === 'test' || (each.kind === 'group' && /^tests?$/.test(each.name))) return true;
  return false;
};

const unitsOf = (state: FileState): Unit[] => {
  const { path, text, language } = state;
  if (language === null) return isPlainLanguage(path) ? unitsInText(text, path) : [];
  const root = state.tree()?.root;
  return root === undefined ? [] : unitsInTree(root, language, path);
};

export const readState = (state: FileState, before: FileState | null): ReadState => {
  const { path, text } = state;
  if (!isTestFile(path) && !traces.test(text)) return { units: [] };
  const units = unitsOf(state);
  const runs = before === null ? runsTests(path) : before.path === path || runsTests(path) || !runsTests(before.path);
  const own = isTestFile(path) ? units : units.filter(isTesting);
  return { units: runs ? own : asHelpers(own) };
};
