/** A fake GitHub: real HTTP, real state, requests held to the published OpenAPI. Its search lags: it finds nothing. */
import { z } from 'zod';
import { type Answered, type Asked, type FakeServer, startServer } from './http.ts';
import { type FakeIssue, ourselves } from './issues.ts';
import { githubValidator } from './openapi.ts';

export const githubToken = 'ghp_0123456789abcdefghijABCDEFGHIJ012345';

export type FakeGitHub = FakeServer & {
  issues: FakeIssue[];
  /** Requests that the published document does not allow. */
  invalid: string[];
  /** An issue that somebody else has made. */
  add: (issue: Partial<FakeIssue>) => FakeIssue;
  /** Variables for a command line that files issues here. */
  env: Record<string, string>;
};

const project = 'acme/shop';
const web = 'https://github.example';

const Create = z.object({ title: z.string(), body: z.string(), labels: z.array(z.string()) });
const Update = z.object({
  title: z.string().optional(),
  body: z.string().optional(),
  labels: z.array(z.string()).optional(),
  state: z.enum(['open', 'closed']).optional(),
  state_reason: z.string().nullish(),
});

const refuse = (status: number, message: string): Answered => ({ status, body: { message } });

/** The limits of the real one. */
const tooLong = ({ title = '', body = '' }: { title?: string | undefined; body?: string | undefined }): boolean =>
  title.length > 256 || body.length > 65_536;

const page = <T>(all: readonly T[], query: URLSearchParams): T[] => {
  const size = Number(query.get('per_page') ?? 30);
  const from = (Number(query.get('page') ?? 1) - 1) * size;
  return all.slice(from, from + size);
};

const comments = (issue: FakeIssue, { method, body, query }: Asked): Answered => {
  if (method === 'GET')
    return {
      status: 200,
      body: page(issue.comments, query).map((each) => ({
        body: each.body,
        user: { type: each.author.type },
        author_association: each.author.role,
      })),
    };
  const comment = { body: z.object({ body: z.string() }).parse(body).body, author: ourselves };
  issue.comments.push(comment);
  return { status: 201, body: comment };
};

export const startGitHub = async (): Promise<FakeGitHub> => {
  const validate = githubValidator();
  const issues: FakeIssue[] = [];
  const invalid: string[] = [];
  const shown = (issue: FakeIssue) => ({
    number: issue.number,
    html_url: `${web}/${project}/issues/${issue.number}`,
    title: issue.title,
    body: issue.body,
    labels: issue.labels.map((name) => ({ name })),
    state: issue.open ? 'open' : 'closed',
    state_reason: issue.reason,
    user: { login: issue.author.login, type: issue.author.type },
    author_association: issue.author.role,
  });
  const add: FakeGitHub['add'] = (given) => {
    const issue: FakeIssue = {
      number: issues.length + 1,
      title: '',
      body: '',
      labels: [],
      open: true,
      reason: null,
      author: ourselves,
      comments: [],
      ...given,
    };
    issues.push(issue);
    return issue;
  };
  const list = (query: URLSearchParams): Answered => {
    const wanted = (query.get('labels') ?? '').split(',').filter((label) => label !== '');
    const state = query.get('state') ?? 'open';
    const found = issues
      .filter((issue) => wanted.every((label) => issue.labels.includes(label)))
      .filter(({ open }) => state === 'all' || open === (state === 'open'));
    if (query.get('direction') === 'desc') found.reverse();
    return { status: 200, body: page(found, query).map(shown) };
  };
  const create = (body: unknown): Answered => {
    const given = Create.parse(body);
    if (tooLong(given)) return refuse(422, 'body is too long (maximum is 65536 characters)');
    return { status: 201, body: shown(add(given)) };
  };
  const update = (issue: FakeIssue, body: unknown): Answered => {
    const { state, state_reason: reason, ...given } = Update.parse(body);
    if (tooLong(given)) return refuse(422, 'body is too long (maximum is 65536 characters)');
    const { title = issue.title, body: text = issue.body, labels = issue.labels } = given;
    Object.assign(issue, { title, body: text, labels });
    if (state !== undefined) Object.assign(issue, { open: state === 'open', reason: reason ?? null });
    return { status: 200, body: shown(issue) };
  };
  const answer = (asked: Asked): Answered => {
    const { method, path, query, body, headers } = asked;
    try {
      validate(asked);
    } catch (error) {
      invalid.push(String(error));
      return refuse(422, String(error));
    }
    if (headers.authorization !== `token ${githubToken}`) return refuse(401, 'Bad credentials');
    if (path === '/search/issues') return { status: 200, body: { total_count: 0, items: [] } };
    if (!path.startsWith(`/repos/${project}/`)) return refuse(404, 'Not Found');
    if (path === `/repos/${project}/issues`) return method === 'GET' ? list(query) : create(body);
    const [, number, rest] = /\/issues\/(\d+)(\/comments)?$/.exec(path) ?? [];
    const issue = issues.find((each) => each.number === Number(number));
    if (!issue) return refuse(404, 'Not Found');
    return rest === undefined ? update(issue, body) : comments(issue, asked);
  };
  const server = await startServer(answer);
  const env = {
    GITHUB_API_URL: server.url,
    GITHUB_SERVER_URL: web,
    GITHUB_TOKEN: githubToken,
    GITHUB_REPOSITORY: project,
  };
  return { ...server, issues, invalid, add, env };
};
