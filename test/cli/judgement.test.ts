import { stripVTControlCharacters } from 'node:util';
import { expect, it } from 'vitest';
import { eventView } from '../../src/views/event-views.ts';
import { announcement } from '../../src/views/announce.ts';
import { liveSink } from '../../src/cli/progress/live.ts';
import { createNames } from '../../src/views/names/names.ts';
import { noPhases, type Phases } from '../../src/views/phases/phase.ts';
import { phaseLines } from '../../src/views/phases/phase-lines.ts';
import { foldPhase } from '../../src/views/phases/phases.ts';
import { plainLine } from '../../src/views/lines/lines.ts';
import type { RunEventOf } from '../../src/model/event.ts';
import { capturedStream } from './captured-io.ts';
import { stored } from './history.ts';
import { judgementHistory as history } from './judgement-history.ts';

const lines = (): string[] => {
  const names = createNames();
  return history.flatMap((event) => {
    names.learn(event);
    return plainLine(event, names) ?? [];
  });
};

const phasesAfter = (events: readonly (typeof history)[number][]): Phases => {
  const names = createNames();
  const phases = noPhases();
  for (const event of events) {
    names.learn(event);
    foldPhase(phases, event, names);
  }
  return phases;
};

const until = (type: (typeof history)[number]['type']): number => history.findIndex((event) => event.type === type) + 1;

it('2.10 shows reviewing, clarifying, planning, fixing and challenging as different things', () => {
  expect(lines()).toEqual([
    'Review: security, golang, compared with 999999999999',
    'Reviewing with security',
    'security reads the changes in 2 calls, and is not asked about all of them: big.ts:1-9000 (too large for one call)',
    'Reviewing with golang',
    'Skipped golang: no go in what changed',
    'Asking claude as reviewer security, part 1 of 2',
    'Asking claude as reviewer security, part 2 of 2',
    'Review by security, part 2 of 2 waits 30 s (rate-limit): slow down',
    String.raw`Review by security, part 1 of 2: 1 finding; changed src/a\x1b.ts, which was put back (2.0 s)`,
    'Review by security, part 2 of 2: 1 finding (2.0 s)',
    'Reviewed with security: 2 findings (4.0 s)',
    '2 findings',
    'Asking claude whether anything is unclear',
    'Clarifying: 1 question (2.0 s)',
    '1 question answered',
    'Planning with claude',
    'Planning: 1 step (2.0 s)',
    'Plan: 1 step, by the agent; corrected: F002 was forgotten: added to step 1',
    'Cycle 1',
    'Cycle 1, step 1: F001, F002',
    'Fixing F001, F002 with claude',
    'Answer for F001, F002 from claude: changed src/a.ts (2.0 s)',
    'Taken apart by what each finding changed: F001; F002',
    'Verifying the fix of F001',
    'Verification of F001 passed (1.3 s)',
    'Challenging the fix of F001 with gemini',
    'Challenge of F001 by gemini: F001 scored 70: missing edge case (2.0 s)',
    'F001: refused by the challenger: scored 70, needs 90: missing edge case',
    'F002: no changes applied: blocked: out of scope; flagged: weak reason (out of scope)',
    'Review of what the fixes changed: security, compared with 333333333333',
    'Reviewed with security: no findings (4.0 s)',
    '0 new findings',
  ]);
});

it('2.10 says what a call came to when it failed, and how an accepted fix was scored', () => {
  const names = createNames();
  const subject = { role: 'clarify', n: 2 } as const;
  names.learn(stored({ type: 'call.started', call: 'k', subject, agent: 'claude' }, 1));
  const failed: RunEventOf<'call.finished'> = {
    type: 'call.finished',
    call: 'k',
    agent: 'claude',
    outcome: 'ok',
    answer: null,
    usage: {},
    artifacts: [],
    durationMs: 5,
  };
  expect(plainLine(stored({ ...failed, outcome: 'timeout', message: 'no\u0007 answer' }, 2), names)).toBe(
    String.raw`Clarifying, round 2: timeout: no\x07 answer (5 ms)`,
  );
  expect(plainLine(stored(failed, 2), names)).toBe('Clarifying, round 2: no answer (5 ms)');
  const challenge = { score: 95, threshold: 90, feedback: '', improvements: [], votes: [] };
  const judged = stored({ type: 'attempt.judged', unit: 'u', results: { F001: { result: 'accepted', challenge } } }, 3);
  expect(plainLine(judged, names)).toBe('F001: accepted, scored 95');
});

it('13.2 shows a few corrections and counts the rest', () => {
  const corrections = Array.from({ length: 1_000 }, (_, n) => `correction ${n}`);
  const line = plainLine(
    stored({ type: 'plan.made', round: 1, by: 'file', steps: [], todos: {}, corrections }, 1),
    createNames(),
  );
  expect(line).toBe(
    'Plan: 0 steps, as given; corrected: correction 0; correction 1; correction 2; correction 3; correction 4; and 995 more',
  );
});

it('2.10 folds it into phases, each with who does what', () => {
  expect(phasesAfter(history).done.map((phase) => phaseLines(phase, 0))).toEqual([
    ['Reviewed: 2 findings', '✔ security: 2 findings', '· golang: skipped: no go in what changed'],
    ['Clarifying: 1 question', '✔ claude: 1 question'],
    ['Planned: 1 step, by the agent; corrected: F002 was forgotten: added to step 1', '✔ claude: 1 step'],
    [
      'Fixing, cycle 1: 0 of 2 proven',
      '· F001, F002: taken apart',
      '✘ F001 src/a.ts:1: refused by the challenger: scored 70, needs 90: missing edge case',
      '✘ F002 src/b.ts:1: no changes applied: blocked: out of scope; flagged: weak reason (out of scope)',
    ],
    ['Reviewed what the fixes changed: 0 new findings', '✔ security: no findings'],
  ]);
});

const currentLines = (count: number): string[] => {
  const { current } = phasesAfter(history.slice(0, count));
  return current === null ? [] : phaseLines(current, Date.parse('2026-03-01T10:00:20.000Z'));
};

it('2.10 counts the parts of a review, and shows what is waited for and who challenges', () => {
  expect(currentLines(until('call.postponed'))).toEqual([
    'Reviewing',
    '· security: rate-limit, tries again, 0 of 2 parts done (in 20 s)',
    '· golang: skipped: no go in what changed',
  ]);
  expect(currentLines(until('call.postponed') + 1)[1]).toContain('1 of 2 parts done');
  const challenging = history.findLastIndex((event) => event.type === 'call.started') + 1;
  expect(currentLines(challenging)).toContain('· F001 src/a.ts:1: gemini is challenging the fix (0 s)');
});

it('3.1 draws nothing while questions are asked, and goes on behind them', async () => {
  const { stream, text } = capturedStream(true);
  const sink = liveSink(stream);
  // The answer of the agent may not have been seen when its questions are asked.
  for (const event of history.slice(0, until('questions.answered') - 2)) await sink.event(event);
  await sink.pause?.();
  const before = text().length;
  for (const event of history.slice(until('questions.answered') - 2, until('questions.answered') - 1))
    await sink.event(event);
  await new Promise((resolve) => setTimeout(resolve, 250));
  expect(text().slice(before)).toBe('');
  await sink.resume?.();
  for (const event of history.slice(until('questions.answered') - 1)) await sink.event(event);
  await sink.end();
  const after = stripVTControlCharacters(text().slice(before));
  expect(after).toContain('1 question answered');
  expect(after).toContain('Planned: 1 step');
});

const announced = (change: Partial<RunEventOf<'run.started'>> = {}): string | undefined => {
  const [first] = history;
  if (first?.type !== 'run.started') throw new Error('history starts with run.started');
  return announcement({ ...first, ...change })[1];
};

it('2.9, 13.2 says before anything runs who reviews what, who asks, plans, fixes and challenges', () => {
  expect(announced()).toBe(
    'Reviewers: security, golang, compared with main (999999999999); questions by claude; planned by claude; agent: claude; challenged by gemini, who must score each fix 90 of 100 or more; verified by: npm test.',
  );
  expect(announced({ command: 'review' })).toBe(
    'Reviewers: security, golang, compared with main (999999999999); nothing is fixed.',
  );
  expect(announced({ command: 'plan', sources: ['a.sarif'], config: {} })).toBe(
    'Findings from a.sarif; the steps are computed; nothing is fixed.',
  );
});

it('10.1 tells of challengers in the words of TurboWrap, with the status that follows from the score', () => {
  const view = eventView('turbowrap');
  const events = history.map(view).filter((event) => event !== null);
  expect(events.map(({ event }) => event)).toEqual([
    'fix_session_started',
    'fix_step_started',
    'fix_challenger_evaluating',
    'fix_challenger_result',
    'fix_step_completed',
    'fix_session_completed',
  ]);
  expect(events[2]).toMatchObject({ data: { issues: ['F001'], challenger: 'gemini' } });
  expect(events[3]).toMatchObject({
    data: {
      issues: {
        F001: {
          score: 70,
          status: 'IN_PROGRESS',
          feedback: 'missing edge case',
          quality_scores: { correctness: 60 },
          improvements_needed: ['handle the empty list'],
        },
      },
    },
  });
});

it('6.1 calls a score at the threshold solved', () => {
  const challenge = { score: 90, threshold: 90, feedback: '', improvements: [], votes: [] };
  const judged = stored({ type: 'attempt.judged', unit: 'u', results: { F001: { result: 'accepted', challenge } } }, 1);
  expect(eventView('turbowrap')(judged)).toMatchObject({ data: { issues: { F001: { status: 'SOLVED' } } } });
});
