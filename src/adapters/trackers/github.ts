/** Issues on GitHub. Octokit is only asked for single requests: when to ask again is decided in one place for all. */
import { Octokit } from '@octokit/core';
import { z } from 'zod';
import type { TrackerPlace } from '../../model/finding/leftover.ts';
import type { IssueUpdate, NewIssue, TrackedIssue, Tracker } from '../../ports/tracker.ts';
import { createAsker } from './github-ask.ts';
import { Comment, Issue, isTrusted, trackedIssue, updateOf } from './github-issue.ts';
import { allPages, perPage } from './pages.ts';

export type TrackerAccess = { api: string; token: string; timeoutMs?: number };

type Client = { octokit: Octokit; at: { owner: string; repo: string }; ask: ReturnType<typeof createAsker> };

const listPage = async (
  { octokit, at, ask }: Client,
  label: string,
  { direction, page }: { direction: 'asc' | 'desc'; page: number },
): Promise<Issue[]> => {
  const query = { ...at, labels: label, state: 'all', sort: 'created', direction, per_page: perPage, page } as const;
  return ask(z.array(Issue), (signal) =>
    octokit.request('GET /repos/{owner}/{repo}/issues', { ...query, request: { signal } }),
  );
};

/** Pull requests are issues to GitHub. */
const withoutPulls = (issues: readonly Issue[]): TrackedIssue[] =>
  issues.filter(({ pull_request: pull }) => pull === undefined || pull === null).map(trackedIssue);

const createIssue = async ({ octokit, at, ask }: Client, issue: NewIssue): Promise<TrackedIssue> => {
  const made = { ...at, ...issue, labels: [...issue.labels] };
  return trackedIssue(
    await ask(Issue, (signal) =>
      octokit.request('POST /repos/{owner}/{repo}/issues', { ...made, request: { signal } }),
    ),
  );
};

const updateIssue = async (
  { octokit, at, ask }: Client,
  number: number,
  changes: IssueUpdate,
): Promise<TrackedIssue> => {
  const changed = { ...at, issue_number: number, ...updateOf(changes) };
  return trackedIssue(
    await ask(Issue, (signal) =>
      octokit.request('PATCH /repos/{owner}/{repo}/issues/{issue_number}', { ...changed, request: { signal } }),
    ),
  );
};

const commentsRoute = '/repos/{owner}/{repo}/issues/{issue_number}/comments';

const listComments = async ({ octokit, at, ask }: Client, number: number): Promise<string[]> => {
  const query = { ...at, issue_number: number, per_page: perPage };
  const comments = await allPages((page) =>
    ask(z.array(Comment), (signal) => octokit.request(`GET ${commentsRoute}`, { ...query, page, request: { signal } })),
  );
  return comments.filter(isTrusted).map(({ body }) => body ?? '');
};

export const githubTracker = (
  { project }: TrackerPlace,
  { api, token, timeoutMs = 30_000 }: TrackerAccess,
): Tracker => {
  const [owner = '', repo = ''] = project.split('/');
  const octokit = new Octokit({ auth: token, baseUrl: api, userAgent: 'fixpoint', log: silent });
  const client = { octokit, at: { owner, repo }, ask: createAsker(`GitHub (${project})`, timeoutMs) };
  return {
    list: async (label) => withoutPulls(await allPages((page) => listPage(client, label, { direction: 'asc', page }))),
    newest: async (label) => withoutPulls(await listPage(client, label, { direction: 'desc', page: 1 })),
    create: (issue) => createIssue(client, issue),
    update: (number, changes) => updateIssue(client, number, changes),
    comments: (number) => listComments(client, number),
    comment: async (number, body) => {
      const made = { ...client.at, issue_number: number, body };
      await client.ask(z.unknown(), (signal) =>
        octokit.request(`POST ${commentsRoute}`, { ...made, request: { signal } }),
      );
    },
  };
};

const nothing = (): void => undefined;
/** What goes wrong is told by errors, and by nothing else. */
const silent = { debug: nothing, info: nothing, warn: nothing, error: nothing };
