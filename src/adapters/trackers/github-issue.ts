/** Issues and comments as GitHub gives them, and what they mean to us. */
import { z } from 'zod';
import type { IssueUpdate, TrackedIssue } from '../../ports/tracker.ts';

const Author = z.object({ type: z.string() }).nullish();

export const Issue = z.object({
  number: z.int(),
  html_url: z.string(),
  title: z.string(),
  body: z.string().nullish(),
  state: z.string(),
  state_reason: z.string().nullish(),
  labels: z.array(z.union([z.string(), z.object({ name: z.string().nullish() })])),
  user: Author,
  author_association: z.string().nullish(),
  pull_request: z.unknown().optional(),
});
export type Issue = z.infer<typeof Issue>;

export const Comment = z.object({ body: z.string().nullish(), user: Author, author_association: z.string().nullish() });

/** Those who may label issues, and programs that somebody has let in. */
export const isTrusted = ({ user, author_association: role }: Pick<Issue, 'user' | 'author_association'>): boolean =>
  user?.type === 'Bot' || ['OWNER', 'MEMBER', 'COLLABORATOR'].includes(role ?? '');

export const trackedIssue = (issue: Issue): TrackedIssue => ({
  number: issue.number,
  url: issue.html_url,
  title: issue.title,
  body: issue.body ?? '',
  labels: issue.labels.map((label) => (typeof label === 'string' ? label : (label.name ?? ''))),
  open: issue.state === 'open',
  unplanned: issue.state_reason === 'not_planned',
  trusted: isTrusted(issue),
});

const states = {
  open: { state: 'open' },
  done: { state: 'closed', state_reason: 'completed' },
  unplanned: { state: 'closed', state_reason: 'not_planned' },
  duplicate: { state: 'closed', state_reason: 'duplicate' },
} as const;

export const updateOf = ({ state, labels, ...rest }: IssueUpdate) => ({
  ...rest,
  ...(labels && { labels: [...labels] }),
  ...(state && states[state]),
});
