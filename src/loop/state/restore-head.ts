/** An earlier head counts again, with what was known of it. Part of the fold. */
import type { RunEventOf } from '../../model/event.ts';
import type { FindingState, RunState } from './state.ts';

export const restoreHead = (state: RunState, event: RunEventOf<'head.restored'>): void => {
  const { code, fixing } = state;
  const { head } = event;
  const taken = new Set(event.taken);
  code.head = head;
  code.verifiedHead = head;
  code.commits = code.commits.filter(({ commit }) => !taken.has(commit));
  code.accepted = code.accepted.filter(({ commit }) => !taken.has(commit));
  code.restored = event;
  delete fixing.group;
  restoreFindings(state, event);
  restoreCounts(state, head.commit);
};

const restoreFindings = ({ findings, reviews }: RunState, event: RunEventOf<'head.restored'>): void => {
  const round = reviews.rounds.findLast(({ head }) => head.commit === event.head.commit)?.round ?? Infinity;
  for (const [id, finding] of findings) {
    forgetReports(finding, round);
    if (event.taken.includes(finding.commit ?? '')) {
      delete finding.commit;
      delete finding.together;
    }
    const commit = event.fixed[id];
    if (commit !== undefined) restoreFix(finding, commit);
  }
};

const restoreFix = (finding: FindingState, commit: string): void => {
  finding.status = 'fixed';
  finding.commit = commit;
  delete finding.cause;
  delete finding.reason;
};

/** What was reported of code that is gone says nothing about this. */
const forgetReports = (finding: FindingState, round: number): void => {
  const { reopened = [] } = finding;
  const first = reopened.find((time) => time.round > round);
  if (!first) return;
  finding.finding = first.was;
  const rest = reopened.filter((time) => time.round <= round);
  if (rest.length > 0) finding.reopened = rest;
  else delete finding.reopened;
};

/** What tools said of exactly this head. */
const restoreCounts = ({ reviews, checks }: RunState, commit: string): void => {
  const round = reviews.rounds.findLast(({ head }) => head.commit === commit);
  for (const { reviewer, verdict, counts } of round?.reviews.values() ?? [])
    if (verdict !== 'error') checks.toolCounts.set(reviewer, counts);
};
