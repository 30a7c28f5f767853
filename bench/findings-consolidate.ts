/** What it costs to find out which findings are one, against sorting them by file and line. */
import { severityRank } from '../src/model/finding.ts';
import { consolidate } from '../src/findings/merge/consolidate.ts';
import { editDistance } from '../src/findings/merge/distance.ts';
import { fuzzyGroups } from '../src/findings/merge/fuzzy.ts';
import { normaliseTitle } from '../src/findings/merge/title.ts';
import type { Reported } from '../src/findings/merge/merge.ts';
import { finding, fromTemplate, inWords, type Random, randomFrom, spread } from './findings-list.ts';
import { median, ms, ratios, type Result } from './measure.ts';

/**
 * Processor time, with that of collecting garbage on other threads: a busy machine stretches it less than what the
 * clock says.
 */
const clock = (work: () => unknown): number => {
  const began = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1_000;
};

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const byFileAndLine = (a: Reported, b: Reported): number =>
  compareText(a.file ?? '', b.file ?? '') || (a.line ?? 0) - (b.line ?? 0);

export const consolidation = (perFile: number, limit: number): Result => {
  const findings = spread(100_000, perFile);
  const ours = (): number => clock(() => consolidate(findings, 'fuzzy'));
  const theirs = (): number => clock(() => findings.toSorted(byFileAndLine));
  ratios(2, ours, theirs);
  const { ratio, ...took } = ratios(9, ours, theirs);
  const left = consolidate(findings, 'fuzzy').length;
  return {
    name: `consolidation, 100,000 findings, ${perFile} in each file, against sorting`,
    value: ratio,
    limit,
    detail: `${ms(took.ours)} against ${ms(took.theirs)}; ${left} are left`,
  };
};

const time = (findings: readonly Reported[], times: number): number =>
  median(
    Array.from({ length: times }, () => {
      const began = performance.now();
      consolidate(findings, 'fuzzy');
      return performance.now() - began;
    }),
  );

/** As tools write them: one tool after the other, each file by file. */
const byTool = (findings: readonly Reported[]): Reported[] =>
  findings
    .toSorted((a, b) => compareText(a.reviewer, b.reviewer) || compareText(a.file ?? '', b.file ?? ''))
    .map((each) => ({ ...each }));

/** Only the lists that are measured are in memory: others would be gone through with every collection of garbage. */
const exponent = (
  inOrder: (findings: readonly Reported[]) => readonly Reported[],
): { value: number; short: number; long: number } => {
  const [few, many] = [inOrder(spread(10_000, 10)), inOrder(spread(1_000_000, 10))];
  time(few, 10);
  const [short, long] = [time(few, 15), time(many, 5)];
  return { value: Math.log(long / short) / Math.log(many.length / few.length), short, long };
};

/**
 * Time as a power of the number of findings. In no order at all, where the processor's caches do not help, it is told
 * as well.
 */
export const consolidationGrowth = (): Result => {
  const { value, short, long } = exponent(byTool);
  const shuffled = exponent((findings) => findings);
  return {
    name: 'consolidation, exponent from 10,000 to 1,000,000 findings',
    value,
    limit: 1.15,
    detail: `${ms(short)} and ${ms(long)}; in no order ${shuffled.value.toFixed(2)}, ${ms(shuffled.short)} and ${ms(shuffled.long)}`,
  };
};

const clumps: Record<string, (random: Random, n: number) => Partial<Reported>> = {
  'sentences of common words': (random) => ({ title: inWords(random) }),
  'all different': (random, n) => ({ title: `${inWords(random)} ${n.toString(36)}` }),
  'templates with names': (random) => ({ title: fromTemplate(random) }),
  'few titles': (random) => ({ title: fromTemplate(randomFrom(random(40))) }),
  'a linter on a minified file': (random, n) => {
    const rule = random(10);
    return {
      title: fromTemplate(randomFrom(rule * 1_000 + random(500))),
      rule: `rule-${rule}`,
      reviewer: 'eslint',
      column: n + 1,
    };
  },
  'one rule, one title': (_, n) => ({
    title: 'Unexpected var, use let or const instead.',
    rule: 'no-var',
    reviewer: 'eslint',
    column: n + 1,
  }),
};
export const clumpNames = Object.keys(clumps);

/** Everything is on one line, so only severity and titles decide. */
const byAllPairs = (findings: readonly Reported[]): number[] => {
  const titles = findings.map(({ title }) => normaliseTitle(title));
  const order = [...findings.keys()].sort((a, b) => {
    const [one, other] = [findings[a], findings[b]];
    return one && other
      ? severityRank[one.severity] - severityRank[other.severity] || (one.column ?? 0) - (other.column ?? 0) || a - b
      : 0;
  });
  const leaders: number[] = [];
  const leaderOf: number[] = [];
  for (const each of order) {
    const found = leaders.find((leader) =>
      matches(findings[leader], findings[each], titles[leader] ?? '', titles[each] ?? ''),
    );
    if (found === undefined) leaders.push(each);
    leaderOf[each] = found ?? each;
  }
  return leaderOf;
};

const matches = (a: Reported | undefined, b: Reported | undefined, titleA: string, titleB: string): boolean => {
  if (a?.rule !== undefined && a.rule === b?.rule && a.reviewer === b.reviewer && a.column !== b.column) return false;
  if (titleA === titleB) return true;
  const [short, long] = [titleA.length, titleB.length].sort((x, y) => x - y);
  return ((long ?? 0) - (short ?? 0)) * 10 < (long ?? 0) * 3 && editDistance(titleA, titleB) * 10 < (long ?? 0) * 3;
};

export const clump = (name: string): Result => {
  const random = randomFrom(7);
  const findings = Array.from({ length: 10_000 }, (_, n) => finding(random, clumps[name]?.(random, n) ?? {}));
  let comparisons = 0;
  let groups: Reported[][] = [];
  const took = clock(() => {
    groups = fuzzyGroups(findings, () => {
      comparisons += 1;
    }).map((group) => [group].flat());
  });
  const place = new Map(findings.map((each, index) => [each, index]));
  const leaderOf = byAllPairs(findings);
  for (const group of groups)
    for (const member of group)
      if (leaderOf[place.get(member) ?? -1] !== place.get(group[0] ?? member))
        throw new Error(`${name}: not the groups of all pairs`);
  return {
    name: `consolidation, 10,000 findings on one line (${name}), titles compared for each`,
    value: comparisons / findings.length,
    limit: 50,
    detail: `${ms(took)}, ${groups.length} groups, those of all pairs`,
  };
};
