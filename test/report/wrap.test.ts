import { describe, expect, it } from 'vitest';
import { wrapText } from '../../src/report/text/wrap.ts';

const long = `  ✘ F001  medium  a.js:1  ${'some words '.repeat(12)}end`;

describe('13.1 the report on a terminal', () => {
  it('breaks between words, with an indent, and loses none', () => {
    const wrapped = wrapText(`Run r1: clean\n${long}\n`, 60);
    expect(wrapped.split('\n').every((line) => line.length <= 60)).toBe(true);
    expect(wrapped.split('\n')[2]).toMatch(/^ {6}\S/);
    expect(wrapped.replaceAll(/\s+/g, ' ')).toBe(`Run r1: clean\n${long}\n`.replaceAll(/\s+/g, ' '));
  });

  it('does not count colours', () => {
    const coloured = `\u001B[31m${'word '.repeat(11)}\u001B[0mend`;
    expect(wrapText(coloured, 60)).toBe(coloured);
  });

  it('leaves commands and paths whole, and a pipe as it is', () => {
    const command = `  git diff ${'a'.repeat(40)}..${'b'.repeat(40)}  # look at what was changed`;
    const path = `Report  /${'folder/'.repeat(20)}with space/report.md`;
    expect(wrapText(`${command}\n${path}`, 60)).toBe(`${command}\n${path}`);
    expect(wrapText(long, undefined)).toBe(long);
  });
});
