/** How the group that is being proven moves on, from the events of a run. */
import { describe, expect, it } from 'vitest';
import type { ConfigInput } from '../../../config/schema.ts';
import type { RunEvent, RunEventOf } from '../../../model/event.ts';
import type { Commit } from '../../../model/run/snapshot.ts';
import type { Verification } from '../../../model/verification.ts';
import { next } from '../next.ts';
import {
  attempted,
  called,
  exampleConfig,
  exampleFinding,
  exampleVerification,
  findingsAdmitted,
  planMade,
  runStarted,
  stateOf,
  stepStarted,
} from '../../../../test/support/loop/examples.ts';

const ids = ['a', 'b', 'c', 'd'];
const units = ids.map((_, index) => `1.1.${index + 1}`);

type Given = { verify?: ConfigInput['verify']; input?: ConfigInput; agent?: string };

/** Four fixes are ready, each in a file of its own. */
const ready = ({ verify = {}, input = {}, agent = 'house' }: Given = {}): RunEvent[] => {
  const step = stepStarted(1, ...ids.map((id) => [id]));
  return [
    runStarted(
      exampleConfig({
        fix: { agent: 'house' },
        verify: { commands: ['npm test'], baseline: false, ...verify },
        ...input,
      }),
    ),
    findingsAdmitted(...ids.map((id) => exampleFinding(id))),
    planMade(...ids),
    { type: 'cycle.started', cycle: 1 },
    step.type === 'step.started' ? { ...step, units: step.units.map((unit) => ({ ...unit, agent })) } : step,
    ...ids.map((id, index) => attempted(units[index] ?? '', [id], { agent })),
    { type: 'units.ready', units },
  ];
};

const commits = (...names: string[]): Commit[] =>
  names.map((unit, index) => ({
    commit: `c${index + 1}`,
    tree: `t${index + 1}`,
    unit,
    findings: [ids[units.indexOf(unit)] ?? ''],
    files: [`${ids[units.indexOf(unit)]}.ts`],
  }));

const together = (group = 1, ...names: string[]): RunEventOf<'units.integrated'> => {
  const all = commits(...(names.length > 0 ? names : units));
  const { commit = '', tree = '' } = all.at(-1) ?? {};
  return { type: 'units.integrated', group, head: { commit, tree }, commits: all, conflicts: [] };
};

const checked = (tree: string, verdict: Verification['verdict'], facts: Partial<Verification> = {}): RunEvent => ({
  type: 'head.checked',
  verification: exampleVerification({ tree, verdict, ...facts }),
});

const accepted = (count: number): RunEvent => ({
  type: 'head.accepted',
  head: { commit: `c${count}`, tree: `t${count}` },
  group: 1,
  units: units.slice(0, count),
  verification: 'passed',
});

const after = (...events: RunEvent[]) => next(stateOf(...ready(), together(), ...events));
const attempting = (tree: string) => [{ do: 'check-head', tree }];
const recording = (...events: object[]) => [{ do: 'record', events }];

describe('5.6 a group', () => {
  it('5.6 is made up of what is ready, in the order of the findings, when nothing more may come', () => {
    expect(next(stateOf(...ready()))).toEqual([{ do: 'integrate', units }]);
    expect(next(stateOf(...ready({ verify: { together: 2 } })))).toEqual([
      { do: 'integrate', units: units.slice(0, 2) },
    ]);
    const later = ready().filter(({ type }) => type !== 'units.ready');
    expect(next(stateOf(...later, { type: 'units.ready', units: units.toReversed() }))).toEqual([
      { do: 'integrate', units },
    ]);
  });

  it('5.6 is verified as a whole first, and accepted as exactly that tree when that passes', () => {
    expect(after()).toEqual(attempting('t4'));
    expect(after(checked('t4', 'passed'))).toEqual(recording(accepted(4)));
  });

  it('5.6 that fails is halved: what holds is accepted by that run, and the rest goes on', () => {
    expect(after(checked('t4', 'failed'))).toEqual(attempting('t2'));
    expect(after(checked('t4', 'failed'), checked('t2', 'passed'))).toEqual(recording(accepted(2)));
    expect(after(checked('t4', 'failed'), checked('t2', 'failed'))).toEqual(attempting('t1'));
  });

  it('5.6 the first that fails on top of what holds is the culprit, once its failure has come again', () => {
    const failed = [checked('t4', 'failed'), checked('t2', 'failed'), checked('t1', 'failed')];
    expect(after(...failed)).toEqual(attempting('t1'));
    expect(after(...failed, checked('t1', 'failed', { reason: 'npm test: 1 failed' }))).toEqual(
      recording({
        type: 'group.finished',
        group: 1,
        culprit: { unit: '1.1.1', gate: 'verify', reason: 'npm test: 1 failed' },
      }),
    );
  });

  it('5.6 the failure of a machine-made fix, or of a flaky command, has to come twice again', () => {
    const failed = (times: number) => Array.from({ length: times }, () => checked('t1', 'failed'));
    const state = (agent: string, ...events: RunEvent[]) =>
      next(stateOf(...ready({ agent }), together(1, '1.1.1'), ...events));
    expect(state('autofix', ...failed(2))).toMatchObject(attempting('t1'));
    expect(state('autofix', ...failed(3))).toMatchObject(recording({ type: 'group.finished' }));
    const flaky: RunEvent[] = [checked('t9', 'failed'), checked('t9', 'passed')];
    expect(state('house', ...flaky, ...failed(2))).toMatchObject(attempting('t1'));
    expect(state('house', ...flaky, ...failed(3))).toMatchObject(recording({ type: 'group.finished' }));
  });

  it('5.6 what failed and passes when it is run again is accepted', () => {
    const failed = [checked('t4', 'failed'), checked('t2', 'failed'), checked('t1', 'failed')];
    expect(after(...failed, checked('t1', 'passed'))).toEqual(recording(accepted(1)));
  });

  it('5.6 a tree that is known is not run again', () => {
    const known = [checked('t4', 'failed'), checked('t2', 'passed'), accepted(2)];
    const judged = units.slice(0, 2).map((unit, index): RunEvent => ({
      type: 'attempt.judged',
      unit,
      results: { [ids[index] ?? '']: { result: 'accepted' } },
    }));
    const moved: RunEvent = { type: 'places.moved', head: 'c2', places: {}, removed: {}, renamed: {} };
    expect(after(...known, ...judged, moved)).toEqual(attempting('t3'));
    expect(after(...known, ...judged, moved, checked('t3', 'failed'))).toEqual(attempting('t3'));
  });

  it('5.6 those behind a culprit go back into the line, and the culprit is judged by the gate that found it out', () => {
    const state = stateOf(...ready(), together(), ...['t4', 't2', 't1', 't1'].map((tree) => checked(tree, 'failed')), {
      type: 'group.finished',
      group: 1,
      culprit: { unit: '1.1.1', gate: 'verify', reason: 'no' },
    });
    expect([...state.fixing.units.values()].map(({ phase }) => phase)).toEqual(['removed', 'ready', 'ready', 'ready']);
    expect(next(state)).toMatchObject(
      recording({ type: 'attempt.judged', unit: '1.1.1', results: { a: { result: 'refused', gate: 'verify' } } }),
    );
  });

  it('7.5 judging the first fixes of a group does not accept the others', () => {
    const judged: RunEvent = { type: 'attempt.judged', unit: '1.1.1', results: { a: { result: 'accepted' } } };
    const state = stateOf(...ready(), together(), checked('t1', 'passed'), accepted(1), judged);
    expect(state.code.verifiedHead).toEqual({ commit: 'c1', tree: 't1' });
    expect(state.fixing.group?.commits.map(({ unit }) => unit)).toEqual(units.slice(1));
  });

  it('5.6 commits are those of the head in its order, whatever order they are judged in', () => {
    const order = ['1.1.2', '1.1.1'];
    const head: RunEvent = { type: 'head.accepted', head: { commit: 'c2', tree: 't2' }, group: 1, units: order };
    const judged = (unit: string, id: string): RunEvent => ({
      type: 'attempt.judged',
      unit,
      results: { [id]: { result: 'accepted' } },
    });
    const state = stateOf(...ready(), together(1, ...order), head, judged('1.1.1', 'a'), judged('1.1.2', 'b'));
    expect(state.code.commits.map(({ commit, unit }) => [commit, unit])).toEqual([
      ['c1', '1.1.2'],
      ['c2', '1.1.1'],
    ]);
  });
});

describe('5.6 nothing is proven less', () => {
  it('8.3 what only hooks have looked at is not known to hold', () => {
    const hooks = { commit: { hooks: true } } as const;
    const looked: RunEvent[] = [
      {
        type: 'check.finished',
        unit: '1.1.1',
        verification: exampleVerification({ tree: 't1', verdict: 'none' }),
      },
    ];
    const [first, ...others] = ready({ input: hooks });
    const state = stateOf(...(first ? [first] : []), ...others.slice(0, -1), ...looked, ...others.slice(-1));
    expect(state.checks.verified.has('t1')).toBe(false);
    const proving = stateOf(
      ...ready({ input: hooks }).slice(0, -1),
      ...looked,
      ...others.slice(-1),
      together(1, '1.1.1'),
    );
    expect(next(proving)).toEqual(attempting('t1'));
  });

  it('5.5 a tree that was verified for others is run again when tools have to look at it', () => {
    const tool = { name: 'eslint', kind: 'tool', command: ['eslint', '{files}'] } as const;
    const watched = (events: RunEvent[]) =>
      events.map((event): RunEvent => {
        if (event.type !== 'findings.admitted') return event;
        return { ...event, findings: event.findings.map((each) => ({ ...each, rule: 'eqeqeq', reviewer: 'eslint' })) };
      });
    const begun = watched(ready({ input: { reviewers: [{ ...tool, command: [...tool.command] }] } }));
    const ran = (eqeqeq: number): Partial<Verification> => ({
      tools: [{ reviewer: 'eslint', status: 'ran', counts: { 'a.ts': { eqeqeq } }, places: [] }],
    });
    const first = together(1, '1.1.1');
    expect(next(stateOf(...begun, first, checked('t1', 'passed')))).toEqual(attempting('t1'));
    expect(next(stateOf(...begun, first, checked('t1', 'passed', ran(0))))).toMatchObject(
      recording({ type: 'head.accepted' }),
    );
    const still = checked('t1', 'passed', ran(1));
    expect(next(stateOf(...begun, first, still))).toEqual(attempting('t1'));
    expect(next(stateOf(...begun, first, still, still))).toMatchObject(
      recording({ type: 'group.finished', culprit: { unit: '1.1.1', gate: 'tool' } }),
    );
    // A run that nobody had anything against is no failure.
    const mixed = [checked('t1', 'passed'), checked('t1', 'failed'), checked('t1', 'failed')];
    expect(next(stateOf(...begun, first, ...mixed))).toEqual(attempting('t1'));
    expect(next(stateOf(...begun, first, ...mixed, checked('t1', 'failed')))).toMatchObject(
      recording({ type: 'group.finished', culprit: { gate: 'verify' } }),
    );
  });

  it('6.1 challengers are asked once a group holds; whom they refuse is taken out, and the rest goes back', () => {
    const input: ConfigInput = {
      challenger: { agents: ['judge'] },
      agents: { house: { kind: 'command', command: 'x' }, judge: { kind: 'command', command: 'x' } },
    };
    const begun = [...ready({ input }), together(1, '1.1.1', '1.1.2')];
    const subject = (unit: string) => ({ role: 'challenge', unit, challenger: 'judge', n: 1 }) as const;
    const holding = [...begun, checked('t2', 'passed')];
    expect(next(stateOf(...begun))).toEqual(attempting('t2'));
    expect(next(stateOf(...holding))).toEqual(
      ['1.1.1', '1.1.2'].map((unit) => ({ do: 'call', subject: subject(unit), agent: 'judge' })),
    );
    const says = (unit: string, id: string, score: number) =>
      called(subject(unit), {
        role: 'challenge',
        scores: { [id]: { score, feedback: 'so', improvements: [] } },
        unknownIds: [],
        problems: [],
      });
    expect(next(stateOf(...holding, ...says('1.1.1', 'a', 95), ...says('1.1.2', 'b', 95)))).toMatchObject(
      recording({ type: 'head.accepted', units: ['1.1.1', '1.1.2'] }),
    );
    expect(next(stateOf(...holding, ...says('1.1.1', 'a', 40), ...says('1.1.2', 'b', 95)))).toMatchObject(
      recording(
        { type: 'attempt.judged', unit: '1.1.1', results: { a: { result: 'refused', gate: 'challenge' } } },
        { type: 'group.finished', group: 1 },
      ),
    );
  });

  it('5.6 with each, fixes that hold by themselves are refused as a combination', () => {
    const begun = ready({ verify: { together: 'each' } });
    const failed = ['t4', 't2', 't1', 't1'].map((tree) => checked(tree, 'failed'));
    expect(next(stateOf(...begun, together(), ...failed))).toMatchObject(
      recording({
        type: 'group.finished',
        culprit: { unit: '1.1.1', gate: 'combined', reason: expect.stringContaining('together with the other fixes') },
      }),
    );
  });
});

const isAnswerOf = (unit: string, event: RunEvent): boolean => event.type === 'attempt.finished' && event.unit === unit;

describe('5.9 a start that fails and says nothing', () => {
  const mute = {
    command: 'npm test',
    status: 'failed',
    exitCode: 1,
    signal: null,
    durationMs: 1,
    stdout: '',
    stderr: '',
  } as const;
  const baseline: RunEvent = {
    type: 'baseline.finished',
    verification: exampleVerification({ verdict: 'failed', commands: [mute] }),
  };
  const paid = ready({ verify: { together: 1, baseline: true } }).flatMap((event): RunEvent[] =>
    event.type === 'cycle.started' ? [baseline, event] : [event],
  );
  const begun = paid.map((event): RunEvent =>
    event.type === 'step.started'
      ? { ...event, units: event.units.map((unit) => ({ ...unit, agent: 'autofix' })) }
      : event,
  );
  const failing: RunEvent[] = [
    together(1, '1.1.1'),
    checked('t1', 'unproven'),
    checked('t1', 'unproven'),
    { type: 'group.finished', group: 1, culprit: { unit: '1.1.1', gate: 'verify', reason: 'still fails' } },
    { type: 'attempt.judged', unit: '1.1.1', results: { a: { result: 'refused', gate: 'verify' } } },
  ];
  const stillFails = [...begun, ...failing];
  const stopping: RunEvent = { type: 'run.stopping', reason: 'baseline', message: 'still fails' };

  it('5.9 stops the run when the first fixes do not make it pass, and nothing else is proven in vain', () => {
    expect(next(stateOf(...stillFails))).toMatchObject(recording({ type: 'run.stopping', reason: 'baseline' }));
    expect(next(stateOf(...stillFails, stopping)).map((action) => action.do)).not.toContain('integrate');
  });

  it('5.9 proves what was paid for all the same', () => {
    expect(next(stateOf(...paid, ...failing))).toEqual([{ do: 'integrate', units: ['1.1.2'] }]);
  });

  it('5.9 begins nothing more while others that are under way may still make it pass', () => {
    const more = exampleFinding('e');
    const begunMore = (...events: RunEvent[]) =>
      events.map((event): RunEvent => {
        if (event.type === 'findings.admitted') return { ...event, findings: [...event.findings, more] };
        return event.type === 'units.ready' ? { ...event, units: units.slice(0, 3) } : event;
      });
    const underWay = begunMore(...stillFails.filter((event) => !isAnswerOf('1.1.4', event)));
    expect(next(stateOf(...underWay))).toEqual([
      { do: 'edit', units: ['1.1.4'] },
      { do: 'integrate', units: ['1.1.2'] },
    ]);
  });

  it('5.9 is verified once more when the run is resumed, before what waits is proven', () => {
    const resumed: RunEvent = { type: 'run.resumed', version: '0' };
    expect(next(stateOf(...stillFails, stopping, resumed))).toEqual([{ do: 'baseline' }]);
    expect(next(stateOf(...stillFails, stopping, resumed, baseline))).toMatchObject(
      recording({ type: 'run.stopping', reason: 'baseline' }),
    );
  });
});
