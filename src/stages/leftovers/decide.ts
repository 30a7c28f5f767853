/** Decides what a plan means for a tracker: pure, from what is wanted and what the tracker holds. */
import type { IssueChange, IssuePlan } from '../../model/finding/leftover.ts';
import { type Severity, severityRank } from '../../model/finding.ts';
import type { TrackedIssue } from '../../ports/tracker.ts';
import { type Marker, readMarker, writeMarker } from './marker.ts';

/** An issue that is about a finding. */
export type HeldIssue = TrackedIssue & { marker: Marker };

/** The issues of each finding, the oldest first: that one counts, others are duplicates of it. */
export const heldIssues = (issues: readonly TrackedIssue[]): Map<string, HeldIssue[]> => {
  const held = issues
    .filter(({ trusted }) => trusted)
    .flatMap((issue): HeldIssue[] => {
      const marker = readMarker(issue.body);
      return marker === null || marker.want === 'duplicate' ? [] : [{ ...issue, marker }];
    })
    .toSorted((a, b) => a.number - b.number);
  return Map.groupBy(held, ({ marker }) => marker.finding);
};

/** A plan with when it was made. */
export type DatedPlan = IssuePlan & { at: string };

export type Decision = IssueChange | 'nothing' | 'superseded';

export const decideChange = (plan: DatedPlan, held: HeldIssue | undefined): Decision => {
  if (!held) return plan.want === 'open' ? 'create' : 'nothing';
  if (held.marker.at > plan.at) return 'superseded';
  return plan.want === 'open' ? opened(plan, held) : closed(held);
};

/** The tracker was asked for it before, and has done it: whoever asked did not hear the answer. */
export const hasArrived = ({ plan }: DatedPlan, held: HeldIssue | undefined): held is HeldIssue =>
  held?.marker.plan === plan;

const opened = ({ digest }: DatedPlan, { open, unplanned, marker }: HeldIssue): Decision => {
  if (open) return marker.digest === digest && marker.want === 'open' ? 'nothing' : 'update';
  // Somebody has decided that it stays as it is; what we have closed ourselves says so in its marker.
  return unplanned && marker.want === 'open' ? 'nothing' : 'reopen';
};

const closed = ({ open }: HeldIssue): Decision => (open ? 'close' : 'nothing');

/** What stands in the issue: the marker first. */
export const bodyWithMarker = ({ finding, want, digest, plan, at, body }: DatedPlan): string =>
  `${writeMarker({ finding, want, digest, plan, at })}\n${body}`;

const isSeverity = (label: string): label is Severity => Object.hasOwn(severityRank, label);

/** People's labels stay; the severity is that of today. */
export const labelsAfter = (held: readonly string[], wanted: readonly string[]): string[] => {
  const [severity] = wanted.filter(isSeverity);
  const kept = held.filter((label) => !isSeverity(label) || severity === undefined);
  return [...new Set([...kept, ...wanted])];
};

/** An issue that another one is about already: it says so, and counts for nothing any more. */
export const duplicateBody = ({ marker, body }: HeldIssue, kept: TrackedIssue): string => {
  const rest = body.slice(body.indexOf('-->') + 3).trimStart();
  return `${writeMarker({ ...marker, want: 'duplicate' })}\nThis is a duplicate of ${kept.url}\n\n${rest}`;
};
