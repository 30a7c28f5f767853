import { describe, expect, it } from 'vitest';
import type { Finding } from '../../model/finding.ts';
import { readFixAnswer } from './answer.ts';

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
const one = { id: 'BE-001', outcome: 'fixed', explanation: 'done' };
const two = { id: 'id-2', outcome: 'blocked', explanation: 'needs a key', confidence: 0.5 };
const both = {
  'id-1': { claim: 'fixed', explanation: 'done' },
  'id-2': { claim: 'blocked', explanation: 'needs a key', confidence: 0.5 },
};

describe('4.4 a fixer answers for every finding', () => {
  it.each([
    ['the shape of the contract', { outcomes: [one, two] }],
    ['a bare list', [one, two]],
    ['an object by id or code', { 'be-001': { outcome: 'FIXED', explanation: 'done' }, 'id-2': two }],
    ['an object by id in outcomes', { outcomes: { 'BE-001': one, 'BE-002': { ...two, id: undefined } } }],
    [
      'codes and outcomes in another case',
      {
        outcomes: [
          { ...one, id: 'be-001', outcome: ' Fixed ' },
          { ...two, outcome: 'BLOCKED' },
        ],
      },
    ],
    ['a field named code', { outcomes: [{ ...one, id: undefined, code: 'BE-001' }, two] }],
  ])('in %s', (_, answer) => {
    expect(readFixAnswer(answer, findings)).toEqual({ claims: both, unknownIds: [], problems: [] });
  });

  it('with one outcome alone, when only one was asked about', () => {
    expect(readFixAnswer({ outcome: 'fixed', explanation: 'done' }, findings.slice(0, 1)).claims).toEqual({
      'id-1': both['id-1'],
    });
    expect(readFixAnswer({ outcome: 'fixed' }, findings)).toMatchObject({
      claims: { 'id-1': { claim: 'none' }, 'id-2': { claim: 'none' } },
      problems: ['1 of the outcomes name no finding'],
    });
  });

  it('or is recorded as having given no status', () => {
    expect(readFixAnswer({ outcomes: [one] }, findings).claims['id-2']).toEqual({
      claim: 'none',
      explanation: 'no status given',
    });
  });

  it('and unknown ids are reported, not fatal', () => {
    const reading = readFixAnswer(
      { outcomes: [one, two, { id: 'F999', outcome: 'fixed' }, { id: 'F999', outcome: 'fixed' }] },
      findings,
    );
    expect(reading).toMatchObject({ claims: both, unknownIds: ['F999'] });
  });

  it.each([
    ['fixed', 'blocked', 'blocked'],
    ['blocked', 'fixed', 'blocked'],
    ['fixed', 'deferred', 'deferred'],
    ['blocked', 'deferred', 'deferred'],
    ['deferred', 'blocked', 'deferred'],
  ])('and of %s and %s the more cautious counts', (first, second, expected) => {
    const reading = readFixAnswer(
      { outcomes: [{ ...one, outcome: first }, { ...one, outcome: second }, two] },
      findings,
    );
    expect(reading.claims['id-1']?.claim).toBe(expected);
    expect(reading.problems).toEqual([`the answer for BE-001 contradicts itself: ${first} and ${second}`]);
  });

  it('and the same answer twice is no contradiction', () => {
    expect(readFixAnswer({ outcomes: [one, one, two] }, findings)).toEqual({
      claims: both,
      unknownIds: [],
      problems: [],
    });
  });

  it.each([['solved'], [''], [undefined], [7], [{}]])('but not with the outcome %j', (outcome) => {
    const reading = readFixAnswer({ outcomes: [{ ...one, outcome }, two] }, findings);
    expect(reading.claims['id-1']?.claim).toBe('none');
    expect(reading.problems).toEqual(['the answer for BE-001 says neither fixed, blocked nor deferred']);
  });

  it.each([
    [null],
    [undefined],
    ['text'],
    [42],
    [[]],
    [{}],
    [{ outcomes: null }],
    [{ outcomes: 'all fixed' }],
    [[null, 1, 'x']],
  ])('and %j leaves every finding without a status', (answer) => {
    const reading = readFixAnswer(answer, findings);
    expect(Object.values(reading.claims).map(({ claim }) => claim)).toEqual(['none', 'none']);
  });

  it('with session and usage, where they make sense', () => {
    const usage = { inputTokens: 10, outputTokens: -1, usd: 'much' };
    expect(readFixAnswer({ outcomes: [one, two], session: 's1', usage }, findings)).toMatchObject({
      session: 's1',
      usage: { inputTokens: 10 },
    });
    expect(readFixAnswer({ outcomes: [one, two], session: 7, usage: [] }, findings)).not.toHaveProperty('session');
  });

  it('and hostile names change nothing but their own entry', () => {
    const hostile = [finding('__proto__', 'constructor')];
    const reading = readFixAnswer(JSON.parse('{"__proto__":{"outcome":"fixed","explanation":"x"}}'), hostile);
    expect(Object.entries(reading.claims)).toEqual([['__proto__', { claim: 'fixed', explanation: 'x' }]]);
    expect('claim' in {}).toBe(false);
  });

  it('and a flood of problems is cut short', () => {
    const outcomes = Array.from({ length: 100 }, () => ({ ...one, outcome: 'no' }));
    expect(readFixAnswer({ outcomes }, findings).problems.at(-1)).toBe('80 more problems');
  });
});
