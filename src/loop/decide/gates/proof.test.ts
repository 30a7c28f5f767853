/** What proves a fix is derived from the state of a run alone (5.10). */
import { describe, expect, it } from 'vitest';
import type { ConfigInput } from '../../../config/schema.ts';
import type { RunEvent, RunEventOf } from '../../../model/event.ts';
import type { Proof, Rechecker } from '../../../model/proof.ts';
import type { CommandResult, ToolResult, Verification } from '../../../model/verification.ts';
import { next } from '../next.ts';
import { buildReport } from '../../report.ts';
import type { RunState } from '../../state/state.ts';
import {
  attempted,
  called,
  exampleConfig,
  exampleFinding,
  exampleVerification,
  findingsAdmitted,
  runStarted,
  stateOf,
  stepStarted,
} from '../../../../test/support/loop/examples.ts';

const command = (facts: Partial<CommandResult> = {}): CommandResult => ({
  command: 'npm test',
  status: 'passed',
  exitCode: 0,
  signal: null,
  durationMs: 1,
  stdout: '',
  stderr: '',
  ...facts,
});
const tested = exampleVerification({ tree: 'tree of a.ts', commands: [command()] });
const looked: ToolResult = { reviewer: 'eslint', status: 'ran', counts: { 'a.ts': {} }, places: [] };
const watching: Rechecker = {
  name: 'eslint',
  command: 'eslint {files}',
  by: 'recognised',
  timeoutMs: 1,
  files: [],
  counts: { 'a.ts': { 'no-var': 1 } },
  watches: { a: ['no-var'] },
};
const rechecked = (...tools: Rechecker[]): RunEvent => ({
  type: 'recheck.finished',
  tools,
  nobody: tools.length === 0 ? [{ findings: ['a'], reason: 'eslint is not in the repository' }] : [],
});

const configOf = (input: ConfigInput = {}) =>
  exampleConfig({ fix: { agent: 'house' }, verify: { commands: ['npm test'], baseline: false }, ...input });

const planned: RunEventOf<'plan.made'> = {
  type: 'plan.made',
  round: 0,
  by: 'computed',
  steps: [{ reason: 'first', findings: ['a'] }],
  todos: {},
  corrections: [],
};

type Facts = {
  config?: ConfigInput;
  recheck?: RunEvent;
  check?: Verification;
  start?: Parameters<typeof runStarted>[1];
  before?: RunEvent[];
};

const untilChecked = ({
  config = {},
  recheck = rechecked(),
  check = tested,
  start = {},
  before = [],
}: Facts): RunEvent[] => [
  runStarted(configOf(config), start),
  ...before,
  findingsAdmitted(exampleFinding('a', { rule: 'no-var', reviewer: before.length > 0 ? 'reader' : 'import' })),
  { ...planned, round: before.length > 0 ? 1 : 0 },
  ...(before.length > 0 ? [] : [recheck]),
  { type: 'cycle.started', cycle: 1 },
  stepStarted(1, ['a']),
  attempted('1.1.1', ['a']),
  { type: 'check.finished', unit: '1.1.1', verification: check },
];

/** Taken in as exactly the tree that was checked. */
const untilFixed = (facts: Facts): RunEvent[] => {
  const tree = 'tree of a.ts';
  return [
    ...untilChecked(facts),
    {
      type: 'units.integrated',
      head: { commit: 'c1', tree },
      commits: [{ commit: 'c1', tree, unit: '1.1.1', findings: ['a'], files: ['a.ts'] }],
      conflicts: [],
    },
    { type: 'head.accepted', head: { commit: 'c1', tree }, verification: 'passed' },
    { type: 'attempt.judged', unit: '1.1.1', results: { a: { result: 'accepted' } } },
    { type: 'step.finished', cycle: 1, step: 1 },
    { type: 'cycle.finished', cycle: 1, fixed: 1, open: 0 },
  ];
};

const proofIn = (state: RunState): Proof[] | undefined => buildReport(state).findings[0]?.proof;
const decided = (state: RunState): RunEvent[] =>
  next(state).flatMap((action) => (action.do === 'record' ? action.events : []));

describe('the proof of a fix', () => {
  it('5.10 is tests that passed on exactly its tree, and ran', () => {
    expect(proofIn(stateOf(...untilFixed({})))).toEqual(['tests']);
    expect(proofIn(stateOf(...untilFixed({ check: { ...tested, commands: [] } })))).toEqual([]);
    expect(proofIn(stateOf(...untilFixed({ check: { ...tested, commands: [command({ hook: true })] } })))).toEqual([]);
    const unproven = { ...tested, verdict: 'unproven' } as const;
    expect(
      proofIn(stateOf(...untilFixed({ check: unproven, config: { verify: { commands: ['x'], unproven: 'accept' } } }))),
    ).toEqual([]);
  });

  it('5.10 is the tool, where it looked and had reported the finding on the start', () => {
    const check = { ...tested, tools: [looked] };
    expect(proofIn(stateOf(...untilFixed({ check, recheck: rechecked(watching) })))).toEqual(['tool', 'tests']);
    expect(proofIn(stateOf(...untilFixed({ check, recheck: rechecked({ ...watching, watches: {} }) })))).toEqual([
      'tests',
    ]);
    expect(proofIn(stateOf(...untilFixed({ check, recheck: rechecked() })))).toEqual(['tests']);
    const crashed = { ...tested, tools: [{ ...looked, status: 'crashed' } as const] };
    expect(proofIn(stateOf(...untilFixed({ check: crashed, recheck: rechecked(watching) })))).toEqual(['tests']);
  });

  it('5.10 is the check of its own file, which is no test, where all that speak about it passed', () => {
    const own = (facts: Partial<CommandResult> = {}) => command({ target: { files: ['a.ts'] }, ...facts });
    const proofBy = (...commands: CommandResult[]) =>
      proofIn(stateOf(...untilFixed({ check: { ...tested, commands } })));
    expect(proofBy(own(), command())).toEqual(['target', 'tests']);
    expect(proofBy(own(), own({ status: 'failed' }), command())).toEqual(['tests']);
    expect(proofBy(own({ target: { files: ['b.ts'] } }), command())).toEqual(['tests']);
    expect(proofBy(own())).toEqual(['target']);
  });

  it('5.10 is counted apart where nobody looked again', () => {
    expect(buildReport(stateOf(...untilFixed({}))).totals).toMatchObject({ fixed: 1, notRechecked: 1 });
    const check = { ...tested, tools: [looked] };
    expect(buildReport(stateOf(...untilFixed({ check, recheck: rechecked(watching) }))).totals).toMatchObject({
      fixed: 1,
      notRechecked: 0,
    });
  });

  it('5.10 is told when a fix is accepted', () => {
    const events = untilFixed({ check: { ...tested, tools: [looked] }, recheck: rechecked(watching) }).slice(0, -3);
    expect(decided(stateOf(...events))[0]).toMatchObject({
      results: { a: { result: 'accepted', proof: ['tool', 'tests'] } },
    });
  });
});

describe('a later review', () => {
  const reviewers = [{ name: 'reader', kind: 'agent', agent: 'house' }] as const;
  const config: ConfigInput = { reviewers: [...reviewers], verify: { commands: ['npm test'], baseline: false } };
  const start = { command: 'run', base: { ref: 'main', commit: 'c' } } as const;
  const round = (n: number, file: string, cause: 'first' | 'again'): RunEvent[] => [
    {
      type: 'round.started',
      round: n,
      cause,
      reviewers: ['reader'],
      base: 'c',
      head: { commit: n === 1 ? 'c0' : 'c1', tree: n === 1 ? 't0' : 'tree of a.ts' },
    },
    {
      type: 'review.scoped',
      reviewer: 'reader',
      parts: [{ part: 1, covers: [{ file, first: 1, last: 1, lines: '1' }], hunks: 1, bytes: 1 }],
      left: [],
    },
    ...called(
      { role: 'review', round: n, reviewer: 'reader', part: 1 },
      { role: 'review', verdict: 'PASSED', findings: [], problems: [], changed: [] },
    ),
    {
      type: 'review.finished',
      reviewer: 'reader',
      verdict: 'PASSED',
      findings: [],
      counts: {},
      problems: [],
      durationMs: 1,
    },
  ];
  const fixed = (facts: Facts = {}): RunEvent[] =>
    untilFixed({ config, start, before: round(1, 'a.ts', 'first'), ...facts });
  const none = findingsAdmitted();

  it('5.10 proves what it no longer reports, in files that it was asked about', () => {
    expect(proofIn(stateOf(...fixed()))).toEqual(['tests']);
    expect(proofIn(stateOf(...fixed(), ...round(2, 'a.ts', 'again'), none))).toEqual(['review', 'tests']);
    expect(proofIn(stateOf(...fixed(), ...round(2, 'b.ts', 'again'), none))).toEqual(['tests']);
    const again = findingsAdmitted(exampleFinding('a-2', { reviewer: 'reader' }));
    expect(proofIn(stateOf(...fixed(), ...round(2, 'a.ts', 'again'), again))).toEqual(['tests']);
  });

  it('7.9 proves nothing until its reports were taken up: one of them may be that finding', () => {
    expect(proofIn(stateOf(...fixed(), ...round(2, 'a.ts', 'again')))).toEqual(['tests']);
  });

  it('5.10 where it is required, a finding that no review looked at again does not end as fixed, and is fixed again when the run goes on', () => {
    const required: ConfigInput = {
      ...config,
      verify: { commands: ['npm test'], baseline: false, requireProof: ['review'] },
    };
    const through = stateOf(...fixed({ config: required }), ...round(2, 'a.ts', 'again'), none);
    expect(next(through)).toEqual([{ do: 'hand-over' }]);
    const events = [...fixed({ config: required }), ...round(2, 'b.ts', 'again'), none];
    const closings = decided(stateOf(...events));
    expect(closings).toMatchObject([{ type: 'finding.closed', id: 'a', status: 'blocked', cause: 'no-proof' }]);
    expect(closings[0]).toMatchObject({ reason: expect.stringContaining('no later review looked at it') });
    const blocked = stateOf(...events, ...closings);
    expect(next(blocked)).toEqual([{ do: 'hand-over' }]);
    const resumed = stateOf(...events, ...closings, { type: 'run.resumed', version: '0' });
    expect(resumed.findings.get('a')).toMatchObject({ status: 'fixed' });
  });
});

describe('a finding that was reported again', () => {
  const reviewers = [
    { name: 'reader', kind: 'agent', agent: 'house' },
    { name: 'other', kind: 'agent', agent: 'house' },
  ] as const;
  const config: ConfigInput = {
    reviewers: [...reviewers],
    verify: { commands: ['npm test'], baseline: false },
    leftovers: { to: 'none' },
  };
  const start = { command: 'run', base: { ref: 'main', commit: 'c' } } as const;
  const round = (n: number, cause: 'first' | 'again', file = 'a.ts', names = ['reader', 'other']): RunEvent[] => [
    {
      type: 'round.started',
      round: n,
      cause,
      reviewers: names,
      base: 'c',
      head: { commit: `c${n - 1}`, tree: n === 1 ? 't0' : 'tree of a.ts' },
    },
    ...names.flatMap((reviewer): RunEvent[] => [
      {
        type: 'review.scoped',
        reviewer,
        parts: [{ part: 1, covers: [{ file, first: 1, last: 1, lines: '1' }], hunks: 1, bytes: 1 }],
        left: [],
      },
      ...called(
        { role: 'review', round: n, reviewer, part: 1 },
        { role: 'review', verdict: 'PASSED', findings: [], problems: [], changed: [] },
      ),
      { type: 'review.finished', reviewer, verdict: 'PASSED', findings: [], counts: {}, problems: [], durationMs: 1 },
    ]),
  ];
  const found = exampleFinding('a', { rule: 'no-var', reviewer: 'reader' });
  const fixedOnce = untilFixed({ config, start, before: round(1, 'first') });
  const again: RunEvent = { type: 'finding.reopened', id: 'a', round: 2, finding: found };
  const reopened = [...fixedOnce, ...round(2, 'again'), again, findingsAdmitted()];
  const tree = 'tree of a.ts, once more';
  const fixedTwice: RunEvent[] = [
    ...reopened,
    { ...planned, round: 2 },
    { type: 'cycle.started', cycle: 2 },
    {
      type: 'step.started',
      cycle: 2,
      step: 1,
      base: 'c1',
      units: [{ unit: '2.1.1', findings: ['a'], agent: 'house' }],
    },
    attempted('2.1.1', ['a']),
    { type: 'check.finished', unit: '2.1.1', verification: { ...tested, tree } },
    {
      type: 'units.integrated',
      head: { commit: 'c2', tree },
      commits: [{ commit: 'c2', tree, unit: '2.1.1', findings: ['a'], files: ['a.ts'] }],
      conflicts: [],
    },
    { type: 'head.accepted', head: { commit: 'c2', tree }, verification: 'passed' },
    { type: 'attempt.judged', unit: '2.1.1', results: { a: { result: 'accepted' } } },
    { type: 'step.finished', cycle: 2, step: 1 },
    { type: 'cycle.finished', cycle: 2, fixed: 1, open: 0 },
  ];

  it('B12 7.9 is open again, with what was tried before, and without the proof that it had', () => {
    const state = stateOf(...reopened);
    expect(state.findings.get('a')).toMatchObject({
      status: 'open',
      attempts: [{ result: 'accepted' }],
      reopened: [{ round: 2, by: ['reader'], commit: 'c1' }],
    });
    expect(state.findings.get('a')?.commit).toBeUndefined();
    expect(buildReport(state).findings[0]?.proof).toBeUndefined();
    expect(next(state)).toEqual([{ do: 'plan', round: 2 }]);
  });

  it('B12 7.9 its second fix gets another look, by whoever reported it, though review.rounds is used up', () => {
    const state = stateOf(...fixedTwice);
    expect(proofIn(state)).toEqual(['tests']);
    expect(decided(state)).toMatchObject([{ type: 'round.started', round: 3, reviewers: ['reader'], base: 'c1' }]);
    const looked = stateOf(...fixedTwice, ...round(3, 'again', 'a.ts', ['reader']), findingsAdmitted());
    expect(proofIn(looked)).toEqual(['review', 'tests']);
    expect(next(looked)).toEqual([{ do: 'hand-over' }]);
  });

  it('B12 7.9 does not end as fixed, nor the run as clean, while nobody has looked', () => {
    const beside = [...fixedTwice, ...round(3, 'again', 'b.ts', ['reader']), findingsAdmitted()];
    const closings = decided(stateOf(...beside));
    expect(closings).toMatchObject([
      {
        type: 'finding.closed',
        id: 'a',
        status: 'blocked',
        cause: 'no-proof',
        reason: expect.stringContaining('reader reported it again after an earlier fix'),
      },
    ]);
    const over: RunEvent = { type: 'run.handed-over', branch: 'b', head: 'c2', patch: null };
    expect(decided(stateOf(...beside, ...closings, over))).toMatchObject([
      { type: 'run.finished', status: 'leftovers' },
    ]);
    const never = { ...config, review: { again: 'never' } } as const;
    const [first = runStarted(configOf(never), start)] = untilFixed({ config: never, start });
    expect(decided(stateOf(first, ...fixedTwice.slice(1)))).toMatchObject([{ cause: 'no-proof' }]);
  });

  it('7.9 its second fix counts on the word of its agent where claims are trusted', () => {
    const trusting = { ...config, verify: { claims: 'trust' }, review: { again: 'never' } } as const;
    const first = runStarted(exampleConfig({ ...trusting, fix: { agent: 'house' } }), start);
    expect(next(stateOf(first, ...fixedTwice.slice(1)))).toEqual([{ do: 'hand-over' }]);
  });

  it('B12 7.9 is proven by the tool that reported it, where it looked at the second fix', () => {
    const tools: ToolResult[] = [{ ...looked, reviewer: 'reader' }];
    const events = fixedTwice.map((event): RunEvent =>
      event.type === 'check.finished' && event.unit === '2.1.1'
        ? { ...event, verification: { ...event.verification, tools } }
        : event,
    );
    expect(proofIn(stateOf(...events))).toEqual(['tool', 'tests']);
    expect(next(stateOf(...events))).toEqual([{ do: 'hand-over' }]);
  });

  it('7.9 is not proven by a check of its own, which did not keep it from being reported again', () => {
    const commands = [command(), command({ target: { files: ['a.ts'] } })];
    const events = fixedTwice.map((event): RunEvent =>
      event.type === 'check.finished' ? { ...event, verification: { ...event.verification, commands } } : event,
    );
    expect(proofIn(stateOf(...events))).toEqual(['target', 'tests']);
    expect(decided(stateOf(...events))).toMatchObject([{ type: 'round.started', round: 3 }]);
  });

  it('B12 7.9 that has no attempt left is given up, and says why', () => {
    const limited = { ...config, limits: { attemptsPerFinding: 1 } };
    const [first = runStarted(configOf(limited), start)] = untilFixed({ config: limited, start });
    expect(decided(stateOf(first, ...reopened.slice(1)))).toMatchObject([
      {
        cause: 'exhausted',
        reason: 'not fixed after 1 attempt: accepted, and the finding was reported again since',
      },
    ]);
  });
});

describe('a proof that is required', () => {
  const ready = [{ do: 'record', events: [{ type: 'units.ready', units: ['1.1.1'] }] }];
  const requiring = (...requireProof: ('tool' | 'tests' | 'any')[]): ConfigInput => ({
    verify: { commands: ['npm test'], baseline: false, together: 'each', unproven: 'accept', requireProof },
  });

  it('5.10 refuses a change that lacks it, with what is missing and how to get it', () => {
    const check = { ...tested, verdict: 'unproven' } as const;
    expect(decided(stateOf(...untilChecked({ check, config: requiring('tests') })))).toMatchObject([
      {
        type: 'attempt.judged',
        results: { a: { result: 'refused', gate: 'proof', reason: expect.stringContaining('--verify CMD') } },
      },
    ]);
    expect(decided(stateOf(...untilChecked({ check, config: requiring('any') })))).toMatchObject([
      { results: { a: { gate: 'proof', reason: expect.stringContaining('eslint is not in the repository') } } },
    ]);
    expect(next(stateOf(...untilChecked({ config: requiring('tests') })))).toEqual(ready);
    expect(next(stateOf(...untilChecked({ config: requiring('any') })))).toEqual(ready);
  });

  it('5.10 several of them: all are needed', () => {
    const facts = { config: requiring('tool', 'tests'), recheck: rechecked(watching) };
    const both = { ...tested, tools: [looked] };
    expect(next(stateOf(...untilChecked({ ...facts, check: both })))).toEqual(ready);
    expect(decided(stateOf(...untilChecked({ ...facts, check: tested })))).toMatchObject([
      { results: { a: { gate: 'proof' } } },
    ]);
  });

  it('5.10 that nobody can bring closes the finding before anything is spent', () => {
    const events = untilChecked({ config: requiring('tool') }).slice(0, 4);
    expect(decided(stateOf(...events))).toMatchObject([
      { type: 'finding.closed', id: 'a', cause: 'no-proof', reason: expect.stringContaining('--recheck CMD') },
    ]);
    const watched = untilChecked({ config: requiring('tool'), recheck: rechecked(watching) }).slice(0, 4);
    expect(next(stateOf(...watched))).toEqual([{ do: 'open-cycle', cycle: 1 }]);
  });
});
