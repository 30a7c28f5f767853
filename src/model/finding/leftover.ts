/** Leftovers in a tracker: what is wanted of an issue, and what became of that. */
import { z } from 'zod';

export const TrackerKind = z.enum(['github', 'gitlab']);
export type TrackerKind = z.infer<typeof TrackerKind>;

/** Where leftovers go. */
export const LeftoverTarget = z.enum(['markdown', ...TrackerKind.options, 'none']);
export type LeftoverTarget = z.infer<typeof LeftoverTarget>;

/** A place for issues, known without asking anybody. */
export const TrackerPlace = z.object({
  kind: TrackerKind,
  project: z.string().describe('Such as owner/name'),
  web: z.string().describe('Address of the server, for people'),
});
export type TrackerPlace = z.infer<typeof TrackerPlace>;

/** How the issue of a finding should be: `fixed` and `dismissed` are closed, and an issue that is not there is fine. */
export const WantedIssue = z.enum(['open', 'fixed', 'dismissed']);
export type WantedIssue = z.infer<typeof WantedIssue>;

export const IssueRef = z.object({ number: z.int().min(1), url: z.string() });
export type IssueRef = z.infer<typeof IssueRef>;

export const IssueChange = z.enum(['create', 'update', 'reopen', 'close']);
export type IssueChange = z.infer<typeof IssueChange>;

/** What an issue is to say. */
export const IssueText = z.object({
  title: z.string(),
  body: z.string().describe('Without the marker by which it is found again'),
  labels: z.array(z.string()),
  digest: z.string().describe('Of what it says, apart from times: an issue that says the same is left alone'),
  note: z.string().optional().describe('A comment for when it is closed or opened again'),
});
export type IssueText = z.infer<typeof IssueText>;

/** What is wanted of the issue of a finding. `plan`: names it, also in the issue. */
export const IssuePlan = IssueText.extend({
  finding: z.string().describe('Id of the finding: the fingerprint by which its issue is found'),
  plan: z.string(),
  to: TrackerKind,
  place: TrackerPlace.optional().describe('Not there where nothing says which repository has the issues'),
  want: WantedIssue,
});
export type IssuePlan = z.infer<typeof IssuePlan>;
