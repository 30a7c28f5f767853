/** One answer, whichever way it was given. */
import { expect, it } from 'vitest';
import { combineAnswers } from './answer.ts';

const fixed = { id: 'id-1', outcome: 'fixed', explanation: 'Done.' } as const;
const json = JSON.stringify({
  outcomes: [
    { id: 'ID-1', outcome: 'deferred' },
    { id: 'id-2', outcome: 'blocked' },
  ],
});

it('4.4 takes what was reported first, and the rest from what was said', async () => {
  expect(await combineAnswers({ role: 'fix', reported: [fixed], structured: undefined, text: `So:\n${json}` })).toEqual(
    {
      outcomes: [fixed, { id: 'id-2', outcome: 'blocked' }],
    },
  );
});

it('4.4 reads answers by id, by code and as a plain list', async () => {
  const byName = { outcomes: { 'id-1': 'blocked', 'id-3': { outcome: 'fixed' } } };
  expect(await combineAnswers({ role: 'fix', reported: [fixed], structured: byName, text: '' })).toEqual({
    outcomes: [fixed, { id: 'id-3', outcome: 'fixed' }],
  });
  const list = [
    { code: ' Id-1 ', outcome: 'blocked' },
    { code: 'F9', outcome: 'fixed' },
  ];
  expect(
    await combineAnswers({ role: 'fix', reported: [fixed], structured: undefined, text: JSON.stringify(list) }),
  ).toEqual({
    outcomes: [fixed, { code: 'F9', outcome: 'fixed' }],
  });
});

it('4.4 prefers the answer in form to the text, and gives null where there is none', async () => {
  expect(await combineAnswers({ role: 'fix', reported: [], structured: { outcomes: [] }, text: json })).toEqual({
    outcomes: [],
  });
  expect(await combineAnswers({ role: 'fix', reported: [], structured: undefined, text: json })).toEqual(
    JSON.parse(json),
  );
  expect(await combineAnswers({ role: 'fix', reported: [], structured: undefined, text: 'Done.' })).toBeNull();
  expect(await combineAnswers({ role: 'fix', reported: [fixed], structured: undefined, text: 'Done.' })).toEqual({
    outcomes: [fixed],
  });
});

it('15 takes an answer in form that is one of its role, else the one in the text, and leaves out what is null', async () => {
  const given = { role: 'challenge', reported: [fixed], structured: undefined, text: '' } as const;
  const scored = { issues: [{ code: 'F001', score: 90, quality_scores: null, improvements_needed: ['x', null] }] };
  const plain = { issues: [{ code: 'F001', score: 90, improvements_needed: ['x', null] }] };
  expect(await combineAnswers({ ...given, structured: scored, text: '{"issues":[]}' })).toEqual(plain);
  expect(await combineAnswers({ ...given, structured: { odd: 1 }, text: JSON.stringify(scored) })).toEqual(plain);
  expect(await combineAnswers({ ...given, structured: { odd: 1 }, text: json })).toBeNull();
});
