/** Plans without an agent. */
import { describe, expect, it } from 'vitest';
import type { Finding } from '../../model/finding.ts';
import { computePlan } from './compute.ts';
import { idle, planStep } from './steps.ts';
import { edits, finding } from '../../../test/support/plan/finding.ts';

const steps = (findings: readonly Finding[]): string[][] => computePlan(findings).map((step) => step.findings);

describe('computePlan', () => {
  it('3.3 plans nothing for nothing', () => {
    expect(computePlan([])).toEqual([]);
  });

  it('3.3 puts findings on different files into one step, on the same file into later ones', () => {
    const findings = [
      finding('A', 'a.ts'),
      finding('B', 'a.ts'),
      finding('C', 'c.ts'),
      finding('D', 'a.ts'),
      finding('E', 'c.ts'),
    ];
    expect(computePlan(findings)).toEqual([
      { reason: 'Issues on different files - can run in parallel', findings: ['id-A', 'id-C'] },
      { reason: 'Issues on same file - must run after step 1', findings: ['id-B', 'id-E'] },
      { reason: 'Issues on same file - must run after step 2', findings: ['id-D'] },
    ]);
  });

  it('U08 3.3 puts findings of one group into later steps, and says so', () => {
    const findings = [
      finding('A', 'a.ts', { group: 'g' }),
      finding('B', 'b.ts', { group: 'g' }),
      finding('C', 'c.ts', { group: 'g', reviewer: 'another' }),
    ];
    expect(computePlan(findings)).toEqual([
      { reason: 'Issues on different files - can run in parallel', findings: ['id-A', 'id-C'] },
      { reason: 'Issues of one group or on same file - must run after step 1', findings: ['id-B'] },
    ]);
  });

  it('3.3 takes files into account that only machine-made edits touch', () => {
    const findings = [
      finding('A', 'a.ts', { edits: edits('b.ts') }),
      finding('B', 'b.ts'),
      finding('C', undefined, { edits: edits('b.ts') }),
    ];
    expect(steps(findings)).toEqual([['id-A'], ['id-B'], ['id-C']]);
  });

  it('3.3 runs findings without a file alone, behind all others', () => {
    const findings = [finding('N'), finding('A', 'a.ts'), finding('M'), finding('B', 'a.ts')];
    expect(computePlan(findings)).toEqual([
      { reason: 'One issue - nothing runs beside it', findings: ['id-A'] },
      { reason: 'Issues on same file - must run after step 1', findings: ['id-B'] },
      { reason: 'Issue on no file in particular - must run alone, after step 2', findings: ['id-N'] },
      { reason: 'Issue on no file in particular - must run alone, after step 3', findings: ['id-M'] },
    ]);
    expect(computePlan([finding('N')])[0]?.reason).toBe('Issue on no file in particular - must run alone');
  });

  it('3.3 every computed step can be carried out at once, by the rule that picks units', () => {
    const findings = Array.from({ length: 60 }, (_, n) =>
      finding(`F${n}`, n % 9 === 0 ? undefined : `f${n % 7}.ts`, n % 5 === 0 ? { edits: edits(`f${n % 4}.ts`) } : {}),
    );
    const byId = new Map(findings.map((each) => [each.id, each]));
    for (const { findings: ids } of computePlan(findings)) {
      const turns = ids
        .flatMap((id) => byId.get(id) ?? [])
        .map((each) => ({ finding: each, agent: 'house', alone: false }));
      const units = planStep(turns, { mode: 'perFinding', similar: 'apart', concurrency: 64 }, idle);
      expect(units.map((unit) => unit.findings)).toEqual(ids.map((id) => [id]));
    }
  });
});
