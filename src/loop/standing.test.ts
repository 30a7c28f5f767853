/** How a run stands, as a list of runs shows it. */
import { expect, it } from 'vitest';
import {
  called,
  exampleConfig,
  exampleFinding,
  findingsAdmitted,
  runStarted,
  stateOf,
} from '../../test/support/loop/examples.ts';
import type { Question } from '../model/call.ts';
import type { RunEvent } from '../model/event.ts';
import { readStanding } from '../model/run/standing.ts';
import { standingOf } from './standing.ts';
import { foldAll } from './state/fold.ts';

const questions: Question[] = [{ id: 'A-q1', finding: 'a', question: 'which?' }];
const begun = [runStarted(exampleConfig()), findingsAdmitted(exampleFinding('a'), exampleFinding('b'))];
const waiting: RunEvent[] = [
  ...called({ role: 'clarify', n: 1 }, { role: 'clarify', questions, ready: false, problems: [] }),
  { type: 'run.waiting', questions },
];
const standing = (...events: RunEvent[]) => standingOf(stateOf(...begun, ...events));

it('11.1 is nothing before a run has begun', () => {
  expect(foldAll([])).toBeNull();
});

it('11.1 is open while it is under way, and what it waits for while it waits', () => {
  expect(standing()).toMatchObject({ command: 'fix', root: '/repo', status: null, totals: { total: 2, open: 2 } });
  expect(standing()).not.toHaveProperty('questions');
  expect(standing(...waiting)).toMatchObject({ status: 'waiting', questions });
  expect(standing(...waiting, { type: 'question.answered', question: 'A-q1', answer: 'this' })).toMatchObject({
    status: null,
  });
});

it('11.1 is how it ended, with its branch', () => {
  const closed: RunEvent = { type: 'finding.closed', id: 'a', status: 'blocked', cause: 'fixer', reason: 'no' };
  const handedOver: RunEvent = { type: 'run.handed-over', branch: 'fixpoint/r', head: 'c1', patch: null };
  expect(standing(closed, handedOver, { type: 'run.finished', status: 'leftovers' })).toMatchObject({
    status: 'leftovers',
    branch: 'fixpoint/r',
    totals: { total: 2, blocked: 1, open: 1 },
  });
});

it('11.1 is read back as it was written; what another version wrote is made again', () => {
  const written = standing(...waiting);
  expect(readStanding(JSON.stringify(written))).toEqual(written);
  expect(readStanding(JSON.stringify({ ...written, status: 'asleep' }))).toBeNull();
  expect(readStanding(JSON.stringify({ ...written, totals: {} }))).toBeNull();
  expect(readStanding('7')).toBeNull();
});
