/** The challenger's answer. */
import { describe, expect, it } from 'vitest';
import type { Finding } from '../../model/finding.ts';
import { readChallengeAnswer } from './answer.ts';

const finding = (id: string, code: string): Finding => ({
  id,
  code,
  severity: 'high',
  category: 'bug',
  title: 't',
  description: 'd',
  reviewer: 'r',
  level: 'blocking',
});
const findings = [finding('id-1', 'BE-001'), finding('id-2', 'BE-002')];
const read = (answer: unknown, threshold = 90) => readChallengeAnswer(answer, findings, threshold);

const first = {
  score: 95,
  feedback: 'The null check is right.',
  quality_scores: { correctness: 100, safety: 90, style: 95 },
};
const second = { score: 70, feedback: 'An edge case is missing.', improvements_needed: ['Handle the empty array'] };
const both = {
  'id-1': {
    score: 95,
    feedback: 'The null check is right.',
    quality: { correctness: 100, safety: 90, style: 95 },
    improvements: [],
  },
  'id-2': { score: 70, feedback: 'An edge case is missing.', improvements: ['Handle the empty array'] },
};

describe('6.1 a challenger gives a score for each finding', () => {
  it.each([
    ['the map of the contract', { issues: { 'BE-001': first, 'BE-002': second } }],
    [
      'the list that it is asked for',
      {
        issues: [
          { code: 'BE-001', ...first },
          { code: 'BE-002', ...second },
        ],
      },
    ],
    [
      'a bare list',
      [
        { code: 'BE-001', ...first },
        { code: 'BE-002', ...second },
      ],
    ],
    ['a bare map, beside session and usage', { 'BE-001': first, 'BE-002': second, session: 's', usage: { usd: 1 } }],
    ['ids, in any case', { issues: { 'ID-1': first, 'be-002': second } }],
    [
      'a field named id or issue_code',
      {
        issues: [
          { id: 'id-1', ...first },
          { issue_code: ' BE-002 ', ...second },
        ],
      },
    ],
  ])('in %s', (_, answer) => {
    expect(read(answer)).toEqual({ scores: both, unknownIds: [], problems: [] });
  });

  it('alone, when only one was asked about', () => {
    expect(readChallengeAnswer({ score: 95, feedback: 'ok' }, findings.slice(0, 1), 90).scores).toEqual({
      'id-1': { score: 95, feedback: 'ok', improvements: [] },
    });
    expect(read({ score: 95 })).toMatchObject({ scores: {}, problems: ['1 of the scores name no finding'] });
  });

  it.each([
    [0, 0],
    [100, 100],
    [1, 1],
    [89.9, 89.9],
    ['95', 95],
    [' 95 ', 95],
    ['95/100', 95],
    ['95 / 100', 95],
    ['95%', 95],
    ['0', 0],
  ])('written as %j', (score, expected) => {
    expect(read({ issues: { 'BE-001': { score } } }).scores['id-1']?.score).toBe(expected);
    expect(read({ issues: { 'BE-001': score } }).scores['id-1']?.score).toBe(expected);
  });

  it('with quality and improvements as far as they can be read', () => {
    const odd = {
      score: 50,
      quality_scores: { correctness: '80%', safety: 'good', style: 101, other: 3 },
      improvements_needed: 'One thing',
    };
    expect(read({ issues: { 'BE-001': odd } }).scores['id-1']).toEqual({
      score: 50,
      feedback: '',
      quality: { correctness: 80 },
      improvements: ['One thing'],
    });
    const odder = { score: 50, feedback: ['a', 7, 'b'], quality_scores: 'fine', improvements_needed: { no: 'list' } };
    expect(read({ issues: { 'BE-001': odder } }).scores['id-1']).toEqual({
      score: 50,
      feedback: 'a\nb',
      improvements: [],
    });
  });

  it('and long words are cut', () => {
    const long = {
      score: 50,
      feedback: 'x'.repeat(100_000),
      improvements_needed: Array.from({ length: 500 }, () => 'y'.repeat(10_000)),
    };
    const score = read({ issues: { 'BE-001': long } }).scores['id-1'];
    expect(score?.feedback.length).toBeLessThan(4_100);
    expect(score?.improvements).toHaveLength(20);
    expect(score?.improvements[0]?.length).toBeLessThan(600);
  });
});

describe('6.1 a status is ignored', () => {
  it('and said to contradict the score when it does', () => {
    const solved = read({
      issues: { 'BE-001': { score: 40, status: 'SOLVED' }, 'BE-002': { score: 95, status: 'in progress' } },
    });
    expect(solved.scores).toMatchObject({ 'id-1': { score: 40 }, 'id-2': { score: 95 } });
    expect(solved.problems).toEqual([
      'BE-001: its status contradicts its score of 40, which counts',
      'BE-002: its status contradicts its score of 95, which counts',
    ]);
  });

  it('by the threshold of the configuration', () => {
    expect(read({ issues: { 'BE-001': { score: 40, status: 'SOLVED' } } }, 40).problems).toEqual([]);
    expect(read({ issues: { 'BE-001': { score: 90, status: 'SOLVED' } } }).problems).toEqual([]);
    expect(read({ issues: { 'BE-001': { score: 89, status: 'IN_PROGRESS' } } }).problems).toEqual([]);
    expect(read({ issues: { 'BE-001': { score: 89, status: 7 } } }).problems).toEqual([]);
  });

  it('and never stands for a score', () => {
    expect(read({ issues: { 'BE-001': { status: 'SOLVED', feedback: 'fine' } } })).toMatchObject({
      scores: {},
      problems: ['BE-001: there is no score'],
    });
  });
});

describe('6.3 what cannot be read is never approved', () => {
  it.each([
    [101, 'its score of 101 is not between 0 and 100'],
    [-1, 'its score of -1 is not between 0 and 100'],
    [0.95, 'its score of 0.95 is not on the scale from 0 to 100'],
    ['0.95', 'its score of 0.95 is not on the scale from 0 to 100'],
    ['9/10', 'there is no score in "9/10"'],
    ['95/10', 'there is no score in "95/10"'],
    ['high', 'there is no score in "high"'],
    ['about 95', 'there is no score in "about 95"'],
    ['1e2', 'there is no score in "1e2"'],
    ['', 'there is no score in ""'],
    [null, 'there is no score in null'],
    [true, 'there is no score in true'],
    [[95], 'there is no score in [95]'],
    [Number.NaN, 'there is no score in null'],
    [Infinity, 'its score of Infinity is not between 0 and 100'],
  ])('a score of %j', (score, problem) => {
    expect(
      read({
        issues: [
          { code: 'BE-001', score },
          { code: 'BE-002', ...second },
        ],
      }),
    ).toEqual({
      scores: { 'id-2': both['id-2'] },
      unknownIds: [],
      problems: [`BE-001: ${problem}`],
    });
  });

  it.each([
    [null],
    [undefined],
    ['text'],
    [42],
    [[]],
    [{}],
    [{ issues: null }],
    [{ issues: 'all solved' }],
    [{ issues: {} }],
    [[null, 1]],
  ])('the answer %j, which is said', (answer) => {
    const { scores, problems } = read(answer);
    expect(scores).toEqual({});
    expect(problems).toHaveLength(1);
  });

  it('a finding that was skipped', () => {
    expect(Object.keys(read({ issues: { 'BE-002': second } }).scores)).toEqual(['id-2']);
  });

  it.each([
    [95, 60, 60],
    [60, 95, 60],
  ])('the better of two scores, %i and %i', (one, other, expected) => {
    const reading = read([
      { code: 'BE-001', score: one },
      { code: 'id-1', score: other },
    ]);
    expect(reading.scores['id-1']?.score).toBe(expected);
    expect(reading.problems).toEqual(['BE-001: scored twice, the lower counts']);
  });

  it.each([[[95, 'high']], [['high', 95]], [[95, 'high', 95]]])(
    'a finding of whose scores one cannot be read: %j',
    (scores) => {
      const reading = read(scores.map((score) => ({ code: 'BE-001', score })));
      expect(reading.scores).toEqual({});
      expect(reading.problems).toContain('BE-001: there is no score in "high"');
    },
  );

  it('and the same score twice is no problem', () => {
    expect(
      read([
        { code: 'BE-001', ...first },
        { code: 'BE-001', ...first },
      ]).problems,
    ).toEqual([]);
  });
});

describe('6.1 hostile answers', () => {
  it('name unknown findings, which is reported and not fatal', () => {
    const reading = read({ issues: { 'BE-001': first, F999: first, ['x'.repeat(1_000)]: first } });
    expect(Object.keys(reading.scores)).toEqual(['id-1']);
    expect(reading.unknownIds).toEqual(['F999', 'x'.repeat(200)]);
  });

  it('change nothing but their own entry', () => {
    const reading = readChallengeAnswer(
      JSON.parse('{"issues":{"__proto__":{"score":95}}}'),
      [finding('__proto__', 'constructor')],
      90,
    );
    expect(Object.entries(reading.scores)).toEqual([['__proto__', { score: 95, feedback: '', improvements: [] }]]);
    expect('score' in {}).toBe(false);
  });

  it('flood nobody', () => {
    const flood = Array.from({ length: 1_000 }, (_, index) => ({
      code: index % 2 === 0 ? 'BE-001' : `F${index}`,
      score: 'no',
    }));
    const reading = read(flood);
    expect(reading.problems).toHaveLength(21);
    expect(reading.unknownIds).toHaveLength(50);
  });
});
