/** The issues of a fake tracker, whatever it is called. */

export type FakeIssue = {
  number: number;
  title: string;
  body: string;
  labels: string[];
  open: boolean;
  reason: string | null;
  author: { login: string; role: string; type: 'User' | 'Bot' };
  comments: { body: string; author: FakeIssue['author'] }[];
};

export const ourselves: FakeIssue['author'] = { login: 'fixpoint-ci', role: 'MEMBER', type: 'User' };
export const stranger: FakeIssue['author'] = { login: 'mallory', role: 'NONE', type: 'User' };

/** The finding that an issue is about, by its marker. */
export const findingOf = ({ body }: FakeIssue): string | null =>
  /^<!-- fixpoint:leftover v1 finding=(\S+) /.exec(body)?.[1] ?? null;

export const isDuplicate = ({ body }: FakeIssue): boolean => /^<!-- fixpoint:leftover [^>]*want=duplicate/.test(body);

/** By finding: those that count. */
export const issuesByFinding = (issues: readonly FakeIssue[]): Map<string, FakeIssue[]> => {
  const ours = issues.filter((issue) => findingOf(issue) !== null && !isDuplicate(issue));
  return Map.groupBy(ours, (issue) => findingOf(issue) ?? '');
};
