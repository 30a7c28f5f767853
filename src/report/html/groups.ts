/** The findings of a report in the order of a reader's questions: what is left, what is doubtful, what is done. */
import { severityRank } from '../../model/finding.ts';
import type { ReportFinding } from '../../model/finding/reported.ts';
import type { Report } from '../../model/report.ts';
import { isRechecked } from '../../model/run/rechecked.ts';
import { wantsFixes } from '../../views/words/runs.ts';

/** What became of a finding, as a reader asks for it. */
const outcomes = ['left', 'unchecked', 'proven', 'dismissed'] as const;
export type Outcome = (typeof outcomes)[number];

export const outcomeOfFinding = ({ status, proof = [] }: Pick<ReportFinding, 'status' | 'proof'>): Outcome => {
  if (status === 'dismissed') return 'dismissed';
  if (status !== 'fixed') return 'left';
  return isRechecked(proof) ? 'proven' : 'unchecked';
};

type Look = { mark: string; short: string; title: string };

const looks: Readonly<Record<Outcome, Look>> = {
  left: { mark: '✕', short: 'Left over', title: 'Left over' },
  unchecked: { mark: '◐', short: 'Not re-checked', title: 'Fixed, but nobody looked at it again' },
  proven: { mark: '✓', short: 'Fixed and proven', title: 'Fixed and proven' },
  dismissed: { mark: '–', short: 'Dismissed', title: 'Dismissed' },
};

const found: Look = { mark: '○', short: 'Found', title: 'Found' };
const open: Look = { mark: '○', short: 'Still open', title: 'Still open' };

/** Where nothing was to be fixed, or the run goes on, what is not fixed is not left over. */
export const lookOf = (outcome: Outcome, report: Pick<Report, 'command' | 'status'>): Look => {
  if (outcome !== 'left') return looks[outcome];
  if (!wantsFixes(report)) return found;
  return isUnderWay(report) ? open : looks.left;
};

export const isUnderWay = ({ status }: Pick<Report, 'status'>): boolean => status === null || status === 'waiting';

export type Group = { outcome: Outcome; findings: readonly ReportFinding[] };

/** Every finding once; the most severe first. */
export const groupsOf = ({ findings }: Pick<Report, 'findings'>): Group[] => {
  const byOutcome = Map.groupBy(findings, outcomeOfFinding);
  return outcomes.flatMap((outcome) => {
    const members = byOutcome.get(outcome) ?? [];
    const sorted = members.toSorted((a, b) => severityRank[a.severity] - severityRank[b.severity]);
    return sorted.length === 0 ? [] : [{ outcome, findings: sorted }];
  });
};
