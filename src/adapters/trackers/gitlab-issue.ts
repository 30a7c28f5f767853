/** Issues and notes as GitLab gives them, and what they mean to us. */
import { z } from 'zod';
import { type IssueUpdate, type TrackedIssue, TrackerError } from '../../ports/tracker.ts';
import { given } from '../../plain/given.ts';

export const Issue = z.object({
  iid: z.int(),
  web_url: z.string(),
  title: z.string(),
  description: z.string().nullish(),
  labels: z.array(z.string()),
  state: z.string(),
  author: z.object({ id: z.int() }).nullish(),
});
export type Issue = z.infer<typeof Issue>;

export const Note = z.object({ body: z.string(), system: z.boolean(), author: z.object({ id: z.int() }).nullish() });

export const readAs = <T>(shape: z.ZodType<T>, what: string, answer: unknown): T => {
  const read = shape.safeParse(answer);
  if (!read.success) throw new TrackerError('unclear', `${what} gave an answer that cannot be read`);
  return read.data;
};

/** GitLab has one word for why an issue is closed: none. */
export const trackedIssue = (issue: Issue, trusted: boolean): TrackedIssue => ({
  number: issue.iid,
  url: issue.web_url,
  title: issue.title,
  body: issue.description ?? '',
  labels: issue.labels,
  open: issue.state === 'opened',
  unplanned: false,
  trusted,
});

/** Names are told apart by commas. */
export const labelText = (labels: readonly string[]): string =>
  labels.map((label) => label.replaceAll(',', ' ')).join(',');

export const updateOf = ({ title, body, labels, state }: IssueUpdate) => ({
  ...given({ title, description: body }),
  ...(labels && { labels: labelText(labels) }),
  ...(state && { stateEvent: state === 'open' ? ('reopen' as const) : ('close' as const) }),
});
