import { describe, expect, it } from 'vitest';
import { toLineRange } from './lines.ts';
import { toSeverity } from './severity.ts';
import { findingText, titleOf } from './text.ts';

describe('titleOf', () => {
  it.each([
    ['Value is never used. Remove it, or use it.', 'Value is never used'],
    ['One line\nand another', 'One line'],
    ['  spaced   out ', 'spaced out'],
    ['Use a.b.c instead of d.', 'Use a.b.c instead of d'],
    ['Is this right? Yes.', 'Is this right?'],
    ['wait...', 'wait...'],
  ])('1.1 makes the title of %j %j', (message, title) => {
    expect(titleOf(message)).toBe(title);
  });

  it('1.1 cuts long titles without splitting a character', () => {
    const title = titleOf('😀'.repeat(200));
    expect(title.length).toBeLessThanOrEqual(120);
    expect(title.isWellFormed()).toBe(true);
    expect(title.endsWith('…')).toBe(true);
  });
});

describe('findingText', () => {
  it('1.1 takes out what breaks files and terminals, and cuts dumps', () => {
    expect(findingText(' a\0b\uD800 ')).toBe('ab\uFFFD');
    expect(findingText('x'.repeat(50_000)).length).toBeLessThan(11_000);
    expect(findingText('x'.repeat(50_000))).toContain('cut after');
  });
});

describe('toLineRange', () => {
  it.each([
    [42, undefined, { line: 42 }],
    ['42', undefined, { line: 42 }],
    ['45-67', undefined, { line: 45, endLine: 67 }],
    ['L45-L67', undefined, { line: 45, endLine: 67 }],
    ['lines 4 to 6', undefined, { line: 4, endLine: 6 }],
    [87, 92, { line: 87, endLine: 92 }],
    ['87', '92', { line: 87, endLine: 92 }],
    [9, 3, { line: 9 }],
    [7, 7, { line: 7 }],
    [0, undefined, {}],
    [null, 5, {}],
    ['', undefined, {}],
  ])('1.2 reads %j to %j', (start, end, range) => {
    expect(toLineRange(start, end)).toEqual(range);
  });

  it.each(['abc', -3, 1.5, '12x', Number.NaN])('1.2 says that %j is no line', (start) => {
    expect(toLineRange(start)).toBeNull();
  });
});

describe('toSeverity', () => {
  it.each([
    ['critical', 'critical'],
    ['Major', 'high'],
    ['ERROR', 'high'],
    ['warning', 'medium'],
    ['minor', 'low'],
    ['note', 'low'],
    ['suggestion', 'low'],
    ['info', 'info'],
    ['blocker', null],
    ['constructor', null],
  ])('1.1 takes %j for %j', (word, severity) => {
    expect(toSeverity(word)).toBe(severity);
  });
});
