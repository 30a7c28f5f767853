/** Issues on GitLab. */
import { IssueNotes, Issues, ProjectMembers } from '@gitbeaker/core';
import { z } from 'zod';
import type { TrackerPlace } from '../../model/finding/leftover.ts';
import { type TrackedIssue, type Tracker, TrackerError } from '../../ports/tracker.ts';
import type { TrackerAccess } from './github.ts';
import { Issue, labelText, Note, readAs, trackedIssue, updateOf } from './gitlab-issue.ts';
import { singleRequests } from './gitlab-request.ts';
import { allPages, perPage } from './pages.ts';

type Services = { issues: Issues; notes: IssueNotes; members: ProjectMembers };

const servicesOf = (what: string, { api, token, timeoutMs = 30_000 }: TrackerAccess): Services => {
  const host = api.replace(/\/api\/v4$/, '');
  const options = { host, token, queryTimeout: timeoutMs, requesterFn: singleRequests(what) };
  return { issues: new Issues(options), notes: new IssueNotes(options), members: new ProjectMembers(options) };
};

/** Whoever is a member may label issues; what is known of a person is not asked for again. */
const memberCheck = (members: ProjectMembers, project: string) => {
  const known = new Map<number, boolean>();
  return async (author: { id: number } | null | undefined): Promise<boolean> => {
    if (!author) return false;
    const trusted = known.get(author.id) ?? (await isMember(members, project, author.id));
    known.set(author.id, trusted);
    return trusted;
  };
};

const isMember = async (members: ProjectMembers, project: string, id: number): Promise<boolean> => {
  try {
    await members.show(project, id, { includeInherited: true });
    return true;
  } catch (error) {
    if (error instanceof TrackerError && error.message.includes('answered 404')) return false;
    throw error;
  }
};

type Client = Services & { what: string; project: string; isTrusted: ReturnType<typeof memberCheck> };

const listPage = async (
  { issues, what, project }: Client,
  label: string,
  { sort, page }: { sort: 'asc' | 'desc'; page: number },
): Promise<Issue[]> => {
  const query = { projectId: project, labels: label, scope: 'all', orderBy: 'created_at', sort } as const;
  return readAs(z.array(Issue), what, await issues.all({ ...query, perPage, page }));
};

const withTrust = async ({ isTrusted }: Client, found: readonly Issue[]): Promise<TrackedIssue[]> => {
  const listed: TrackedIssue[] = [];
  for (const issue of found) listed.push(trackedIssue(issue, await isTrusted(issue.author)));
  return listed;
};

const listNotes = async ({ notes, what, project, isTrusted }: Client, number: number): Promise<string[]> => {
  const query = { orderBy: 'created_at', sort: 'asc', perPage } as const;
  const all = await allPages(async (page) =>
    readAs(z.array(Note), what, await notes.all(project, number, { ...query, page })),
  );
  const bodies: string[] = [];
  for (const note of all) if (!note.system && (await isTrusted(note.author))) bodies.push(note.body);
  return bodies;
};

export const gitlabTracker = ({ project }: TrackerPlace, access: TrackerAccess): Tracker => {
  const what = `GitLab (${project})`;
  const services = servicesOf(what, access);
  const client = { ...services, what, project, isTrusted: memberCheck(services.members, project) };
  const tracked = (answer: unknown): TrackedIssue => trackedIssue(readAs(Issue, what, answer), true);
  return {
    list: async (label) => withTrust(client, await allPages((page) => listPage(client, label, { sort: 'asc', page }))),
    newest: async (label) => withTrust(client, await listPage(client, label, { sort: 'desc', page: 1 })),
    create: async ({ title, body, labels }) =>
      tracked(await services.issues.create(project, title, { description: body, labels: labelText(labels) })),
    update: async (number, changes) => tracked(await services.issues.edit(project, number, updateOf(changes))),
    comments: (number) => listNotes(client, number),
    comment: async (number, body) => void (await services.notes.create(project, number, body)),
  };
};
