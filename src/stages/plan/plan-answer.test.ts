/** What is made of a planner's answer. */
import { describe, expect, it } from 'vitest';
import { CallAnswer } from '../../model/call.ts';
import { computePlan } from './compute.ts';
import { PlanAnswer, readPlanAnswer } from './plan-answer.ts';
import { finding } from '../../../test/support/plan/finding.ts';

const findings = [finding('BE-001', 'src/a.ts'), finding('BE-002', 'src/b.ts'), finding('BE-003', 'src/a.ts')];

const plan = {
  approach: 'refactor',
  steps: ['Add a null check', 'Return 404'],
  estimated_lines_changed: 5,
  risks: ['clients that expect 200'],
  verification: 'Ask for nobody, expect 404',
} as const;
const related_files = [{ path: 'src/user.ts', reason: 'the model' }];
const existing_patterns = ['getOrder returns 404'];
const notes = { clarifications: [], related_files, existing_patterns, plan };

/** A plan for all findings whose first issue is this one. */
const planned = (issue: unknown): unknown => ({
  execution_steps: [
    { step: 1, reason: 'apart', issues: [issue, 'BE-002'] },
    { step: 2, reason: 'after it', issues: ['BE-003'] },
  ],
});

const steps = [
  { reason: 'apart', findings: ['id-BE-001', 'id-BE-002'] },
  { reason: 'after it', findings: ['id-BE-003'] },
];

describe('readPlanAnswer', () => {
  it('3.2 reads a master_todo whose issues carry their plans', () => {
    const answer = planned({ code: 'BE-001', plan, related_files, existing_patterns });
    expect(readPlanAnswer(answer, findings)).toEqual({ steps, todos: { 'id-BE-001': notes }, corrections: [] });
  });

  it('3.2 reads what its own schema asks for, and gives what the event takes', () => {
    const issue = {
      code: 'BE-001',
      plan: { ...plan, steps: [...plan.steps], risks: [] },
      related_files,
      existing_patterns,
    };
    const answer = PlanAnswer.parse({ execution_steps: [{ step: 1, reason: 'r', issues: [issue] }] });
    expect(() => CallAnswer.parse({ role: 'plan', ...readPlanAnswer(answer, findings) })).not.toThrow();
  });

  it.each([
    { code: 'BE-001', todo: { plan, related_files, existing_patterns } },
    { code: 'BE-001', todo: { plan, context: { related_files, existing_patterns } } },
    { code: 'BE-001', plan, context: { related_files, existing_patterns } },
    { issue_code: 'be-001', ...plan, related_files, existing_patterns },
    { id: 'id-BE-001', todo: { ...plan, related_files, existing_patterns } },
  ])('3.2 reads plans nested or flat: %j', (issue) => {
    expect(readPlanAnswer(planned(issue), findings)).toEqual({ steps, todos: { 'id-BE-001': notes }, corrections: [] });
  });

  it('3.2 reads issues that are plain codes: nobody planned more than the order', () => {
    expect(readPlanAnswer(planned('BE-001'), findings)).toEqual({ steps, todos: {}, corrections: [] });
    expect(readPlanAnswer(planned({ code: 'BE-001', plan: {} }), findings).todos).toEqual({});
  });

  it('3.2 orders steps by their number; one without stays behind the one before it', () => {
    const answer = {
      execution_steps: [
        { step: '2', reason: 'second', issues: ['BE-003'] },
        { reason: 'behind the second', issues: ['BE-002'] },
        { step: 1, reason: 'first', issues: ['BE-001'] },
      ],
    };
    expect(readPlanAnswer(answer, findings).steps.map(({ reason }) => reason)).toEqual([
      'first',
      'second',
      'behind the second',
    ]);
  });

  it('3.6 corrects the plan, and keeps the notes of what is moved', () => {
    const answer = {
      execution_steps: [{ step: 1, reason: 'all', issues: ['BE-001', { code: 'BE-003', plan }, 'XX-1'] }],
    };
    const reading = readPlanAnswer(answer, findings);
    expect(reading.steps.map((step) => step.findings)).toEqual([['id-BE-001'], ['id-BE-003'], ['id-BE-002']]);
    expect(reading.todos['id-BE-003']?.plan).toEqual(plan);
    expect(reading.corrections).toEqual([
      'step 1 of the plan names "XX-1", which is not a finding here: left out',
      'BE-003 is about the same file as BE-001 (src/a.ts): moved to step 2',
      'BE-002 was forgotten: added in step 3',
    ]);
  });

  it('3.2 takes the first of two plans for a finding', () => {
    const answer = {
      execution_steps: [
        {
          step: 1,
          reason: '',
          issues: [
            { code: 'BE-001', plan },
            { code: 'BE-001', plan: { steps: ['other'] } },
          ],
        },
      ],
    };
    expect(readPlanAnswer(answer, findings).todos['id-BE-001']?.plan).toEqual(plan);
  });

  it.each([
    [null, 'there is no answer'],
    ['Step 1: BE-001', 'it has no list "execution_steps"'],
    [{ execution_steps: {} }, 'it has no list "execution_steps"'],
    [{ execution_steps: [] }, 'it names none of the findings'],
    [{ execution_steps: [{ step: 1, issues: ['XX-1'] }, 7, null] }, 'it names none of the findings'],
  ])('3.2 of %j nothing can be used: the computed steps take its place', (answer, problem) => {
    expect(readPlanAnswer(answer, findings)).toEqual({
      steps: computePlan(findings),
      todos: {},
      corrections: [],
      problem,
    });
  });

  it('3.2 makes the best of plans that are written with less care, and says what it leaves out', () => {
    const careless = {
      approach: 'Yolo',
      steps: 'just do it',
      estimated_lines_changed: 'many',
      risks: { none: true },
      verification: ['run it', 7, 'look at it'],
    };
    const answer = planned({
      code: 'BE-001',
      plan: careless,
      related_files: ['src/x.ts', {}, { file: 'y.ts' }],
      existing_patterns: ['', 7, { text: 'p' }],
    });
    const reading = readPlanAnswer(answer, findings);
    expect(reading.todos['id-BE-001']).toEqual({
      clarifications: [],
      related_files: [
        { path: 'src/x.ts', reason: '' },
        { path: 'y.ts', reason: '' },
      ],
      existing_patterns: ['p'],
      plan: {
        approach: 'patch',
        steps: ['just do it'],
        estimated_lines_changed: 0,
        risks: [],
        verification: 'run it\nlook at it',
      },
    });
    expect(reading.corrections).toEqual([
      'BE-001: the approach "Yolo" is none of patch, refactor, rewrite: taken as patch',
      'BE-001: estimated_lines_changed is not a number of lines: taken as 0',
      'BE-001: "plan.risks" is not a list of texts: left out',
      'BE-001: an entry of "related_files" has no path: left out',
      'BE-001: an entry of "existing_patterns" is not a text: left out',
    ]);
  });

  it('3.2 reads a plan that is only a list of steps, and numbers that are texts', () => {
    expect(
      readPlanAnswer(planned({ code: 'BE-001', plan: ['one', 'two'] }), findings).todos['id-BE-001']?.plan?.steps,
    ).toEqual(['one', 'two']);
    const flat = planned({ code: 'BE-001', approach: 'PATCH', estimated_lines_changed: '4.6' });
    expect(readPlanAnswer(flat, findings).todos['id-BE-001']?.plan).toMatchObject({
      approach: 'patch',
      estimated_lines_changed: 5,
    });
    const wrong = planned({ code: 'BE-001', plan: 7 });
    expect(readPlanAnswer(wrong, findings).corrections).toEqual(['BE-001: "plan" is not an object: left out']);
  });

  it('3.2 caps what an agent may write', () => {
    const steps = Array.from({ length: 80 }, () => 'x'.repeat(9_000));
    const reading = readPlanAnswer(
      { execution_steps: [{ reason: 'r'.repeat(9_000), issues: [{ code: 'BE-001', plan: { steps } }] }] },
      findings,
    );
    expect(reading.todos['id-BE-001']?.plan?.steps).toHaveLength(50);
    expect(reading.todos['id-BE-001']?.plan?.steps[0]?.length).toBeLessThan(2_100);
    expect(reading.steps[0]?.reason.length).toBeLessThan(600);
    expect(reading.corrections).toContain(
      'BE-001: "plan.steps" has 80 entries: those behind the first 50 are left out',
    );
    const nameless = readPlanAnswer(
      { execution_steps: [{ issues: ['BE-001', ...Array.from({ length: 200 }, () => ({}))] }] },
      findings,
    ).corrections;
    expect(nameless.filter((each) => each === 'an issue of the plan has no code: left out')).toHaveLength(100);
    expect(nameless.at(-1)).toBe('100 more such problems are not listed');
  });

  it('3.2 plans nothing for no findings', () => {
    expect(readPlanAnswer({ execution_steps: [] }, [])).toEqual({ steps: [], todos: {}, corrections: [] });
  });
});
