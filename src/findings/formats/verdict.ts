/** The verdict of a review: what it says, and what its findings make of it. */
import type { ReadProblem } from '../../model/finding.ts';
import type { Collected, Verdict } from './format.ts';
import { anyOf, pattern } from '../../plain/pattern.ts';

const passed = /^\W{0,8}(?:passed|pass|approved?|lgtm|clean)(?![\w-])/i;
const needsWork = pattern(
  'i',
  /^\W{0,8}/,
  anyOf(
    /needs?[\s_-]{0,2}(?:more[\s_-])?(?:work|changes|revision|fix(?:es)?)|fail(?:ed|ure)?|rejected|reject/,
    /changes[\s_-]requested|request[\s_-]changes|not[\s_-](?:passed|approved|clean)|blocked/,
  ),
  /(?![\w-])/,
);

/** Null for words that are no verdict, and for a template that was not filled in. */
export const toVerdict = (words: string): Verdict | null => {
  const head = words.slice(0, 200);
  if (/PASS(?:ED)?\s?[|/]\s?NEEDS/i.test(head)) return null;
  if (needsWork.test(head)) return 'NEEDS_WORK';
  return passed.test(head) ? 'PASSED' : null;
};

const line = pattern(
  'i',
  /^\s{0,8}(?:#{1,6}\s{1,4})?(?:[-*+]\s{1,4})?(?:\*\*|__)?(?:(?:final|overall|review|my)\s)?verdict(?:\*\*|__)?/,
  /\s{0,3}(?:[:=]|[-–—](?=\s)|is\b)?\s{0,3}(?:\*\*|__)?\s{0,3}(?<words>.*)$/,
);

/** What a line says behind "Verdict"; null when it is no such line. */
export const verdictLine = (text: string): string | null => {
  const head = text.slice(0, 1_000);
  return /verdict/i.test(head) ? (line.exec(head)?.groups?.['words'] ?? null) : null;
};

/** Begins the problem of an item that its source calls done. */
export const done = 'left out: the source says that it is';

const isDone = ({ message }: ReadProblem): boolean => message.startsWith(done);

/** What to do about it. */
export const remedy =
  'Have the reviewer list its findings as `file:line: message`, or in another format that docs/findings.md names.';

/** A verdict in the words of a review, with its place. */
export type Stated = { verdict: Verdict | null; words: string; place: string };

/**
 * No findings is PASSED, findings are NEEDS_WORK whatever is stated. NEEDS_WORK without a finding, or findings of which
 * none could be read, is no verdict: it must never pass. All `problems` so far are items that could not be read, or are
 * done.
 */
export const judge = ({ findings, problems }: Collected, stated: Stated | null): Collected => {
  if (findings.length > 0) {
    const count = findings.length === 1 ? 'a finding' : `${findings.length} findings`;
    const flag = {
      place: stated?.place ?? '',
      message: `it says ${JSON.stringify(stated?.words ?? '')}, yet lists ${count}: taken as NEEDS_WORK`,
    };
    return { findings, problems: stated?.verdict === 'PASSED' ? [...problems, flag] : problems, verdict: 'NEEDS_WORK' };
  }
  const unread = problems.find((problem) => !isDone(problem));
  if (unread) {
    return {
      findings,
      problems,
      noVerdict: `none of its findings could be read (${unread.place}: ${unread.message}). ${remedy}`,
    };
  }
  if (stated?.verdict === 'NEEDS_WORK' && problems.length === 0) {
    return {
      findings,
      problems,
      noVerdict: `the verdict is NEEDS_WORK (${stated.place}), but there is no finding that can be read. ${remedy}`,
    };
  }
  return { findings, problems, verdict: 'PASSED' };
};
