/** What becomes of plans that cannot be carried out as they are. */
import { array, assert, constantFrom, property, record, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computePlan } from './compute.ts';
import { correctPlan } from './correct.ts';
import { filesOf } from '../../model/finding/files.ts';
import { edits, finding } from '../../../test/support/plan/finding.ts';

const step = (...names: string[]): { reason: string; names: string[] } => ({ reason: `why ${names.join()}`, names });

describe('correctPlan', () => {
  const [a, b, c, n] = [
    finding('BE-001', 'src/a.ts'),
    finding('BE-002', 'src/b.ts'),
    finding('BE-003', 'src/a.ts'),
    finding('BE-009'),
  ];

  it('3.6 leaves a plan alone that can be carried out, named by code, id, or code in another case', () => {
    expect(correctPlan([step('BE-001', 'id-BE-002'), step('be-003'), step('BE-009')], [a, b, c, n])).toEqual({
      steps: [
        { reason: 'why BE-001,id-BE-002', findings: [a.id, b.id] },
        { reason: 'why be-003', findings: [c.id] },
        { reason: 'why BE-009', findings: [n.id] },
      ],
      corrections: [],
    });
  });

  it('3.3 gives a step without a reason the one that is computed', () => {
    const { steps } = correctPlan([{ reason: ' ', names: ['BE-001', 'BE-002'] }], [a, b]);
    expect(steps[0]?.reason).toBe('Issues on different files - can run in parallel');
  });

  it('3.6 leaves out unknown findings, and steps that have no others', () => {
    expect(correctPlan([step('XX-1'), step('BE-001', `YY${'y'.repeat(5_000)}`), step()], [a])).toEqual({
      steps: [{ reason: expect.any(String), findings: [a.id] }],
      corrections: [
        'step 1 of the plan names "XX-1", which is not a finding here: left out',
        `step 2 of the plan names "YY${'y'.repeat(98)}", which is not a finding here: left out`,
        'step 3 of the plan names no finding: left out',
      ],
    });
  });

  it('3.6 keeps a finding that is named twice in its first step', () => {
    expect(correctPlan([step('XX'), step('BE-001', 'BE-001'), step('BE-002', 'id-BE-001')], [a, b])).toEqual({
      steps: [expect.objectContaining({ findings: [a.id] }), expect.objectContaining({ findings: [b.id] })],
      corrections: [
        expect.stringContaining('XX'),
        'BE-001 is named more than once: it stays in step 1',
        'BE-001 is named more than once: it stays in step 1',
      ],
    });
  });

  it('3.3 moves the later of two findings of one file to the next step', () => {
    expect(correctPlan([step('BE-001', 'BE-003'), step('BE-002')], [a, b, c])).toEqual({
      steps: [
        { reason: 'why BE-001,BE-003', findings: [a.id] },
        { reason: 'why BE-002', findings: [c.id, b.id] },
      ],
      corrections: ['BE-003 is about the same file as BE-001 (src/a.ts): moved to step 2'],
    });
  });

  it('3.3 moves it to a new step where there is no next one', () => {
    const d = finding('BE-004', 'src/a.ts');
    expect(correctPlan([step('BE-001', 'BE-003', 'BE-004')], [a, c, d])).toEqual({
      steps: [
        { reason: 'why BE-001,BE-003,BE-004', findings: [a.id] },
        { reason: 'Issues on same file - must run after step 1', findings: [c.id] },
        { reason: 'Issues on same file - must run after step 2', findings: [d.id] },
      ],
      corrections: [
        'BE-003 is about the same file as BE-001 (src/a.ts): moved to step 2',
        'BE-004 is about the same file as BE-003 (src/a.ts): moved to step 3',
      ],
    });
  });

  it('3.3 lets nothing overtake what was planned before it on the same file', () => {
    const d = finding('BE-004', 'src/a.ts');
    expect(
      correctPlan([step('BE-001', 'BE-003'), step('BE-004')], [a, c, d]).steps.map(({ findings }) => findings),
    ).toEqual([[a.id], [c.id], [d.id]]);
  });

  it('3.3 counts files that only machine-made edits touch', () => {
    const edited = finding('BE-005', 'src/x.ts', { edits: edits('src/b.ts') });
    expect(correctPlan([step('BE-002', 'BE-005')], [b, edited]).corrections).toEqual([
      'BE-005 is about the same file as BE-002 (src/b.ts): moved to step 2',
    ]);
  });

  it('3.3 gives a finding without a file a step of its own, right behind the one that it was in', () => {
    expect(correctPlan([step('BE-001', 'BE-009'), step('BE-002')], [a, b, n])).toEqual({
      steps: [
        { reason: 'why BE-001,BE-009', findings: [a.id] },
        { reason: 'Issue on no file in particular - must run alone, after step 1', findings: [n.id] },
        { reason: 'why BE-002', findings: [b.id] },
      ],
      corrections: ['BE-009 is about no file in particular: it runs alone, in step 2'],
    });
  });

  it('3.6 adds forgotten findings at the end, by the computed rule', () => {
    const m = finding('BE-010');
    expect(correctPlan([step('BE-002')], [n, a, b, c, m])).toEqual({
      steps: [
        { reason: 'why BE-002', findings: [b.id] },
        { reason: 'Issues that the plan left out - must run after step 1', findings: [a.id] },
        { reason: 'Issues that the plan left out - must run after step 2', findings: [c.id] },
        { reason: 'Issues that the plan left out - must run after step 3', findings: [n.id] },
        { reason: 'Issues that the plan left out - must run after step 4', findings: [m.id] },
      ],
      corrections: [
        'BE-009 was forgotten: added in step 4',
        'BE-001 was forgotten: added in step 2',
        'BE-003 was forgotten: added in step 3',
        'BE-010 was forgotten: added in step 5',
      ],
    });
  });

  it('3.3 makes of no plan at all the computed one', () => {
    expect(correctPlan([], [a, b, c, n]).steps).toEqual(computePlan([a, b, c, n]));
  });

  it('3.3, 3.6 whatever the plan, every finding is in it once, and no two of one file are side by side', () => {
    const findings = [
      a,
      b,
      c,
      n,
      finding('F1', 'src/b.ts'),
      finding('F2'),
      finding('F3', 'src/c.ts', { edits: edits('src/a.ts', 'src/b.ts') }),
    ];
    const name = constantFrom(...findings.map(({ code }) => code), 'unknown', '__proto__');
    assert(
      property(array(record({ reason: string(), names: array(name, { maxLength: 8 }) }), { maxLength: 6 }), (plan) => {
        const { steps } = correctPlan(plan, findings);
        expect(steps.flatMap((each) => each.findings).toSorted()).toEqual(findings.map(({ id }) => id).toSorted());
        for (const { reason, findings: ids } of steps) {
          const members = findings.filter(({ id }) => ids.includes(id));
          const files = members.flatMap(filesOf);
          expect(new Set(files).size).toBe(files.length);
          expect(members.length === 1 || members.every((each) => filesOf(each).length > 0)).toBe(true);
          expect(reason).not.toBe('');
        }
        // What was corrected needs no correction.
        const again = correctPlan(
          steps.map((each) => ({ reason: each.reason, names: each.findings })),
          findings,
        );
        expect(again).toEqual({ steps, corrections: [] });
      }),
    );
  });

  it('3.6 lists the first corrections of very many, and counts the others', () => {
    const many = Array.from({ length: 10_000 }, (_, index) =>
      finding(`F${index}`, index % 2 === 0 ? 'one.ts' : undefined),
    );
    const { steps, corrections } = correctPlan([{ reason: '', names: many.map(({ code }) => code) }], many);
    expect(steps).toHaveLength(10_000);
    expect(corrections).toHaveLength(201);
    expect(corrections.at(-1)).toBe('9799 more corrections are not listed');
  });
});
