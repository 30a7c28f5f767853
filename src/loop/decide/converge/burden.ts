/** How much is wrong with a state of the code, as its reviewers report it: how many findings, and what they weigh. */
import type { ReviewerConfig } from '../../../config/schema.ts';
import { type DraftFinding, type Severity, severityRank } from '../../../model/finding.ts';
import { given } from '../../../plain/given.ts';
import type { RoundState, RunState } from '../../state/state.ts';

export type Burden = { count: number; weight: number };

/** One of these is as bad as two of the next. */
const weights: Readonly<Record<Severity, number>> = { critical: 16, high: 8, medium: 4, low: 2, info: 1 };

export const burdenOf = (severities: readonly Severity[]): Burden => ({
  count: severities.length,
  weight: severities.reduce((sum, severity) => sum + weights[severity], 0),
});

export const plus = (a: Burden, b: Burden): Burden => ({ count: a.count + b.count, weight: a.weight + b.weight });

/** What is left of it; what was never counted cannot be taken away. */
export const minus = (a: Burden, b: Burden): Burden => ({
  count: Math.max(0, a.count - b.count),
  weight: Math.max(0, a.weight - b.weight),
});

export const isLighter = (a: Burden, b: Burden): boolean =>
  a.weight < b.weight || (a.weight === b.weight && a.count < b.count);

/**
 * What a tool reported in a round, or before it where it was not asked in it: `as of` says when. Of one that was asked
 * only later, its first word counts for what was before: nobody knows better.
 */
export const burdenOfTool = (state: RunState, tool: ReviewerConfig, round: number): Burden & { asOf?: RoundState } => {
  const severityOf = firstSeverities(state);
  const answered = state.reviews.rounds.filter(({ reviews }) => hasAnswered(reviews.get(tool.name)?.verdict));
  const asOf = answered.findLast((each) => each.round <= round) ?? answered[0];
  const drafts = asOf?.reviews.get(tool.name)?.findings ?? [];
  const wanted = drafts
    .map((draft) => ({ draft, severity: severityOf(tool, draft) }))
    .filter(({ draft, severity }) => isWanted(state, tool, draft, severity));
  return { ...burdenOf(wanted.map(({ severity }) => severity)), ...given({ asOf }) };
};

/** Only what is to be fixed at all. */
const isWanted = (
  { config: { fix } }: RunState,
  tool: ReviewerConfig,
  draft: DraftFinding,
  severity: Severity,
): boolean => fix.levels.includes(draft.level ?? tool.level) && severityRank[severity] <= severityRank[fix.minSeverity];

export const hasAnswered = (verdict: string | undefined): boolean => verdict === 'PASSED' || verdict === 'NEEDS_WORK';

type Range = { worst: Severity; mildest: Severity };

/**
 * A tool that finds something worse from round to round has not made the code worse: what it said of a rule when it
 * first reported it is the range within which its later words count.
 */
const firstSeverities = ({ reviews }: RunState): ((tool: ReviewerConfig, draft: DraftFinding) => Severity) => {
  const first = new Map<string, Range>();
  for (const round of reviews.rounds)
    for (const { reviewer, findings } of round.reviews.values())
      for (const [key, range] of rangesIn(reviewer, findings)) if (!first.has(key)) first.set(key, range);
  return (tool, { severity, ...draft }) => within(first.get(keyOf(tool.name, draft)), severity);
};

const rangesIn = (reviewer: string, drafts: readonly DraftFinding[]): Map<string, Range> => {
  const ranges = new Map<string, Range>();
  for (const { severity, ...draft } of drafts) {
    const key = keyOf(reviewer, draft);
    const { worst = severity, mildest = severity } = ranges.get(key) ?? {};
    ranges.set(key, { worst: worseOf(worst, severity), mildest: milderOf(mildest, severity) });
  }
  return ranges;
};

const worseOf = (a: Severity, b: Severity): Severity => (severityRank[a] <= severityRank[b] ? a : b);
const milderOf = (a: Severity, b: Severity): Severity => (severityRank[a] <= severityRank[b] ? b : a);

const within = (range: Range | undefined, severity: Severity): Severity =>
  range ? worseOf(range.mildest, milderOf(range.worst, severity)) : severity;

const keyOf = (tool: string, { rule, category, title }: Omit<DraftFinding, 'severity'>): string =>
  JSON.stringify([tool, rule ?? category, rule === undefined ? title : '']);
