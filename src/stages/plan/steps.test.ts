/** Which units run side by side. */
import { describe, expect, it } from 'vitest';
import type { Finding } from '../../model/finding.ts';
import type { EditRange } from '../../model/finding/edits.ts';
import { type Busy, claimsOf, idle, planStep, type StepRules, type Turn } from './steps.ts';

const rules: StepRules = { mode: 'perFinding', similar: 'apart', concurrency: 4 };

const finding = (id: string, facts: Partial<Finding> = {}): Finding => ({
  id,
  code: id,
  severity: 'medium',
  category: 'style',
  title: 'title',
  description: '',
  reviewer: 'eslint',
  level: 'blocking',
  ...facts,
});

const turn = (id: string, file?: string, facts: Partial<Turn> & { rule?: string; edits?: string[] } = {}): Turn => {
  const { rule, edits, ...rest } = facts;
  const range = { by: 'offset', start: 0, end: 1 } as const;
  return {
    agent: 'house',
    alone: false,
    finding: finding(id, {
      ...(file !== undefined && { file }),
      ...(rule !== undefined && { rule }),
      ...(edits && { edits: edits.map((name) => ({ file: name, range, text: '' })) }),
    }),
    ...rest,
  };
};

const ids = (turns: readonly Turn[], changed: Partial<StepRules> = {}, busy: Partial<Busy> = {}): string[][] =>
  planStep(turns, { ...rules, ...changed }, { ...idle, ...busy }).map((unit) => unit.findings);

describe('planStep', () => {
  it('plans nothing when it is nobody’s turn', () => {
    expect(planStep([], rules, idle)).toEqual([]);
  });

  it('3.3 puts findings on different files into one step, and those on the same file into later ones', () => {
    expect(ids([turn('a', 'x.ts'), turn('b', 'x.ts'), turn('c', 'y.ts')])).toEqual([['a'], ['c']]);
  });

  it('3.3 takes a file that only the edits of a finding touch into account', () => {
    expect(ids([turn('a', 'x.ts', { edits: ['y.ts'] }), turn('b', 'y.ts'), turn('c', 'z.ts')])).toEqual([['a'], ['c']]);
  });

  it('U08 3.3 does not put findings of one group side by side, as if they were in one file', () => {
    const turns = [
      turn('a', 'x.ts', { group: 'g' }),
      turn('b', 'y.ts', { group: 'g' }),
      turn('c', 'z.ts', { group: 'h' }),
      turn('d', 'w.ts', { group: null }),
    ];
    expect(ids(turns)).toEqual([['a'], ['c'], ['d']]);
    expect(ids(turns.slice(1))).toEqual([['b'], ['c'], ['d']]);
    // A group is no file, whatever it is called.
    expect(ids([turn('a', 'g'), turn('b', 'y.ts', { group: 'g' })])).toEqual([['a'], ['b']]);
  });

  it('3.3 runs a finding about no file in particular alone', () => {
    expect(ids([turn('a'), turn('b', 'x.ts')])).toEqual([['a']]);
    expect(ids([turn('b', 'x.ts'), turn('a'), turn('c', 'y.ts')])).toEqual([['b'], ['c']]);
  });

  it('keeps the order of the findings', () => {
    expect(ids(['d', 'b', 'a', 'c'].map((id) => turn(id, `${id}.ts`)))).toEqual([['d'], ['b'], ['a'], ['c']]);
  });

  it('3.3 plans for agents that are free, and machine-made fixes all at once', () => {
    const turns = (agent: string) =>
      Array.from({ length: 40 }, (_, index) => turn(`f${index}`, `${index}.ts`, { agent }));
    expect(ids(turns('house'), { concurrency: 1 })).toHaveLength(1);
    expect(ids(turns('house'), { concurrency: 64 })).toHaveLength(40);
    expect(ids(turns('house'), {}, { atWork: 3, isAnybody: true })).toEqual([['f0']]);
    expect(ids(turns('autofix'), {}, { atWork: 3, isAnybody: true })).toHaveLength(40);
  });

  it('3.3 leaves out what somebody works on, and whose fix is not proven yet', () => {
    const busy = { atWork: 1, isAnybody: true, claims: new Set(claimsOf(['x.ts'], ['g'])) };
    const turns = [turn('a', 'x.ts'), turn('b', 'y.ts', { group: 'g' }), turn('c', 'z.ts'), turn('d', 'g')];
    expect(ids(turns, {}, busy)).toEqual([['c'], ['d']]);
    expect(ids([turn('a', 'x.ts', { agent: 'autofix' }), turn('c', 'z.ts')], {}, busy)).toEqual([['c']]);
  });

  it('3.3 whoever may change anything, or has to be alone, waits until nobody is at work', () => {
    const busy = { atWork: 1, isAnybody: true };
    expect(ids([turn('a'), turn('b', 'x.ts')], {}, busy)).toEqual([['b']]);
    expect(ids([turn('a', 'x.ts', { alone: true }), turn('b', 'y.ts')], {}, busy)).toEqual([]);
    expect(ids([turn('a', 'x.ts')], { mode: 'batch' }, busy)).toEqual([]);
    expect(ids([turn('a', 'x.ts')], {}, { ...busy, isExclusive: true })).toEqual([]);
  });

  it('4.12 applies machine-made fixes first, each on its own', () => {
    const by = (file: string) => ({ agent: 'autofix', edits: [file] });
    const turns = [
      turn('a', 'x.ts'),
      turn('b', 'y.ts', by('y.ts')),
      turn('c', 'y.ts', by('y.ts')),
      turn('d', 'z.ts', by('z.ts')),
    ];
    const expected = [
      { findings: ['b'], agent: 'autofix' },
      { findings: ['d'], agent: 'autofix' },
    ];
    expect(planStep(turns, rules, idle)).toEqual(expected);
    expect(planStep(turns, { ...rules, mode: 'batch' }, idle)).toEqual(expected);
  });

  it('5.6 puts all machine-made fixes of one file that keep apart into one step', () => {
    const place = (n: number): EditRange => ({ by: 'lines', startLine: n, endLine: n });
    const turns = Array.from({ length: 100 }, (_, n) => {
      const one = turn(`f${n}`, 'x.ts', { agent: 'autofix' });
      return { ...one, finding: { ...one.finding, edits: [{ file: 'x.ts', range: place((n % 90) + 1), text: '' }] } };
    });
    expect(ids(turns, { concurrency: 1 })).toEqual(turns.slice(0, 90).map(({ finding: { id } }) => [id]));
    expect(ids(turns.slice(90))).toHaveLength(10);
    const grouped = turns.slice(0, 3).map((one, n) => ({ ...one, group: n === 2 ? 'other' : 'one' }));
    expect(ids(grouped)).toEqual([['f0'], ['f2']]);
  });

  it('5.6 of machine-made fixes that overlap, the first in the file wins, and the rest follows later', () => {
    const editing = (id: string, start: number, end: number) => {
      const one = turn(id, 'x.ts', { agent: 'autofix' });
      return { ...one, finding: { ...one.finding, edits: [{ file: 'x.ts', range: range(start, end), text: '' }] } };
    };
    const range = (start: number, end: number): EditRange => ({ by: 'offset', start, end });
    const turns = [
      editing('inner', 12, 15),
      editing('outer', 10, 30),
      editing('apart', 40, 50),
      editing('early', 1, 5),
    ];
    expect(ids(turns)).toEqual([['outer'], ['apart'], ['early']]);
    expect(ids(turns.filter(({ finding: { id } }) => id === 'inner'))).toEqual([['inner']]);
  });

  it('runs what met a conflict alone', () => {
    expect(ids([turn('a', 'x.ts'), turn('b', 'y.ts', { alone: true })])).toEqual([['b']]);
    expect(ids([turn('a', 'x.ts'), turn('b', 'y.ts', { alone: true })], { mode: 'batch' })).toEqual([['b']]);
  });

  it('puts everything into one unit in batch mode', () => {
    expect(ids([turn('a', 'x.ts'), turn('b', 'x.ts'), turn('c')], { mode: 'batch' })).toEqual([['a', 'b', 'c']]);
  });

  it.each(['batch', 'delegated'] as const)('4.17 %s: findings of different agents share no call', (mode) => {
    const turns = [turn('a', 'x.ts'), turn('b', 'y.ts', { agent: 'strong' }), turn('c', 'z.ts')];
    expect(planStep(turns, { ...rules, mode }, idle)).toEqual([{ findings: ['a', 'c'], agent: 'house' }]);
    expect(planStep(turns.slice(1, 2), { ...rules, mode }, idle)).toEqual([{ findings: ['b'], agent: 'strong' }]);
  });

  it('4.17 similar findings of different agents share no call, and different files go side by side', () => {
    const turns = [turn('a', 'x.ts'), turn('b', 'x.ts', { agent: 'strong' }), turn('c', 'y.ts', { agent: 'strong' })];
    expect(planStep(turns, { ...rules, similar: 'together' }, idle)).toEqual([
      { findings: ['a'], agent: 'house' },
      { findings: ['c'], agent: 'strong' },
    ]);
  });

  it('3.7 batches similar findings: one rule in one file is one unit', () => {
    const turns = [
      turn('a', 'x.ts', { rule: 'eqeqeq' }),
      turn('b', 'x.ts', { rule: 'no-var' }),
      turn('c', 'x.ts', { rule: 'eqeqeq' }),
      turn('d', 'y.ts', { rule: 'eqeqeq' }),
    ];
    expect(ids(turns, { similar: 'together' })).toEqual([['a', 'c'], ['d']]);
    expect(ids(turns, { similar: 'apart' })).toEqual([['a'], ['d']]);
  });

  it('3.7 takes findings without a rule for similar by their category', () => {
    expect(ids([turn('a', 'x.ts'), turn('b', 'x.ts')], { similar: 'together' })).toEqual([['a', 'b']]);
  });
});
