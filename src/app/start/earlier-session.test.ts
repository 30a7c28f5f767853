/** What `--session` goes on with, in a real journal: findings, answers by code, the conversation, and what is refused. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  called,
  exampleConfig,
  exampleFinding,
  findingsAdmitted,
  runStarted,
  stateOf,
} from '../../../test/support/loop/examples.ts';
import { preparatorySession } from '../../loop/decide/calls/session.ts';
import { next } from '../../loop/decide/next.ts';
import type { RunEvent } from '../../model/event.ts';
import { buildReport } from '../../loop/report.ts';
import { clarifyResponse } from '../../report/clarify-response.ts';
import { openLocal } from '../../wiring/local.ts';
import type { App } from '../app.ts';
import { readSession } from './earlier-session.ts';

const config = exampleConfig({ fix: { agent: 'house' }, clarify: { agent: 'house', wait: true } });
const question = { id: 'A-q1', finding: 'a', question: 'which?', context: 'both occur' };
const session = { id: 'S1', used: {} };
const findings = findingsAdmitted(exampleFinding('a'), exampleFinding('b'), exampleFinding('c'));

const asked: RunEvent[] = [
  runStarted(config, { command: 'clarify' }),
  findings,
  ...called(
    { role: 'clarify', n: 1 },
    { role: 'clarify', questions: [question], ready: false, problems: [] },
    { session },
  ),
  { type: 'finding.closed', id: 'c', status: 'dismissed', cause: 'no-evidence', reason: 'not there' },
];
const closing = (id: string): RunEvent => ({
  type: 'finding.closed',
  id,
  status: 'blocked',
  cause: 'disabled',
  reason: 'asked about, and not to be fixed now',
});
const answered: RunEvent[] = [
  ...asked,
  { type: 'question.answered', question: 'A-q1', answer: 'this' },
  { type: 'questions.answered', n: 1, answers: { 'A-q1': 'this' } },
  closing('a'),
  closing('b'),
  { type: 'run.finished', status: 'leftovers' },
];

let folder = '';
let app: App;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fixpoint-session-'));
  app = openLocal({ stateDir: folder, env: {} });
});

afterEach(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

const kept = async (events: RunEvent[]): Promise<void> => {
  const writer = await (await app.journal()).create('run', 'repo');
  await writer.append(events);
  await writer.release();
};
const read = (more: object = {}) => readSession(app, { session: 'run', from: [], ...more });

describe('3.5 a session that is gone on with', () => {
  it('brings what was asked about, its answers, and the conversation', async () => {
    await kept(answered);
    const earlier = await read();
    expect(earlier?.findings.map(({ code }) => code)).toEqual(['A', 'B']);
    // The same finding under another id: its code tells which it is.
    expect(earlier?.clarifiedFor([exampleFinding('now', { code: 'A' })])).toEqual({
      run: 'run',
      questions: [{ ...question, finding: 'now', answer: 'this' }],
      agent: 'house',
      session,
    });
    expect(earlier?.clarifiedFor([])?.questions).toEqual([]);
  });

  it('is nothing where none is named', async () => {
    expect(await readSession(app, { from: ['a.json'] })).toBeUndefined();
  });

  it.each([
    [{ from: ['a.json'] }, /brings its own findings along/],
    [{ clarify: true }, /has asked already/],
    [{ answers: {} }, /has asked already/],
    [{ session: 'nobody' }, /no run nobody/],
  ])('is refused with %j', async (more, why) => {
    await kept(answered);
    await expect(read(more)).rejects.toThrow(why);
  });

  it('is refused while it asks, and of a run that neither asked nor planned', async () => {
    await kept(asked);
    await expect(read()).rejects.toThrow(/is not ready to plan/);
    const writer = await (await app.journal()).create('other', 'repo');
    await writer.append([runStarted(config), { type: 'run.finished', status: 'clean' }]);
    await writer.release();
    await expect(read({ session: 'other' })).rejects.toThrow(/neither asked nor planned nor only reviewed/);
  });

  it('13.1 of a review brings its findings, and asks for no answers', async () => {
    const reviewed = [runStarted(config, { command: 'review' }), findings, closing('a'), closing('b')];
    await kept(reviewed);
    await expect(read()).rejects.toThrow(/Review run is not finished\..*fixpoint resume run/);
    const writer = await (await app.journal()).claim('run');
    await writer.append([{ type: 'run.finished', status: 'leftovers' }]);
    await writer.release();
    const earlier = await read({ clarify: true });
    expect(earlier?.findings.map(({ code }) => code)).toEqual(['A', 'B']);
    expect(earlier?.clarifiedFor([])).toBeUndefined();
  });

  it('of a plan needs the plan', async () => {
    await kept([runStarted(config, { command: 'plan' }), { type: 'run.finished', status: 'leftovers' }]);
    await expect(read()).rejects.toThrow(/made a plan.*--plan FILE --session run/);
    expect(await read({ plan: 'master_todo.json' })).toMatchObject({ findings: [] });
  });
});

describe('3.1 a run that goes on with it', () => {
  const clarified = { run: 'run', questions: [{ ...question, answer: 'this' }], agent: 'house', session };

  it('asks nothing again, knows the answers, and is in the same conversation', () => {
    const state = stateOf(runStarted(config, { command: 'plan', clarified }), findings);
    expect(next(state)).not.toMatchObject([{ do: 'call', subject: { role: 'clarify' } }]);
    expect(state.people.questions.get('A-q1')).toMatchObject({ answer: 'this' });
    expect(preparatorySession(state, 'house')).toEqual(session);
    expect(preparatorySession(state, 'other')).toBeUndefined();
  });
});

describe('3.1 a run that only asks', () => {
  it('T02 says what it asks, and then that it is ready', () => {
    expect(clarifyResponse(buildReport(stateOf(...asked, { type: 'run.waiting', questions: [question] })))).toEqual({
      has_questions: true,
      questions_by_issue: [{ issue_code: 'A', questions: [{ id: 'A-q1', question: 'which?', context: 'both occur' }] }],
      session_id: 'run',
      ready_to_plan: false,
    });
    expect(clarifyResponse(buildReport(stateOf(...answered)))).toMatchObject({
      has_questions: false,
      questions_by_issue: [],
      ready_to_plan: true,
    });
  });

  it('plans and fixes nothing: what was asked about is closed, and it ends', () => {
    const ready = called({ role: 'clarify', n: 1 }, { role: 'clarify', questions: [], ready: true, problems: [] });
    const state = stateOf(runStarted(config, { command: 'clarify' }), findings, ...ready);
    expect(next(state)).toMatchObject([
      { do: 'record', events: [{ reason: 'asked about, and not to be fixed now' }, { id: 'b' }, { id: 'c' }] },
    ]);
  });

  it('fails where the agent could not ask', () => {
    const failed = called({ role: 'clarify', n: 1 }, null, { message: 'no idea' });
    const events = [
      runStarted(config, { command: 'clarify' }),
      findings,
      ...failed,
      closing('a'),
      closing('b'),
      closing('c'),
    ];
    expect(next(stateOf(...events, { type: 'run.handed-over', branch: null, head: null, patch: null }))).toMatchObject([
      { do: 'record', events: [{ type: 'run.finished', status: 'failed', message: 'house could not ask: no idea' }] },
    ]);
  });
});
