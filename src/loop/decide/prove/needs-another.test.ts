/** Which machine-made fixes that failed by themselves are tried in twos. */
import { describe, expect, it } from 'vitest';
import type { RunEvent } from '../../../model/event.ts';
import {
  attempted,
  exampleConfig,
  exampleFinding,
  findingsAdmitted,
  planMade,
  runStarted,
  stateOf,
  stepStarted,
} from '../../../../test/support/loop/examples.ts';
import { nextTwo } from './needs-another.ts';

const machineMade = (id: string) =>
  exampleFinding(id, {
    edits: [{ file: `${id}.ts`, range: { by: 'lines', startLine: 1, endLine: 1 }, text: id }],
  });

/** Each was tried by itself, and refused by this gate. */
const refused = (ids: readonly string[], gate: string, ...more: RunEvent[]) =>
  stateOf(
    runStarted(exampleConfig({ fix: { agent: 'autofix' }, verify: { commands: ['npm test'], baseline: false } })),
    findingsAdmitted(...ids.map(machineMade)),
    planMade(...ids),
    { type: 'cycle.started', cycle: 1 },
    stepStarted(1, ...ids.map((id) => [id])),
    ...ids.flatMap((id, index): RunEvent[] => [
      attempted(`1.1.${index + 1}`, [id], { agent: 'autofix' }),
      { type: 'attempt.judged', unit: `1.1.${index + 1}`, results: { [id]: { result: 'refused', gate } } },
    ]),
    ...more,
  );

const failing = { result: 'refused', gate: 'verify' } as const;

const tried: RunEvent[] = [
  stepStarted(2, ['a', 'b']),
  attempted('1.2.1', ['a', 'b'], { agent: 'autofix' }),
  { type: 'attempt.judged', unit: '1.2.1', results: { a: failing, b: failing } },
];

describe('5.6 fixes that may need each other', () => {
  it('5.6 are those that verification refused, two at a time, each two once', () => {
    const two = { findings: ['a', 'b'], agent: 'autofix' };
    expect(nextTwo(refused(['a', 'b', 'c'], 'verify'))).toEqual(two);
    expect(nextTwo(refused(['a', 'b', 'c'], 'verify', ...tried))).toEqual({ ...two, findings: ['a', 'c'] });
    expect(nextTwo(refused(['a', 'b'], 'verify', ...tried))).toBeNull();
  });

  it('5.6 are none of those whose fix is still under way, as one that waits for a person', () => {
    const [begun] = tried;
    if (!begun) throw new Error('it is tried');
    expect(nextTwo(refused(['a', 'b', 'c'], 'verify', begun))).toBeNull();
    expect(nextTwo(refused(['a', 'b', 'c', 'd'], 'verify', begun))).toMatchObject({ findings: ['c', 'd'] });
  });

  it('5.6 are none where it was something else, where there is only one, or where there are too many', () => {
    expect(nextTwo(refused(['a', 'b'], 'tool'))).toBeNull();
    expect(nextTwo(refused(['a'], 'verify'))).toBeNull();
    expect(nextTwo(refused(['a', 'b', 'c', 'd', 'e'], 'verify'))).toBeNull();
  });
});
