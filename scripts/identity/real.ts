/**
 * Real history: published versions of a package, a linter run on each, and a truth that does not come from us.
 *
 * On a line that git shows as kept or that moved with a whole block (lines.ts), a finding is the one of the same rule
 * at the same place
 * in the line with the same message; where that leaves a doubt, the only one of its rule on both lines; where there is
 * none of its rule
 * any more, it is gone. On a line that is gone for certain, it is gone. A line that was edited, or may have been, is
 * left out. So are
 * rules that are about a whole file and merely have to name some line of it.
 */
import type { Linted, Version } from './linted.ts';
import { type Outcome, hold, viewOf } from './contest.ts';
import { compareLines } from './lines.ts';
import type { Truth } from './score.ts';

export type Checkout = Version & { folder: string };
export type Compared = Outcome & { unclear: number; gone: number };

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

const aboutFiles = new Set(['max-lines', 'strict', 'unicode-bom', 'eol-last']);

const truthOf = (before: Checkout, now: Checkout): Truth => {
  const lineNow = compareLines(before, now);
  const [old, later] = [groupByLine(before.findings), groupByLine(now.findings)];
  return before.findings.map((finding) => {
    if (aboutFiles.has(finding.rule ?? '')) return 'unclear';
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

const views = ({ files, findings }: Version): string[] =>
  findings.map(({ file, line }) => viewOf(files.get(file) ?? [], line));

export const compareVersions = (before: Checkout, now: Checkout): Compared => {
  const truth = truthOf(before, now);
  const [then, later] = [views(before), views(now)];
  const outcome = hold({
    before: before.findings,
    now: now.findings,
    truth,
    looksSame: (a, b) => then[a] === later[b],
    inSameFile: (a, b) => before.findings[a]?.file === now.findings[b]?.file,
  });
  return {
    ...outcome,
    unclear: truth.filter((each) => each === 'unclear').length,
    gone: truth.filter((each) => each === 'gone').length,
  };
};
