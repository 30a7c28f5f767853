import { describe, expect, it } from 'vitest';
import { hasRunOut, readUntil } from './until.ts';

const at = (time: string): Date => new Date(time);

describe('until when a disposition holds', () => {
  it.each([
    ['2027-01-31', '2027-01-31T00:00:00Z', false],
    ['2027-01-31', '2027-01-31T23:59:59.999Z', false],
    ['2027-01-31', '2027-02-01T00:00:00Z', true],
    ['2027-01-31T12:00:00Z', '2027-01-31T11:59:59Z', false],
    ['2027-01-31T12:00:00Z', '2027-01-31T12:00:00Z', true],
    ['2027-01-31T12:00:00+02:00', '2027-01-31T10:00:00Z', true],
    [undefined, '9999-12-31T00:00:00Z', false],
  ])('1.8 %s has run out at %s: %s', (until, now, expected) => {
    expect(hasRunOut({ ...(until !== undefined && { until }) }, at(now))).toBe(expected);
  });

  it.each([
    ['2027-01-31', '2027-01-31'],
    [' 2027-01-31 ', '2027-01-31'],
    ['2026-11-15', '2026-11-15'],
    ['2027-01-31T12:00:00Z', '2027-01-31T12:00:00Z'],
    ['2027-01-31T12:00:00+02:00', '2027-01-31T12:00:00+02:00'],
    ['30d', '2026-12-15'],
    ['0d', '2026-11-15'],
    ['12w', '2027-02-07'],
    ['6mo', '2027-05-15'],
    ['6 MO', '2027-05-15'],
    ['1y', '2027-11-15'],
  ])('1.8 can be given as %s', (given, until) => {
    expect(readUntil(given, at('2026-11-15T22:00:00Z'))).toEqual({ until });
  });

  it.each([
    ['2026-08-31', '1mo', '2026-09-30'],
    ['2027-12-31', '2mo', '2028-02-29'],
    ['2028-02-29', '1y', '2029-02-28'],
  ])('1.8 from %s, %s ends on the last day of a shorter month', (now, given, until) => {
    expect(readUntil(given, at(now))).toEqual({ until });
  });

  it.each([
    '',
    'tomorrow',
    '2027-02-30',
    '2027-13-01',
    '31.01.2027',
    '2027-01-31T12:00:00',
    '-3d',
    '99999y',
    '1.5d',
    '30 days',
    '9'.repeat(10_000),
  ])('1.8 refuses %j, and says what it takes', (given) => {
    expect(readUntil(given, at('2026-11-15'))).toEqual({
      problem: expect.stringContaining('is not a date. Give a day (2027-01-31)'),
    });
  });

  it('1.8 does not take months for minutes', () => {
    expect(readUntil('6m', at('2026-11-15'))).toEqual({ problem: expect.stringContaining('Months are written 6mo.') });
  });

  it.each(['2026-11-14', '2020-01-01T00:00:00Z'])('1.8 refuses %s, which is over', (given) => {
    expect(readUntil(given, at('2026-11-15T00:00:00Z'))).toEqual({
      problem: expect.stringContaining('is in the past'),
    });
  });
});
