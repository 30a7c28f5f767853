/** Answers through the inbox of a run, in a real journal: who is heard, who is too late, what is refused. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Question } from '../model/call.ts';
import type { RunEvent } from '../model/event.ts';
import type { Writer } from '../ports/journal.ts';
import { openLocal } from '../wiring/local.ts';
import {
  called,
  exampleConfig,
  exampleFinding,
  findingsAdmitted,
  runStarted,
} from '../../test/support/loop/examples.ts';
import { answer, heardAnswers, lateWords, questions } from './answer.ts';
import type { App } from './app.ts';

const asked = ['A-q1', 'A-q2'].map((id): Question => ({ id, finding: 'a', question: 'which?' }));
const run = 'run';

let folder = '';
let app: App;
let writer: Writer;

/** A run that asks two questions; held by this test until it lets go. */
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fixpoint-answer-'));
  app = openLocal({ stateDir: folder, env: { API_TOKEN: 'tok-0123456789abcdef' } });
  writer = await (await app.journal()).create(run, 'repo');
  await writer.append([
    runStarted(exampleConfig()),
    findingsAdmitted(exampleFinding('a')),
    ...called({ role: 'clarify', n: 1 }, { role: 'clarify', questions: asked, ready: false, problems: [] }),
    { type: 'run.waiting', questions: asked },
  ]);
});

afterEach(async () => {
  await writer.release();
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

const inbox = async () => (await app.journal()).commands(run);
const answered = (question: string, text: string, command?: string): RunEvent => ({
  type: 'question.answered',
  question,
  answer: text,
  ...(command !== undefined && { command }),
});

/** As the process that holds the run does it. */
const hear = async (others: RunEvent[] = []): Promise<void> => {
  for (let waiting = await inbox(); waiting.length === 0; waiting = await inbox()) await Promise.resolve();
  const mine = (await inbox()).flatMap((each) =>
    each.do === 'answer' ? [answered(each.question, each.text, each.id)] : [],
  );
  await writer.append([...others, ...mine]);
};

describe('3.1 an answer', () => {
  it('3.1 waits in the inbox where nobody holds the run, without the values of secrets', async () => {
    await writer.release();
    const given = await answer(app, { run, answers: { 'A-q2': 'use tok-0123456789abcdef' } });
    expect(given).toMatchObject({ run, answered: ['A-q2'], late: [], holder: null, isFinished: false });
    const [command, ...others] = await inbox();
    expect(others).toEqual([]);
    expect(command).toMatchObject({ do: 'answer', question: 'A-q2', id: given.commands['A-q2'] });
    expect(JSON.stringify(command)).not.toContain('tok-0123456789abcdef');
    expect((await questions(app, { run })).questions).toEqual(asked);
  });

  it('3.1 resolves once the process that holds the run has heard it', async () => {
    const [given] = await Promise.all([answer(app, { run, answers: { 'A-q1': 'this' } }), hear()]);
    expect(given).toMatchObject({ answered: ['A-q1'], late: [], holder: { pid: process.pid } });
    expect(await questions(app, { run })).toEqual({ run, questions: asked.slice(1) });
  });

  it('3.1 that comes second is told which one counts', async () => {
    const others = [answered('A-q1', 'theirs', 'another')];
    const [given] = await Promise.all([
      answer(app, { run, answers: { 'A-q1': 'mine', 'A-q2': 'mine' } }),
      hear(others),
    ]);
    expect(given).toMatchObject({ answered: ['A-q2'], late: [{ question: 'A-q1', answer: 'theirs' }] });
    expect(lateWords(given.late)).toBe('A-q1 was answered already: “theirs”. The first answer counts.');
    expect(await heardAnswers(app, given)).toEqual(given);
  });

  it('3.1 to a question that was left to the fixer meanwhile is late as well', async () => {
    const others: RunEvent[] = [{ type: 'questions.answered', n: 1, answers: {} }];
    const [given] = await Promise.all([answer(app, { run, answers: { 'A-q1': 'mine' } }), hear(others)]);
    expect(given).toMatchObject({ answered: [], late: [{ question: 'A-q1', answer: '' }] });
    expect(lateWords(given.late)).toBe('A-q1 was left to the fixer before this answer came.');
  });

  it('3.1 beside others that were answered before is sent, and those are named', async () => {
    await writer.append([answered('A-q1', 'theirs')]);
    await writer.release();
    const given = await answer(app, { run, answers: { 'A-q1': 'mine', 'A-q2': 'mine' } });
    expect(given).toMatchObject({ answered: ['A-q2'], late: [{ question: 'A-q1', answer: 'theirs' }] });
    expect(await inbox()).toHaveLength(1);
  });

  it('3.1 is refused, and nothing is sent, where it can change nothing', async () => {
    await expect(answer(app, { run, answers: { 'A-q1': 'x', 'Z-q1': 'x' } })).rejects.toMatchObject({
      kind: 'not-found',
      message: `Run ${run} has no question Z-q1. It asks A-q1, A-q2.`,
    });
    await writer.append([answered('A-q1', 'this'), answered('A-q2', 'that')]);
    await expect(answer(app, { run, answers: { 'A-q1': 'x' } })).rejects.toMatchObject({
      kind: 'conflict',
      message: expect.stringMatching(/A-q1 was answered already: “this”.*Nothing was changed/),
    });
    await expect(answer(app, { run, answers: { 'Z-q1': 'x' } })).rejects.toThrow('It asks nothing at the moment.');
    await expect(answer(app, { run: 'nobody', answers: { 'A-q1': 'x' } })).rejects.toThrow('There is no run nobody');
    expect(await inbox()).toEqual([]);
  });

  it.each([
    [undefined, /finished \(cancelled\): there is nothing to answer/],
    ['cancelled', /`fixpoint resume run` resumes it, and asks again/],
  ] as const)('3.1 to a run that is finished (stopped: %s) is refused', async (stopReason, message) => {
    await writer.append([{ type: 'run.finished', status: 'cancelled', ...(stopReason && { stopReason }) }]);
    await expect(answer(app, { run, answers: { 'A-q1': 'x' } })).rejects.toThrow(message);
    expect(await questions(app, { run })).toEqual({ run, questions: [] });
  });
});
