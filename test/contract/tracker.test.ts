/** What every tracker has to do for us, held to a fake of each over real HTTP (9.3). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { githubTracker } from '../../src/adapters/trackers/github.ts';
import { gitlabTracker } from '../../src/adapters/trackers/gitlab.ts';
import type { Tracker } from '../../src/ports/tracker.ts';
import { faultsInTurn, noFaults } from '../fakes/tracker/faults.ts';
import { githubToken, startGitHub } from '../fakes/tracker/github.ts';
import { gitlabToken, startGitLab } from '../fakes/tracker/gitlab.ts';
import type { FakeServer } from '../fakes/tracker/http.ts';
import { type FakeIssue, stranger } from '../fakes/tracker/issues.ts';

type Subject = {
  server: FakeServer & { issues: FakeIssue[]; invalid: string[] };
  tracker: Tracker;
  wrongToken: Tracker;
  unplanned: boolean;
};

const subjects: Readonly<Record<string, () => Promise<Subject>>> = {
  GitHub: async () => {
    const server = await startGitHub();
    const place = { kind: 'github', project: 'acme/shop', web: 'https://github.example' } as const;
    const open = (token: string): Tracker => githubTracker(place, { api: server.url, token, timeoutMs: 5_000 });
    return { server, tracker: open(githubToken), wrongToken: open('wrong'), unplanned: true };
  },
  GitLab: async () => {
    const server = await startGitLab();
    const place = { kind: 'gitlab', project: 'acme/team/shop', web: 'https://gitlab.example' } as const;
    const open = (token: string): Tracker =>
      gitlabTracker(place, { api: `${server.url}/api/v4`, token, timeoutMs: 5_000 });
    return { server, tracker: open(gitlabToken), wrongToken: open('wrong'), unplanned: false };
  },
};

describe.each(Object.entries(subjects))('%s', (_, start) => {
  let subject: Subject;
  beforeAll(async () => void (subject = await start()));
  afterAll(async () => {
    expect(subject.server.invalid).toEqual([]);
    await subject.server.close();
  });

  it('9.3 creates an issue, and gives it back as it is', async () => {
    const issue = await subject.tracker.create({ title: 'Title', body: 'Body', labels: ['review-finding', 'high'] });
    expect(issue).toMatchObject({ number: 1, title: 'Title', body: 'Body', open: true });
    expect(issue.labels).toEqual(['review-finding', 'high']);
    expect(issue.url).toMatch(/^https:\/\/.*\/issues\/1$/);
  });

  it('9.3 lists those with a label, to the last page, closed ones too, and says whom to trust', async () => {
    for (let n = 0; n < 120; n += 1)
      await subject.tracker.create({ title: `T${n}`, body: '', labels: [n % 2 === 0 ? 'review-finding' : 'other'] });
    await subject.tracker.update(2, { state: 'done' });
    Object.assign(subject.server.issues[3] ?? {}, { author: stranger });
    const listed = await subject.tracker.list('review-finding');
    expect(listed).toHaveLength(61);
    expect(listed.slice(0, 3).map(({ number, open, trusted }) => [number, open, trusted])).toEqual([
      [1, true, true],
      [2, false, true],
      [4, true, false],
    ]);
    for (let n = 0; n < 100; n += 1)
      await subject.tracker.create({ title: 'more', body: '', labels: ['review-finding'] });
    expect(await subject.tracker.list('review-finding')).toHaveLength(161);
    const newest = await subject.tracker.newest('review-finding');
    expect([newest.length, newest[0]?.number]).toEqual([100, subject.server.issues.length]);
  });

  it('9.2 changes what it is told, and leaves the rest', async () => {
    const closed = await subject.tracker.update(1, { title: 'New', state: 'unplanned' });
    expect(closed).toMatchObject({ title: 'New', body: 'Body', open: false, unplanned: subject.unplanned });
    const opened = await subject.tracker.update(1, { body: 'Other', labels: ['review-finding', 'low'], state: 'open' });
    expect(opened).toMatchObject({ title: 'New', body: 'Other', open: true, labels: ['review-finding', 'low'] });
  });

  it('9.2 comments, and gives the comments of people who are trusted', async () => {
    await subject.tracker.comment(1, 'ours');
    subject.server.issues[0]?.comments.push({ body: 'theirs', author: stranger });
    expect(await subject.tracker.comments(1)).toEqual(['ours']);
  });

  it.each([
    ['rate-limit', 'limited'],
    ['secondary-limit', 'limited'],
    ['too-many', 'limited'],
    ['error-500', 'unclear'],
    ['error-502', 'unclear'],
    ['drop-before', 'unclear'],
    ['drop-after', 'unclear'],
  ] as const)('9.1 asks once, and says what %s means', async (fault, meaning) => {
    const before = subject.server.requests.length;
    subject.server.setFaults(faultsInTurn('POST', [fault]));
    const creating = subject.tracker.create({ title: 'Faulty', body: '', labels: ['other'] });
    await expect(creating).rejects.toMatchObject({ name: 'TrackerError', fault: meaning });
    subject.server.setFaults(noFaults);
    expect(subject.server.requests.length - before).toBe(1);
  });

  it('9.3 a wrong token, or a title that is refused, is said in words', async () => {
    await expect(subject.wrongToken.list('review-finding')).rejects.toMatchObject({
      fault: 'shut',
      message: expect.stringContaining('answered 401: the token is not accepted; give another'),
    });
    const tooLong = subject.tracker.create({ title: 'x'.repeat(300), body: '', labels: [] });
    await expect(tooLong).rejects.toMatchObject({ fault: 'refused' });
    subject.server.invalid.splice(0);
  });
});
