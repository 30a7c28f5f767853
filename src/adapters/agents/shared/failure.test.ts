/** What agents say when a call fails, and what it is called. */
import { expect, it } from 'vitest';
import { classifyFailure, statusIn } from './failure.ts';

it.each([
  [401, 'invalid x-api-key', 'auth'],
  [403, 'Forbidden', 'auth'],
  [402, '', 'quota'],
  [429, 'Too many requests', 'rate-limit'],
  [429, 'You exceeded your current quota, please check your plan and billing details', 'quota'],
  [429, "You've hit your weekly limit · resets 3pm", 'quota'],
  [400, 'Your credit balance is too low', 'quota'],
  [400, 'prompt is too long', 'refused'],
  [404, 'model not found', 'refused'],
  [408, 'timeout', 'network'],
  [500, 'internal', 'overloaded'],
  [503, 'rate limit', 'overloaded'],
  [529, 'overloaded', 'overloaded'],
  [undefined, 'Not logged in · Please run /login', 'auth'],
  [undefined, 'rate_limit', 'rate-limit'],
  [undefined, "You've hit your monthly spend limit.", 'quota'],
  [undefined, 'Overloaded', 'overloaded'],
  [undefined, 'read ECONNRESET', 'network'],
  [undefined, 'stream disconnected before completion', 'network'],
  [200, 'fetch failed', 'network'],
  [undefined, 'Segmentation fault', 'crashed'],
  [undefined, '', 'crashed'],
] as const)('4.15 %s %s: %s', (status, message, outcome) => {
  expect(classifyFailure(status, message).outcome).toBe(outcome);
});

it('4.9 keeps how long to wait where waiting helps', () => {
  expect(classifyFailure(429, '', 5000)).toEqual({ outcome: 'rate-limit', retryAfterMs: 5000 });
  expect(classifyFailure(529, '', 5000)).toEqual({ outcome: 'overloaded', retryAfterMs: 5000 });
  expect(classifyFailure(401, '', 5000)).toEqual({ outcome: 'auth' });
});

it.each([
  ['exceeded retry limit, last status: 429 Too Many Requests', 429],
  ['API Error: 500 scripted', 500],
  ['Request rejected (529)', 529],
  ['line 404 of the file', undefined],
  ['took 5000 ms', undefined],
])('finds the status in %s', (message, status) => {
  expect(statusIn(message)).toBe(status);
});

it('4.9 takes no time for a long message', () => {
  const long = `hit your ${'a'.repeat(2_000_000)}`;
  expect(classifyFailure(undefined, long).outcome).toBe('crashed');
  expect(statusIn('status '.repeat(300_000))).toBeUndefined();
});
