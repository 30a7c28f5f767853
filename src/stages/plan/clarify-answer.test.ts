/** What an agent wants to know before fixing. */
import { describe, expect, it } from 'vitest';
import type { Clarification } from '../../model/todo.ts';
import { readClarifyAnswer } from './clarify-answer.ts';
import { finding } from '../../../test/support/plan/finding.ts';

const findings = [finding('BE-001', 'src/a.ts'), finding('BE-002', 'src/b.ts')];

const group = (code: string, ...questions: unknown[]): unknown => ({ issue_code: code, questions });
const ask = (question: string, more: object = {}): unknown => ({ id: 'mine', question, ...more });
const asking = (...groups: unknown[]): unknown => ({ questions_by_issue: groups, ready_to_plan: false });

const asked = (question_id: string, question: string, answer = ''): Clarification => ({
  question_id,
  question,
  answer,
});

describe('readClarifyAnswer', () => {
  it('3.1 reads the answer of the seed', () => {
    const question = {
      id: 'BE-001-q1',
      question: 'How should the null case be handled?',
      context: 'Need to decide error handling strategy',
    };
    expect(readClarifyAnswer(asking(group('BE-001', question)), findings, [])).toEqual({
      questions: [{ ...question, finding: 'id-BE-001' }],
      ready: false,
      problems: [],
    });
  });

  it('3.1 is ready when the agent is, and asks nothing', () => {
    expect(readClarifyAnswer({ questions_by_issue: [], ready_to_plan: true }, findings, [])).toEqual({
      questions: [],
      ready: true,
      problems: [],
    });
    expect(readClarifyAnswer({ ready_to_plan: 'true' }, findings, []).problems).toEqual([]);
  });

  it('3.1 makes the ids itself, going on from what was asked before', () => {
    const answer = asking(group('be-001', ask('What now?'), ask('And then?')), group('id-BE-002', ask('Which one?')));
    const before = [asked('BE-001-q1', 'First?'), asked('BE-001-q7', 'Seventh?', 'yes')];
    expect(readClarifyAnswer(answer, findings, before).questions.map(({ id }) => id)).toEqual([
      'BE-001-q8',
      'BE-001-q9',
      'BE-002-q1',
    ]);
  });

  it('3.1 gives each question an id of its own, whatever codes look like', () => {
    const odd = [finding('A', 'a.ts'), finding('A-q1', 'b.ts')];
    const answer = asking(group('A', ask('x?')), group('A-q1', ask('x?')));
    const { questions } = readClarifyAnswer(answer, odd, [asked('A-q1-q1', 'Something else?')]);
    expect(questions.map(({ id, finding: about }) => [id, about])).toEqual([
      ['A-q1', 'id-A'],
      ['A-q1-q2', 'id-A-q1'],
    ]);
  });

  it('3.1 leaves out findings that nobody knows, and says so', () => {
    const { questions, problems } = readClarifyAnswer(
      asking(group('XX-1', ask('Why?')), group('BE-002', ask('Why?'))),
      findings,
      [],
    );
    expect(questions.map(({ finding: about }) => about)).toEqual(['id-BE-002']);
    expect(problems).toEqual(['a question is about "XX-1", which is not a finding here: left out']);
  });

  it('3.1 never asks again what was asked in the same words, in this answer or before', () => {
    const answer = asking(
      group('BE-001', ask('  RETURN 404, or  null'), ask('New?'), ask('new')),
      group('BE-002', ask('Return 404 or null?')),
    );
    const { questions, problems } = readClarifyAnswer(answer, findings, [asked('BE-001-q1', 'Return 404 or null?')]);
    expect(questions.map(({ id, question }) => [id, question])).toEqual([
      ['BE-001-q2', 'New?'],
      ['BE-002-q1', 'Return 404 or null?'],
    ]);
    expect(problems).toEqual(Array(2).fill('BE-001 was asked about before in the same words: left out'));
  });

  it('3.1 asks the questions of an agent that calls itself ready all the same, and says so', () => {
    const reading = readClarifyAnswer(
      { questions_by_issue: [group('BE-001', ask('Why?'))], ready_to_plan: true },
      findings,
      [],
    );
    expect(reading).toMatchObject({ ready: false, questions: [{ id: 'BE-001-q1' }] });
    expect(reading.problems).toEqual([
      'the agent calls itself ready to plan, but has questions: they are asked all the same',
    ]);
  });

  it('3.1 goes on when an agent is not ready but has nothing new to ask, and says so', () => {
    const again = asking(group('BE-001', ask('Why?')));
    for (const answer of [asking(), {}, again]) {
      const reading = readClarifyAnswer(answer, findings, [asked('BE-001-q1', 'Why?')]);
      expect(reading).toMatchObject({ questions: [], ready: true });
      expect(reading.problems).toContain(
        'the agent does not call itself ready to plan, but asks nothing new: going on',
      );
    }
  });

  it.each([[null], [undefined], ['no'], [7], [[]]])(
    '3.1 goes on without questions when the answer is %j, and says so',
    (answer) => {
      expect(readClarifyAnswer(answer, findings, [])).toEqual({
        questions: [],
        ready: true,
        problems: ['there is no answer: going on without questions'],
      });
    },
  );

  it('3.1 asks at most 5 questions about a finding, and 30 in all', () => {
    const many = Array.from({ length: 9 }, (_, n) => finding(`F${n}`, `${n}.ts`));
    const six = Array.from({ length: 6 }, (_, n) => ask(`Question ${n}?`));
    const { questions, problems } = readClarifyAnswer(asking(...many.map(({ code }) => group(code, ...six))), many, []);
    expect(questions.filter(({ finding: about }) => about === 'id-F0')).toHaveLength(5);
    expect(questions).toHaveLength(30);
    expect(problems).toEqual(['24 questions are left out: at most 5 per finding and 30 in all']);
  });

  it('3.1 cuts what is too long, and cleans what would break a terminal or a file', () => {
    const { questions } = readClarifyAnswer(
      asking(group('BE-001', ask(`a\0b${'x'.repeat(5_000)}`, { context: 'y\uD800' }))),
      findings,
      [],
    );
    expect(questions[0]?.question).toMatch(/^abx+ … \(cut after 1000 characters\)$/);
    expect(questions[0]?.context).toBe('y\uFFFD');
  });

  it.each([
    [{ questions_by_issue: { 'BE-001': [ask('Why?')] } }],
    [{ questions_by_issue: { 'BE-001': { questions: ['Why?'] } } }],
    [{ questions_by_issue: [{ code: 'BE-001', questions: ['Why?'] }] }],
    [{ questions_by_issue: [{ issue_code: 'BE-001', questions: 'Why?' }] }],
  ])('3.1 reads %j', (answer) => {
    expect(readClarifyAnswer(answer, findings, [])).toEqual({
      questions: [{ id: 'BE-001-q1', finding: 'id-BE-001', question: 'Why?' }],
      ready: false,
      problems: [],
    });
  });

  it('3.1 says what it cannot read, up to a limit', () => {
    const odd = [
      { questions: [ask('Why?')] },
      7,
      group('BE-001', 7, ask('?!'), { context: 'x' }),
      { issue_code: 'BE-002' },
    ];
    const { questions, problems } = readClarifyAnswer({ questions_by_issue: odd, ready_to_plan: true }, findings, []);
    expect(questions).toEqual([]);
    expect(problems).toEqual([
      ...Array(2).fill('questions without an issue_code: left out'),
      ...Array(3).fill('a question about BE-001 has no words: left out'),
    ]);
    expect(readClarifyAnswer({ questions_by_issue: 'none', ready_to_plan: true }, findings, []).problems).toEqual([
      'questions_by_issue is not a list',
    ]);
    const { problems: capped } = readClarifyAnswer(asking(...Array(100).fill(7)), findings, []);
    expect(capped).toHaveLength(21);
    expect(capped.at(-1)).toBe('81 more problems are not listed');
  });
});
