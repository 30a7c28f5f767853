/** 13.4 What a start is asked for, by whoever asks. */
import { expect, it } from 'vitest';
import { Expected } from './expected.ts';
import { startRequest } from './start-request.ts';

it('13.4 takes what is asked for, and leaves out what is no part of the request', () => {
  const request = { from: ['a.sarif'], set: { 'fix.agent': 'codex' }, only: ['F001'], answers: { q1: 'yes' } };
  expect(startRequest({ ...request, cwd: '/repo', askUser: () => undefined })).toEqual(request);
});

it.each([
  [
    { from: 'a.sarif' },
    'from of the request cannot be used: it has to be a list (Files with findings; - is standard input). Correct it, or leave it out.',
  ],
  [{ from: ['a', 1] }, 'from[1] of the request cannot be used: it has to be a text (Files with findings'],
  [{ set: 5 }, 'set of the request cannot be used: it has to be an object (Settings that win'],
  [{ includeDirty: 'yes' }, 'includeDirty of the request cannot be used: it has to be true or false (Start from'],
  [{ answers: { 'a b': 1 } }, 'answers["a b"] of the request cannot be used: it has to be a text (Answers to'],
])('13.4 says of %j in one sentence what is wrong, and where', (request, message) => {
  const refused = (): unknown => startRequest(request);
  expect(refused).toThrow(Expected);
  expect(refused).toThrow(message);
});
