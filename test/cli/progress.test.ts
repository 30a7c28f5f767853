import { expect, it } from 'vitest';
import { announcement } from '../../src/views/announce.ts';
import { createNames } from '../../src/views/names/names.ts';
import { noPhases, open, setRow } from '../../src/views/phases/phase.ts';
import { phaseLines } from '../../src/views/phases/phase-lines.ts';
import { foldPhase } from '../../src/views/phases/phases.ts';
import { plainLine } from '../../src/views/lines/lines.ts';
import type { RunEvent, RunEventOf } from '../../src/model/event.ts';
import { exampleFinding, exampleVerification, stepStarted } from '../support/loop/examples.ts';
import { history, stored } from './history.ts';

const lines = (): string[] => {
  const names = createNames();
  return history.flatMap((event) => {
    names.learn(event);
    return plainLine(event, names) ?? [];
  });
};

const started = (change: Partial<RunEventOf<'run.started'>> = {}): RunEventOf<'run.started'> => {
  const [first] = history;
  if (first?.type !== 'run.started') throw new Error('history starts with run.started');
  return { ...first, ...change };
};

it('2.10 tells reviewing and fixing apart, one line for each thing that happens', () => {
  expect(lines().slice(0, 6)).toEqual([
    'Reviewing with eslint',
    'Reviewed with eslint: NEEDS_WORK, no findings (800 ms)',
    '2 findings (3 left out by --only)',
    'Verifying the untouched start',
    'Verification of the untouched start passed (1.3 s)',
    'Cycle 1',
  ]);
  expect(lines()).toContain('Fixing F001 with house');
  expect(lines()).toContain('Fixing F002 waits 30 s (rate-limit): slow down');
  expect(lines()).toContain('F002: refused (verify): npm test failed');
  expect(lines()).toContain('Committed F001 as dddddddddddd');
  expect(lines()).toContain('F002: blocked: all attempts used');
  expect(lines().filter((line) => /\p{Cc}/u.test(line))).toEqual([]);
});

it('13.2 neutralises what an agent or a tool says in a line', () => {
  const line = plainLine(stored({ type: 'warning', message: 'a\u001B[31m\nb' }, 1), createNames());
  expect(line).toBe(String.raw`Warning: a\x1b[31m b`);
});

it('2.10 folds a run into phases that end with what came of them', () => {
  const names = createNames();
  const phases = noPhases();
  const titles = new Set<string>();
  for (const event of history) {
    names.learn(event);
    foldPhase(phases, event, names);
    if (phases.current !== null) titles.add(phases.current.title);
  }
  expect([...titles].map((title) => title.split(':')[0])).toEqual([
    'Reviewing',
    'Verifying the untouched start',
    'Fixing, cycle 1',
    'Fixing, cycle 1',
  ]);
  expect([...titles].at(-1)).toBe('Fixing, cycle 1: 1 of 2 proven');
  expect(phases.current).toBeNull();
  expect(phases.done.map((phase) => phaseLines(phase, 0))).toEqual([
    ['Reviewed: 2 findings', '✔ eslint: NEEDS_WORK, no findings'],
    ['Untouched start: verification passed'],
    [
      'Fixed, cycle 1',
      '✔ F001 src/a.ts:1: accepted',
      '✘ F002 src/b.ts:1: refused (verify): npm test failed',
      '✔ all together: verification passed',
    ],
  ]);
});

it('13.2 shows elapsed time of what is under way, and counts waiting down', () => {
  const names = createNames();
  const phases = noPhases();
  for (const event of history.slice(0, 12)) {
    names.learn(event);
    foldPhase(phases, event, names);
  }
  if (phases.current === null) throw new Error('a phase is under way');
  expect(phaseLines(phases.current, Date.parse('2026-03-01T10:00:20.000Z'))).toEqual([
    'Fixing, cycle 1: 0 of 2 proven',
    '· F001 src/a.ts:1: house is fixing (11 s)',
    '· F002 src/b.ts:1: rate-limit, tries again (in 20 s)',
  ]);
});

it('8.4 says before anything runs that uncommitted changes are left out', () => {
  expect(announcement(started())[0]).toBe(
    'Starts from the last commit, 111111111111; your uncommitted changes are not included (--include-dirty).',
  );
  expect(announcement(started({ dirty: false }))[0]).toBe('Starts from the last commit, 111111111111.');
  expect(announcement(started({ request: { includeDirty: true } }))[0]).toContain('uncommitted changes included');
});

it('13.2 says what will be used, and loudly when nothing verifies', () => {
  expect(announcement(started())[1]).toBe('Reviewers: eslint; agent: house; verified by: npm test.');
  expect(announcement(started({ command: 'fix', sources: ['a.sarif'], config: {} }))[1]).toBe(
    'Findings from a.sarif; no agent, machine-made fixes only; NOTHING VERIFIES: no verification commands are configured (verify.commands, --verify CMD).',
  );
});

const ran = exampleVerification({
  runs: 1,
  commands: [
    {
      command: 'npm test',
      status: 'passed',
      exitCode: 0,
      signal: null,
      durationMs: 1,
      stdout: '',
      stderr: '',
    },
  ],
});

const accepted = (upTo: number): RunEvent => ({
  type: 'head.accepted',
  head: { commit: 'c1', tree: 't1' },
  units: Array.from({ length: upTo }, (_, n) => `1.1.${n + 1}`),
});

const refused = (unit: string, id: string): RunEvent => ({
  type: 'attempt.judged',
  unit,
  results: { [id]: { result: 'refused', reason: 'no' } },
});

/** A phase of fixing with so many that wait. */
const openedWith = (units: number) => {
  const phases = noPhases();
  open(phases, 'cycle 1', 'Fixing, cycle 1');
  for (let n = 0; n < units; n += 1) setRow(phases, `u${n}`, { at: 0, doing: 'waiting for its turn' });
  return phases;
};

it('5.6 says how many are proven, and how much time is left', () => {
  const names = createNames();
  const ids = Array.from({ length: 40 }, (_, n) => `f${n}`);
  const at = (seconds: number): string => new Date(Date.parse('2026-01-01T00:00:00Z') + seconds * 1_000).toISOString();
  const tell = (event: RunEvent, seconds: number): void => names.learn({ ...stored(event, 1), at: at(seconds) });
  tell({ type: 'findings.admitted', findings: ids.map((id) => exampleFinding(id)), leftOut: 0, problems: [] }, 0);
  tell({ type: 'baseline.finished', verification: ran }, 1);
  expect(names.tally()).toBe('0 of 40 proven');
  tell({ type: 'attempt.started', unit: '1.1.1', agent: 'house', cycle: 1 }, 0);
  tell(stepStarted(1, ...ids.map((id) => [id])), 0);
  tell({ type: 'head.checked', verification: ran }, 90);
  tell(accepted(10), 100);
  expect(names.tally()).toBe('10 of 40 proven; about 5 min left, without second attempts');
  tell(refused('1.1.11', 'f10'), 110);
  tell({ type: 'finding.closed', id: 'f11', status: 'blocked', cause: 'fixer', reason: 'no' }, 111);
  expect(names.tally()).toContain('10 of 39 proven');
  tell(accepted(40), 120);
  expect(names.tally()).toMatch(/^\d+ of 39 proven$/);
});

const times = (...seconds: number[]): string[] =>
  seconds.map((each) => new Date(Date.parse('2026-01-01T00:00:00Z') + each * 1_000).toISOString());

/** Findings, of which some have a machine-made fix, and one that is tried every so many seconds. */
const paced = (machineMade: number, others: number) => {
  const names = createNames();
  const edits = [{ file: 'a.ts', range: { by: 'lines' as const, startLine: 1, endLine: 1 }, text: '' }];
  const findings = Array.from({ length: machineMade + others }, (_, n) =>
    exampleFinding(`f${n}`, n < machineMade ? { edits } : {}),
  );
  let clock = 0;
  const tell = (event: RunEvent, seconds = 0): void => {
    clock += seconds;
    names.learn({ ...stored(event, 1), at: times(clock)[0] ?? '' });
  };
  tell({ type: 'findings.admitted', findings, leftOut: 0, problems: [] });
  tell({ type: 'attempt.started', unit: '1.1.1', agent: 'autofix', cycle: 1 });
  tell({ type: 'attempt.started', unit: '1.2.1', agent: 'house', cycle: 1 });
  const tryOne = (n: number, seconds: number): void => tell(refused(`1.2.${n}`, `f${n}`), seconds);
  return { tell, tryOne, left: () => /[^;]+ left/.exec(names.tally())?.[0].trim() };
};

it('5.6 says nothing of the time left as long as nobody can know, and never takes edits for the work of agents', () => {
  const { tryOne, left } = paced(10, 20);
  for (let n = 0; n < 10; n += 1) tryOne(n, 1);
  expect(left()).toBeUndefined();
  for (let n = 10; n < 14; n += 1) tryOne(n, 60);
  expect(left()).toBeUndefined();
  tryOne(14, 60);
  expect(left()).toBe('about 15 to 16 min left');
});

it('5.6 gives the time left as a range where the pace changes', () => {
  const { tryOne, left } = paced(0, 30);
  for (let n = 0; n < 5; n += 1) tryOne(n, 60);
  expect(left()).toBe('about 25 min left');
  for (let n = 5; n < 10; n += 1) tryOne(n, 180);
  expect(left()).toBe('about 40 min to 1 h left');
});

it('5.6 does not count the time in which a run waited for people, or was not under way', () => {
  const { tell, tryOne, left } = paced(0, 10);
  for (let n = 0; n < 5; n += 1) tryOne(n, 60);
  tell({ type: 'run.resumed', version: '0' }, 86_400);
  tell({ type: 'run.waiting', questions: [] });
  tell({ type: 'question.answered', question: 'q', answer: 'a' }, 86_400);
  tryOne(5, 60);
  expect(left()).toBe('about 4 min left');
  for (let n = 6; n < 9; n += 1) tryOne(n, 1);
  expect(left()).toBe('up to 1 min left');
});

it('5.6 draws no more lines than a screen has, whoever is under way first', () => {
  const phase = openedWith(100);
  for (let n = 0; n < 3; n += 1) setRow(phase, `u${n}`, { at: 0, doing: 'house is fixing' });
  for (let n = 50; n < 90; n += 1) setRow(phase, `u${n}`, { at: 0, doing: 'accepted', ended: 'good' });
  const drawn = phase.current === null ? [] : phaseLines(phase.current, 0);
  expect(drawn).toHaveLength(18);
  expect(drawn.filter((line) => line.includes('is fixing'))).toHaveLength(3);
  expect(drawn.at(-1)).toBe('· 57 waiting, 27 more done');
});
