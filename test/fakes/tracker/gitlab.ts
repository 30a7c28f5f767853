/**
 * A fake GitLab: real HTTP, real state. GitLab publishes no schema for issues; parameters and values are held to what
 * its documentation lists for the five requests that are used.
 */
import { z } from 'zod';
import { type Answered, type Asked, type FakeServer, startServer } from './http.ts';
import { type FakeIssue, ourselves } from './issues.ts';

export const gitlabToken = 'glpat-0123456789abcdefghij';

export type FakeGitLab = FakeServer & {
  issues: FakeIssue[];
  invalid: string[];
  env: Record<string, string>;
};

const project = 'acme/team/shop';
const web = 'https://gitlab.example';

const count = z.string().regex(/^\d+$/);
const List = z.strictObject({
  labels: z.string().optional(),
  scope: z.enum(['created_by_me', 'assigned_to_me', 'all']).optional(),
  state: z.enum(['opened', 'closed', 'all']).optional(),
  order_by: z.enum(['created_at', 'updated_at', 'title']).optional(),
  sort: z.enum(['asc', 'desc']).optional(),
  per_page: count.optional(),
  page: count.optional(),
});
const Notes = z.strictObject({
  order_by: z.enum(['created_at', 'updated_at']).optional(),
  sort: z.enum(['asc', 'desc']).optional(),
  per_page: count.optional(),
  page: count.optional(),
});
const Create = z.strictObject({
  title: z.string().min(1).max(255),
  description: z.string().max(1_048_576).optional(),
  labels: z.string().optional(),
});
const Update = z.strictObject({
  title: z.string().min(1).max(255).optional(),
  description: z.string().max(1_048_576).optional(),
  labels: z.string().optional(),
  state_event: z.enum(['close', 'reopen']).optional(),
});
const Note = z.strictObject({ body: z.string().min(1).max(1_000_000) });
const none = z.strictObject({});

const refuse = (status: number, message: string): Answered => ({ status, body: { message } });
const split = (labels: string | undefined): string[] => (labels ?? '').split(',').filter((label) => label !== '');

const page = <T>(all: readonly T[], query: URLSearchParams): T[] => {
  const size = Number(query.get('per_page') ?? 20);
  const from = (Number(query.get('page') ?? 1) - 1) * size;
  return all.slice(from, from + size);
};

const idOf = ({ author }: { author: FakeIssue['author'] }): number => (author.role === 'MEMBER' ? 7 : 8);

const shown = (issue: FakeIssue) => ({
  iid: issue.number,
  web_url: `${web}/${project}/-/issues/${issue.number}`,
  title: issue.title,
  description: issue.body,
  labels: issue.labels,
  state: issue.open ? 'opened' : 'closed',
  author: { id: idOf(issue), username: issue.author.login },
});

const update = (issue: FakeIssue, body: unknown): Answered => {
  const { title = issue.title, description = issue.body, labels, state_event: event } = Update.parse(body);
  Object.assign(issue, { title, body: description, ...(labels !== undefined && { labels: split(labels) }) });
  if (event !== undefined) issue.open = event === 'reopen';
  return { status: 200, body: shown(issue) };
};

const notes = (issue: FakeIssue, { method, query, body }: Asked): Answered => {
  if (method === 'GET') {
    Notes.parse(Object.fromEntries(query));
    const all = issue.comments.map((each) => ({ body: each.body, system: false, author: { id: idOf(each) } }));
    return { status: 200, body: page(all, query) };
  }
  issue.comments.push({ body: Note.parse(body).body, author: ourselves });
  return { status: 201, body: {} };
};

export const startGitLab = async (): Promise<FakeGitLab> => {
  const issues: FakeIssue[] = [];
  const invalid: string[] = [];
  const list = (query: URLSearchParams): Answered => {
    const { labels, state = 'all', sort } = List.parse(Object.fromEntries(query));
    const found = issues
      .filter((issue) => split(labels).every((label) => issue.labels.includes(label)))
      .filter(({ open }) => state === 'all' || open === (state === 'opened'));
    if (sort === 'desc') found.reverse();
    return { status: 200, body: page(found, query).map(shown) };
  };
  const create = (body: unknown): Answered => {
    const { title, description = '', labels } = Create.parse(body);
    const issue: FakeIssue = {
      number: issues.length + 1,
      title,
      body: description,
      labels: split(labels),
      open: true,
      reason: null,
      author: ourselves,
      comments: [],
    };
    issues.push(issue);
    return { status: 201, body: shown(issue) };
  };
  const route = (asked: Asked): Answered => {
    const { method, query, body, headers } = asked;
    if (headers['private-token'] !== gitlabToken) return refuse(401, '401 Unauthorized');
    const prefix = `/api/v4/projects/${encodeURIComponent(project)}`;
    if (!asked.path.startsWith(prefix)) return refuse(404, '404 Project Not Found');
    const path = asked.path.slice(prefix.length);
    if (path === '/issues') return method === 'GET' ? list(query) : create(body);
    const member = /^\/members\/all\/(\d+)$/.exec(path)?.[1];
    if (member !== undefined) {
      none.parse(Object.fromEntries(query));
      return member === '7' ? { status: 200, body: { id: 7, access_level: 30 } } : refuse(404, '404 Not found');
    }
    const [, number, rest] = /^\/issues\/(\d+)(\/notes)?$/.exec(path) ?? [];
    const issue = issues.find((each) => each.number === Number(number));
    if (!issue) return refuse(404, '404 Not found');
    return rest === undefined ? update(issue, body) : notes(issue, asked);
  };
  const server = await startServer((asked) => {
    try {
      return route(asked);
    } catch (error) {
      invalid.push(`${asked.method} ${asked.path}: ${String(error)}`);
      return refuse(400, String(error));
    }
  });
  const env = {
    GITLAB_API_URL: `${server.url}/api/v4`,
    CI_SERVER_URL: web,
    GITLAB_TOKEN: gitlabToken,
    CI_PROJECT_PATH: project,
  };
  return { ...server, issues, invalid, env };
};
