/** What a terminal tells while a run works: set-up that can be seen, commands by their names, and money. */
import { describe, expect, it } from 'vitest';
import type { RunEvent } from '../../src/model/event.ts';
import { plainLine } from '../../src/views/lines/lines.ts';
import { createNames } from '../../src/views/names/names.ts';
import { noPhases } from '../../src/views/phases/phase.ts';
import { phaseLines } from '../../src/views/phases/phase-lines.ts';
import { foldPhase } from '../../src/views/phases/phases.ts';
import { exampleFinding, exampleVerification, stepStarted } from '../support/loop/examples.ts';
import { history, stored } from './history.ts';

const start = Date.parse('2026-01-01T00:00:00Z');

/** Tells a run one event after the other, and shows what a terminal would. */
const follow = () => {
  const names = createNames();
  const phases = noPhases();
  return {
    names,
    tell: (event: RunEvent, seconds = 0): void => {
      const told = { ...stored(event, 1), at: new Date(start + seconds * 1_000).toISOString() };
      names.learn(told);
      foldPhase(phases, told, names);
    },
    shown: (seconds: number): string[] => (phases.current ? phaseLines(phases.current, start + seconds * 1_000) : []),
    ended: (): string[] => phases.done.flatMap((phase) => phaseLines(phase, start)),
  };
};

const process = (command: string, isSetup: boolean, what = 'verify'): RunEvent => ({
  type: 'process.started',
  pid: 1,
  startTime: '1',
  what,
  shown: { command, ...(isSetup && { isSetup }) },
});

const answered = (unit: string, usd?: number): RunEvent => ({
  type: 'attempt.finished',
  unit,
  agent: 'house',
  outcome: 'ok',
  claims: {},
  cut: [],
  unknownIds: [],
  snapshot: null,
  usage: usd === undefined ? {} : { usd },
  artifacts: [],
  durationMs: 1,
});

describe('13.2 set-up and verification', () => {
  it('are shown by their commands while they run', () => {
    const { tell, shown, ended } = follow();
    tell({ type: 'baseline.started' });
    tell(process('npm ci', true), 1);
    expect(shown(13)).toEqual(['Verifying the untouched start', '· set-up: npm ci (12 s)']);
    tell(process('npm test', false), 14);
    expect(shown(17)).toEqual(['Verifying the untouched start', '✔ set-up: npm ci', '· verify: npm test (3 s)']);
    tell({ type: 'baseline.finished', verification: exampleVerification({}) }, 20);
    expect(ended()).toEqual(['Untouched start: verification passed', '✔ set-up: npm ci', '✔ verify: npm test']);
  });

  it('is shown of fixes that are proven together, below them, and starts again with every group', () => {
    const { tell, shown } = follow();
    tell({ type: 'findings.admitted', findings: [exampleFinding('f0')], leftOut: 0, problems: [] });
    tell(stepStarted(1, ['f0']));
    tell({ type: 'head.check.started', tree: 't' });
    tell(process('npm ci', true), 1);
    expect(shown(2).slice(-2)).toEqual(['· all together: verifying (2 s)', '· set-up: npm ci (1 s)']);
    tell(process('npm test', false), 3);
    expect(shown(4).slice(-1)).toEqual(['· all together: npm test (1 s)']);
    tell({ type: 'head.checked', verification: exampleVerification({}) }, 5);
    expect(shown(6).slice(-1)).toEqual(['✔ all together: verification passed']);
    tell({ type: 'head.check.started', tree: 'u' }, 7);
    expect(shown(8).slice(-1)).toEqual(['· all together: verifying (1 s)']);
  });
});

describe('10.4 money', () => {
  const ids = Array.from({ length: 20 }, (_, n) => `f${n}`);
  const begin = () => {
    const followed = follow();
    const [first] = history;
    if (first?.type !== 'run.started') throw new Error('history starts with run.started');
    followed.tell({ ...first, config: { limits: { usd: 5 } } });
    followed.tell({
      type: 'findings.admitted',
      findings: ids.map((id) => exampleFinding(id)),
      leftOut: 0,
      problems: [],
    });
    followed.tell(stepStarted(1, ...ids.map((id) => [id])));
    return followed;
  };

  it('is said with its limit, and what is expected once there is something to go by', () => {
    const { names, tell } = begin();
    expect(names.tally()).toBe('0 of 20 proven');
    for (let n = 1; n < 5; n += 1) tell(answered(`1.1.${n}`, 0.1));
    expect(names.tally()).toBe('0 of 20 proven; $0.40 spent of $5');
    tell(answered('1.1.5', 0.1));
    expect(names.tally()).toBe('0 of 20 proven; $0.50 spent of $5, about $1.50 more expected');
    tell({ type: 'limits.set', limits: { usd: 10 } });
    expect(names.tally()).toContain('$0.50 spent of $10');
  });

  it('is at least so much where a call says nothing of it', () => {
    const { names, tell } = begin();
    tell(answered('1.1.1', 0.004));
    tell(answered('1.1.2'));
    expect(names.tally()).toBe('0 of 20 proven; at least $0.0040 spent of $5');
  });
});

describe('13.2 a run that stops', () => {
  it('says why once, and what only the user can do', () => {
    const { names, tell } = follow();
    const message = 'Invalid API key';
    const stopping: RunEvent = { type: 'run.stopping', reason: 'auth', message };
    tell({ type: 'findings.admitted', findings: [exampleFinding('f0')], leftOut: 0, problems: [] });
    tell(stopping);
    const closed: RunEvent = { type: 'finding.closed', id: 'f0', status: 'blocked', cause: 'stopped', reason: message };
    expect([stopping, closed].map((event) => plainLine(stored(event, 1), names))).toEqual([
      'Stopping: Invalid API key. Sign in to the agent (`fixpoint doctor` says how), then `fixpoint resume`',
      expect.stringMatching(/: blocked: the run stops$/),
    ]);
  });
});
