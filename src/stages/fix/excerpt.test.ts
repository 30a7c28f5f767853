/** Excerpts of files. */
import { describe, expect, it } from 'vitest';
import { createSecrets } from '../../secrets/secrets.ts';
import { excerptOf as cleanExcerptOf, snippetOf } from './excerpt.ts';

const { clean } = createSecrets({});
const excerptOf = (text: string, line?: number, endLine?: number): string => cleanExcerptOf(text, line, endLine, clean);

const text = Array.from({ length: 300 }, (_, index) => `line ${index + 1}`).join('\n');
const numbers = (excerpt: string): number[] => excerpt.split('\n').map((line) => Number(line.split('|')[0]));

describe('excerptOf', () => {
  it('4.1 shows the lines around a finding with their numbers, not the whole file', () => {
    const shown = excerptOf(text, 100, undefined);
    expect(numbers(shown)).toEqual(Array.from({ length: 25 }, (_, index) => 88 + index));
    expect(shown).toContain('100 | line 100');
  });

  it('covers a range of lines', () => {
    const shown = numbers(excerptOf(text, 100, 110));
    expect([shown[0], shown.at(-1)]).toEqual([88, 122]);
  });

  it('stays within the file and within its limit', () => {
    expect(numbers(excerptOf(text, 1, undefined))[0]).toBe(1);
    expect(numbers(excerptOf(text, 299, undefined)).at(-1)).toBe(300);
    expect(numbers(excerptOf(text, 1, 300))).toHaveLength(120);
  });

  it('shows the head of the file when no line is named', () => {
    expect(numbers(excerptOf(text, undefined, undefined))).toEqual(Array.from({ length: 13 }, (_, index) => index + 1));
  });

  it('cuts endless lines', () => {
    expect(excerptOf('x'.repeat(10_000), 1, 1).length).toBeLessThan(500);
  });

  it('has nothing to show past the end', () => {
    expect(excerptOf('one\ntwo', 500, 500)).toBe('');
  });
});

it('4.11 shows no part of a secret that begins or ends elsewhere, and keeps the numbers of lines', () => {
  const body = Array.from({ length: 40 }, (_, at) => `${'Ab3'.repeat(20)}${at + 10}`);
  const key = [`-----BEGIN RSA PRIVATE`, ` KEY-----\n`, body.join('\n'), '\n-----END RSA PRIVATE KEY-----'].join('');
  const long = `${'x'.repeat(370)} ${['ghp', 'a1'.repeat(18)].join('_')}`;
  const shown = excerptOf(`first\n${key}\n${long}\nlast`, 30, 44);
  expect(shown).not.toMatch(/Ab3Ab3|ghp_/);
  expect(shown).toMatch(/^18 \| \[redacted\]$/m);
  expect(shown).toMatch(/^45 \| last$/m);
});

it('T10 3.2 is plain code in the files of a plan', () => {
  expect(snippetOf('def a():\n    return 1\n', 2, undefined, clean)).toBe('def a():\n    return 1\n');
  expect(snippetOf(text, 100, undefined, clean).split('\n')).toEqual(
    Array.from({ length: 25 }, (_, index) => `line ${88 + index}`),
  );
});
