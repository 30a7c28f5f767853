/** Whether a finding asks for what a patch takes back, as opposed to lying near it. */
import type { Asking, Contributor } from '../../model/patch.ts';
import { anyOf, pattern } from '../../plain/pattern.ts';
import { asksFor } from '../asked.ts';
import { asksToAdd } from '../request.ts';
import type { Hunk } from './hunks.ts';
import { without } from './likeness.ts';
import { type Statement, statementsOf } from './statements.ts';
import { telling } from './tokens.ts';

const backWords = pattern(
  'i',
  String.raw`\b`,
  anyOf(
    /revert\w*|undo\w*|undid|restor\w*|roll(?:ed)?[ -]?back|(?:bring|brought|put|go(?:es)?) back|back to|reinstat\w*/,
    /regress\w*|no longer|used to|dropped|was lost|were lost/,
  ),
  String.raw`\b`,
);
const removalWords = pattern(
  'i',
  String.raw`\b`,
  anyOf(
    /remov\w*|delet\w*|drop|dead|unused|unreachable|redundant|duplicat\w*|unnecessar\w*|obsolete|superfluous|needless/,
    /inline\w*|left ?over|debug\w*|never (?:used|called|read)|simplif\w*/,
  ),
  String.raw`\b`,
);

/** The file that a hunk is in, by all of its names. */
export type Where = { names: readonly (string | undefined)[]; path: string };

/** Lines around a change that still count as its place. */
const nearby = 2;

const liesAt = ({ from, to }: Hunk, { names }: Where, { file, line, endLine = line }: Asking): boolean => {
  if (file === undefined || !names.includes(file)) return false;
  return line === undefined || ((endLine ?? line) >= from - nearby && line <= to + nearby);
};

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** What went out with the change is what the finding wishes for, in its own words. */
const wishesFor = ({ put, taken }: Hunk, finding: Asking): boolean => {
  const came = put.flatMap(({ tokens }) => telling(tokens));
  const went = taken.flatMap(({ tokens }) => without(telling(tokens), came));
  if (went.length === 0 || went.length > 12) return false;
  return went.every((each) => asksToAdd([finding], new RegExp(`(?<![\\w=!<>])${escaped(each)}(?![\\w=<>])`)));
};

/** Its suggestion holds that code. */
const suggests = ({ taken }: Hunk, { path }: Where, { suggestion = '' }: Asking): boolean => {
  const all = new Set(statementsOf(path, suggestion.replaceAll('```', '')).map(({ text }) => text));
  return taken.some((each) => !each.isLight && all.has(each.text));
};

const asks = (hunk: Hunk, where: Where, finding: Asking): boolean =>
  asksFor([finding], backWords) ||
  (hunk.taken.length === 0 && asksFor([finding], removalWords)) ||
  wishesFor(hunk, finding) ||
  suggests(hunk, where, finding);

/** What a finding is about may become what it was before the user changed it, as far as it is no more than that. */
const fewest = 3;

const weightOf = (statements: readonly Statement[]): number => statements.filter(({ isLight }) => !isLight).length;

const isItsPlace = ({ put, taken }: Hunk, { line = 0, endLine = line }: Asking): boolean => {
  return line > 0 && Math.max(weightOf(put), weightOf(taken)) <= fewest + endLine - line;
};

export const isAskedBack = (hunk: Hunk, by: Contributor, where: Where, findings: readonly Asking[]): boolean => {
  const there = findings.filter((finding) => liesAt(hunk, where, finding));
  return there.some((finding) => asks(hunk, where, finding) || (by.who === 'user' && isItsPlace(hunk, finding)));
};
