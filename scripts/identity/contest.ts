/** All matchers on the same two lists, against the same truth. */
import { type Seen, matcherNames, matchers } from './matchers.ts';
import { type Score, type Scores, type Truth, judge, noScores } from './score.ts';

export type Contest = {
  before: readonly Seen[];
  now: readonly Seen[];
  truth: Truth;
  /** Whether the surroundings of two findings look the same, line by line. */
  looksSame: (before: number, now: number) => boolean;
  /** Whether the two are in the same file, as far as the truth knows. */
  inSameFile: (before: number, now: number) => boolean;
};

/** `touched`: ours, of those findings only whose surroundings or path changed, or which are gone. */
export type Outcome = { scores: Scores; touched: Score; mistakes: string[] };

const told = (finding: Seen | undefined): string =>
  finding === undefined
    ? 'nothing'
    : `${finding.rule ?? finding.category} ${finding.file}:${finding.line}:${finding.column ?? ''} ${finding.code.trim()} [${finding.title}]`;

const mistakesOf = (
  { before, now, truth }: Contest,
  wrong: readonly [number, number][],
  lost: readonly number[],
): string[] => {
  const right = (index: number): string => {
    const at = truth[index];
    return typeof at === 'number' ? told(now[at]) : String(at);
  };
  return [
    ...wrong.map(([a, b]) => `wrong: ${told(before[a])}\n    now  ${told(now[b])}\n    true ${right(a)}`),
    ...lost.map((a) => `lost: ${told(before[a])}\n    true ${right(a)}`),
  ];
};

export const hold = (contest: Contest): Outcome => {
  const { before, now, truth, looksSame, inSameFile } = contest;
  const alike = (a: number, b: number): boolean => inSameFile(a, b) && looksSame(a, b);
  const matched = matchers.ours(before, now);
  const { wrong, lost } = judge(truth, matched, alike);
  const untouched = (at: Truth[number] | undefined, index: number): boolean =>
    typeof at === 'number' && before[index]?.file === now[at]?.file && looksSame(index, at);
  const scores = noScores();
  for (const name of matcherNames)
    scores[name] = judge(truth, name === 'ours' ? matched : matchers[name](before, now), alike).score;
  return {
    scores,
    touched: judge(
      truth.map((at, index) => (untouched(at, index) ? 'unclear' : at)),
      matched,
      alike,
    ).score,
    mistakes: mistakesOf(contest, wrong, lost),
  };
};

const holdsWord = /\w/;
const trimmed = (lines: readonly string[]): string[] =>
  lines.map((line) => line.trim()).filter((line) => holdsWord.test(line));

/** A line with the three telling lines on each side of it. */
export const viewOf = (lines: readonly string[], line: number): string =>
  JSON.stringify([
    trimmed(lines.slice(Math.max(0, line - 40), line - 1)).slice(-3),
    lines[line - 1]?.trim(),
    trimmed(lines.slice(line, line + 40)).slice(0, 3),
  ]);
