/** What the report says of leftovers: where they went, and which issues there are. */
import type { ReportFinding } from '../model/finding/reported.ts';
import type { Report } from '../model/report.ts';
import { isWaiting, type OutboxEntry } from '../stages/leftovers/outbox.ts';
import { targetOf } from './decide/leftovers.ts';
import type { FindingState, RunState } from './state/state.ts';

export const leftoversIn = (state: RunState): NonNullable<Report['leftovers']> => {
  const entries = [...state.leftovers.outbox.values()];
  return {
    to: targetOf(state),
    file: state.leftovers.filed?.file ?? null,
    waiting: entries.filter(isWaiting).length,
    issues_created: entries.flatMap(createdUrl),
  };
};

const createdUrl = ({ stage, doing, issue }: OutboxEntry): string[] =>
  stage === 'confirmed' && doing === 'create' && issue ? [issue.url] : [];

/** Of a finding that has one, or is to have one. */
export const issueOf = (
  { leftovers }: Pick<RunState, 'leftovers'>,
  { finding }: Pick<FindingState, 'finding'>,
): Pick<ReportFinding, 'issue'> => {
  const entry = leftovers.outbox.get(finding.id);
  if (!entry) return {};
  const { issue, error, want } = entry;
  const isMissing = issue === null || issue === undefined;
  return isMissing && error === undefined && want !== 'open'
    ? {}
    : { issue: { url: issue?.url ?? null, error: error ?? null } };
};
