/**
 * Real history: published versions of a package, a linter run on each, and a truth that does not come from us.
 *
 * On a line that git shows as kept or that moved with a whole block (lines.ts), a finding is the one of the same rule at the same place
 * in the line with the same message; where that leaves a doubt, the only one of its rule on both lines; where there is none of its rule
 * any more, it is gone. On a line that is gone for certain, it is gone. A line that was edited, or may have been, is left out.
 */
import type { Linted, Version } from './linted.ts';
import { type Where, compareLines } from './lines.ts';
import { type MatcherName, matcherNames, matchers } from './matchers.ts';
import { type Score, type Truth, judge, noScore } from './score.ts';

export type Checkout = Version & { folder: string };
export type Compared = { scores: Record<MatcherName, Score>; unclear: number; gone: number; mistakes: string[] };

const groupByLine = (findings: readonly Linted[]): Map<string, number[]> => {
  const groups = new Map<string, number[]>();
  for (const [index, { rule, file, line }] of findings.entries()) {
    const key = `${rule} ${file}:${line}`;
    const group = groups.get(key);
    if (group) group.push(index);
    else groups.set(key, [index]);
  }
  return groups;
};

/** How much of its line is before a finding, white space aside. */
const lead = ({ code, column }: Linted): number => code.slice(0, column - 1).replaceAll(/\s+/g, '').length;

const truthOf = (before: Checkout, now: Checkout): Truth => {
  const lineNow = compareLines(before, now);
  const [old, later] = [groupByLine(before.findings), groupByLine(now.findings)];
  return before.findings.map((finding) => {
    const where = lineNow(finding);
    if (where === 'gone') return 'gone';
    if (where === 'edited' || where === 'unclear') return 'unclear';
    const there = later.get(`${finding.rule} ${where.file}:${where.line}`) ?? [];
    if (there.length === 0) return 'gone';
    const inPlace = there.filter((index) => lead(now.findings[index] ?? finding) === lead(finding));
    const exact = inPlace.filter((index) => now.findings[index]?.title === finding.title);
    if (exact.length === 1) return exact[0] ?? 'unclear';
    const alone = there.length === 1 && old.get(`${finding.rule} ${finding.file}:${finding.line}`)?.length === 1;
    return (alone || (exact.length === 0 && inPlace.length === 1) ? inPlace[0] : undefined) ?? 'unclear';
  });
};

/** The line with the three telling lines around it on each side. */
const viewOf = ({ files }: Version, { file, line }: Where): string => {
  const lines = files.get(file) ?? [];
  const tellingOf = (part: readonly string[]): string[] => part.map((each) => each.trim()).filter((each) => /\w/.test(each));
  return JSON.stringify([
    tellingOf(lines.slice(Math.max(0, line - 40), line - 1)).slice(-3),
    lines[line - 1]?.trim(),
    tellingOf(lines.slice(line, line + 40)).slice(0, 3),
  ]);
};

const tell = (finding: Linted | undefined): string =>
  `${finding?.rule} ${finding?.file}:${finding?.line}:${finding?.column} ${finding?.code.trim().slice(0, 100)} [${finding?.title.slice(0, 80)}]`;

export const compareVersions = (before: Checkout, now: Checkout): Compared => {
  const truth = truthOf(before, now);
  const alike = (a: number, b: number): boolean => {
    const [old, match] = [before.findings[a], now.findings[b]];
    return (
      old !== undefined &&
      match !== undefined &&
      old.file === match.file &&
      lead(old) === lead(match) &&
      viewOf(before, old) === viewOf(now, match)
    );
  };
  const scores: Record<MatcherName, Score> = {
    ours: noScore(),
    'path+line+rule': noScore(),
    'rule+line hash': noScore(),
    'rule+path+line hash': noScore(),
  };
  const mistakes: string[] = [];
  for (const name of matcherNames) {
    const judged = judge(truth, matchers[name](before.findings, now.findings), alike);
    scores[name] = judged.score;
    if (name !== 'ours') continue;
    const trueOf = (a: number): string => {
      const at = truth[a];
      return typeof at === 'number' ? tell(now.findings[at]) : String(at);
    };
    for (const [a, b] of judged.wrong)
      mistakes.push(`wrong: ${tell(before.findings[a])}\n    now  ${tell(now.findings[b])}\n    true ${trueOf(a)}`);
    for (const a of judged.lost) mistakes.push(`lost: ${tell(before.findings[a])}\n    true ${trueOf(a)}`);
  }
  return {
    scores,
    unclear: truth.filter((each) => each === 'unclear').length,
    gone: truth.filter((each) => each === 'gone').length,
    mistakes,
  };
};
