/** What a matcher got right, against the truth. */
import type { MatcherName } from './matchers.ts';

/** For each finding of before: where it is now, `gone`, or `unclear`, which counts neither way. */
export type Truth = readonly (number | 'gone' | 'unclear')[];

export type Score = { there: number; kept: number; lost: number; made: number; wrong: number; alike: number };

export const noScore = (): Score => ({ there: 0, kept: 0, lost: 0, made: 0, wrong: 0, alike: 0 });

export type Scores = Record<MatcherName, Score>;

const forEachMatcher = (score: (name: MatcherName) => Score): Scores => ({
  ours: score('ours'),
  'path+line+rule': score('path+line+rule'),
  'rule+line hash': score('rule+line hash'),
  'rule+path+line hash': score('rule+path+line hash'),
});

export const noScores = (): Scores => forEachMatcher(noScore);
export const addScores = (a: Scores, b: Scores): Scores => forEachMatcher((name) => add(a[name], b[name]));

/** What is asked for: enough kept, hardly any wrong, and ahead of the others in both. */
export const goodEnough = ({ ours, ...others }: Scores): boolean =>
  keptShare(ours) >= 99 &&
  wrongShare(ours) <= 0.1 &&
  Object.values(others).every((each) => keptShare(ours) > keptShare(each) && wrongShare(ours) < wrongShare(each));

export type Judgement = { score: Score; wrong: [number, number][]; lost: number[] };

/**
 * `alike` tells of a wrong match whether what it was matched with looks the same in every way that a reader of both
 * versions could
 * go by (the same line between the same lines): which of them "is" the old one is then a matter of taste, and it counts
 * neither way.
 */
export const judge = (
  truth: Truth,
  matched: ReadonlyMap<number, number>,
  alike: (before: number, now: number) => boolean,
): Judgement => {
  const score = noScore();
  const wrong: [number, number][] = [];
  const lost: number[] = [];
  for (const [before, now] of truth.entries()) {
    if (now === 'unclear') continue;
    const found = matched.get(before);
    if (found !== undefined && found !== now && alike(before, found)) {
      score.alike += 1;
      continue;
    }
    if (now !== 'gone') score.there += 1;
    if (found !== undefined) score.made += 1;
    if (found === now) score.kept += 1;
    else if (found !== undefined) {
      score.wrong += 1;
      wrong.push([before, found]);
    } else if (now !== 'gone') {
      score.lost += 1;
      lost.push(before);
    }
  }
  return { score, wrong, lost };
};

export const add = (a: Score, b: Score): Score => ({
  there: a.there + b.there,
  kept: a.kept + b.kept,
  lost: a.lost + b.lost,
  made: a.made + b.made,
  wrong: a.wrong + b.wrong,
  alike: a.alike + b.alike,
});

/** In percent: kept of those that are still there, wrong of the matches made. */
export const keptShare = ({ there, kept }: Score): number => (there === 0 ? 100 : (100 * kept) / there);
export const wrongShare = ({ made, wrong }: Score): number => (made === 0 ? 0 : (100 * wrong) / made);

export const show = (score: Score): string =>
  `kept ${keptShare(score).toFixed(3)}% of ${score.there}, wrong ${wrongShare(score).toFixed(3)}% (${score.wrong}) of ${score.made} matches` +
  (score.alike > 0 ? `; ${score.alike} between places that look the same` : '');
