/** What the issue of a finding says: pure text, made of the report, in which nothing of others can do anything. */
import { hash } from 'node:crypto';
import type { ReportFinding } from '../../model/finding/reported.ts';
import type { IssueText, WantedIssue } from '../../model/finding/leftover.ts';
import { present } from '../../plain/present.ts';
import { shorten } from '../../plain/printable.ts';
import { codeSpan, harmless, quotation } from './harmless.ts';
import { bodyOf, type IssueContext } from './issue-body.ts';
import { reportedPlace } from './location.ts';

/** By which our issues are found; every one has it. */
export const ownLabel = 'review-finding';

const longestTitle = 100;
export const titleOf = ({ severity, title }: Pick<ReportFinding, 'severity' | 'title'>): string =>
  shorten(`[${severity.toUpperCase()}] ${harmless(title, 1_000) || 'no title'}`, longestTitle);

export const labelsOf = ({ severity }: Pick<ReportFinding, 'severity'>, labels: readonly string[]): string[] => [
  ...new Set([...labels, ownLabel, severity]),
];

/** What makes it another text: not when or how long something was tried. */
const substance = (finding: ReportFinding): unknown => {
  const { severity, category, rule, title, description, suggestion, reason, attempts } = finding;
  const tries = attempts.map((attempt) => {
    const { agent, claim, result, gate, reason: why, explanation, flag } = attempt;
    return { agent, claim, result, gate, why, explanation, flag };
  });
  return { severity, category, rule, title, description, suggestion, reason, tries, place: reportedPlace(finding) };
};

const digestOf = (finding: ReportFinding, want: WantedIssue): string =>
  hash('sha256', JSON.stringify([want, substance(finding)])).slice(0, 16);

const inCommit = ({ commit }: ReportFinding, { branch }: IssueContext): string =>
  present([
    commit !== undefined && ` in ${codeSpan(commit, 64)}`,
    branch !== null && ` on branch ${codeSpan(branch, 200)}`,
  ]).join('');

const proofOf = ({ proof = [] }: ReportFinding): string =>
  proof.length === 0 ? 'Nobody has looked at it again' : `Proven by: ${proof.join(', ')}`;

const notes: Readonly<Record<WantedIssue, (finding: ReportFinding, context: IssueContext) => string>> = {
  open: (_, { run }) => `This came back: run ${codeSpan(run, 100)} found it again, and could not fix it.`,
  fixed: (finding, context) =>
    `Fixed${inCommit(finding, context)} by run ${codeSpan(context.run, 100)}. ${proofOf(finding)}.`,
  dismissed: (finding, { run }) =>
    `Dismissed, as run ${codeSpan(run, 100)} found:\n\n${quotation(finding.reason ?? 'no reason given', 2_000)}`,
};

export const issueText = (finding: ReportFinding, want: WantedIssue, context: IssueContext): IssueText => ({
  title: titleOf(finding),
  body: bodyOf(finding, context),
  labels: labelsOf(finding, context.labels),
  digest: digestOf(finding, want),
  note: notes[want](finding, context),
});
