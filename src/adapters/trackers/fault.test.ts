import { describe, expect, it } from 'vitest';
import { connectionError, refusalError } from './fault.ts';

const now = Date.parse('2026-01-01T00:00:00Z');
const refused = (status: number, headers: Record<string, string> = {}, message = 'words') =>
  refusalError('GitHub', { status, headers, message }, now);

describe('9.1 what an answer means', () => {
  it.each([
    [
      'a limit, with when it ends',
      refused(403, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(now / 1_000 + 60) }),
      'limited',
      60_000,
    ],
    [
      'GitLab’s',
      refused(429, { 'ratelimit-remaining': '0', 'ratelimit-reset': String(now / 1_000 + 5) }),
      'limited',
      5_000,
    ],
    ['a limit, with how long to wait', refused(403, { 'retry-after': '30' }), 'limited', 30_000],
    ['a limit until a date', refused(429, { 'retry-after': 'Thu, 01 Jan 2026 00:00:10 GMT' }), 'limited', 10_000],
    ['a limit that only words tell', refused(403, {}, 'You have exceeded a secondary rate limit'), 'limited', null],
    ['too many', refused(429), 'limited', null],
    ['an error of the server', refused(500), 'unclear', null],
    ['one that says when to come back', refused(503, { 'retry-after': '5' }), 'unclear', 5_000],
    ['a bad gateway', refused(502), 'unclear', null],
    ['no permission', refused(403, { 'x-ratelimit-remaining': '4999', 'x-ratelimit-reset': '1' }), 'shut', null],
    ['a wrong token', refused(401), 'shut', null],
    ['nothing there', refused(404), 'shut', null],
    ['issues are off', refused(410), 'shut', null],
    ['invalid', refused(422), 'refused', null],
  ])('%s', (_, error, fault, waitMs) => expect(error).toMatchObject({ fault, waitMs }));

  it('nobody there is no doubt; a line that broke is', () => {
    const refusedConnection = new TypeError('fetch failed', {
      cause: Object.assign(new Error('x'), { code: 'ECONNREFUSED' }),
    });
    expect(connectionError('GitHub', refusedConnection)).toMatchObject({ fault: 'shut' });
    const several = new AggregateError([Object.assign(new Error('x'), { code: 'ENOTFOUND' })]);
    expect(connectionError('GitHub', new Error('outer', { cause: several }))).toMatchObject({ fault: 'shut' });
    expect(connectionError('GitHub', new Error('socket hang up'))).toMatchObject({ fault: 'unclear' });
    expect(connectionError('GitHub', 'words')).toMatchObject({
      fault: 'unclear',
      message: 'GitHub did not answer: words',
    });
  });
});
