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

/** A tool that finds something worse from round to round has not made the code worse: its first word counts. */
const firstSeverities = ({ reviews }: RunState): ((tool: ReviewerConfig, draft: DraftFinding) => Severity) => {
  const first = new Map<string, Severity>();
  for (const round of reviews.rounds)
    for (const { reviewer, findings } of round.reviews.values())
      for (const draft of findings) {
        const key = keyOf(reviewer, draft);
        if (!first.has(key)) first.set(key, draft.severity);
      }
  return (tool, draft) => first.get(keyOf(tool.name, draft)) ?? draft.severity;
};

const keyOf = (tool: string, { rule, category, title }: DraftFinding): string =>
  JSON.stringify([tool, rule ?? category, rule === undefined ? title : '']);
