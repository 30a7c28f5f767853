/** Lines that are cited in a dispute: there or not, and whether they can show what they are to show (7.8). */
import { describe, expect, it } from 'vitest';
import type { Opinion } from '../../model/finding/dispute.ts';
import { lookUp } from './citation.ts';
import { weigh, whyBesideDispute } from './direction.ts';

const text = 'one();\n\n  if (x === null) {\n    return;\n  }\ntwo();\n';
const cite = (line: number, quote: string) => ({ file: 'a.js', line, quote });

describe('7.8 a quoted line', () => {
  it.each([
    ['as it stands', 3, 'if (x === null) {', 3],
    ['as a part of its line', 3, 'x === null', 3],
    ['with other blanks', 3, 'if  (x\t=== null) {', 3],
    ['over several lines', 3, 'if (x === null) {\n  return;\n}', 3],
    ['a few lines off', 5, 'if (x === null)', 3],
    ['a few lines off downwards', 1, 'return;', 4],
  ])('7.8 is found %s', (_, line, quote, at) => {
    expect(lookUp(cite(line, quote), text)).toEqual({ citation: { file: 'a.js', line: at, quote } });
  });

  it.each([
    ['that is not there', 3, 'if (x === undefined)', /line 3 does not hold what is quoted, but "if \(x === null\) \{"/],
    ['that goes on in another way', 3, 'if (x === null) {\n  throw', /does not hold/],
    ['far from its place', 300, 'one();', /is not there: the file has 7 lines/],
    ['of which nothing is said', 5, '}', /no code is quoted/],
    ['that is empty', 2, ' \n ', /no code is quoted/],
  ])('7.8 is not taken where it is one %s', (_, line, quote, problem) => {
    expect(lookUp(cite(line, quote), text)).toEqual({ problem: expect.stringMatching(problem) });
  });

  it('7.8 is not taken of a file that is not there', () => {
    expect(lookUp(cite(1, 'one();'), null)).toEqual({ problem: 'there is no text file "a.js"' });
  });
});

const finding = { file: 'a.js', line: 30 };

describe('7.8 presence and absence are shown in opposite directions', () => {
  it('7.8 that something is not there, by the lines of the finding', () => {
    expect(whyBesideDispute('not-there', [cite(35, 'x')], finding)).toBeNull();
    expect(whyBesideDispute('not-there', [cite(200, 'x')], finding)).toMatch(/lines of the finding itself/);
    expect(whyBesideDispute('not-there', [{ ...cite(30, 'x'), file: 'b.js' }], finding)).not.toBeNull();
    expect(whyBesideDispute('is-there', [{ ...cite(1, 'x'), file: 'b.js' }], finding)).toBeNull();
  });

  const opinion = (verdict: Opinion['verdict'], ground: Opinion['ground'], file = 'a.js', line = 30): Opinion => ({
    verdict,
    ...(ground && { ground }),
    read: { file, line, quote: 'x' },
    reason: 'because',
  });

  it.each<[Opinion, Opinion['verdict']]>([
    [opinion('refuted', 'not-there'), 'refuted'],
    [opinion('refuted', 'not-there', 'b.js'), 'unresolved'],
    [opinion('refuted', 'is-there', 'b.js'), 'refuted'],
    [opinion('upheld', 'is-there', 'b.js'), 'unresolved'],
    [opinion('upheld', 'is-there'), 'upheld'],
    [opinion('upheld', 'not-there', 'b.js'), 'upheld'],
    [opinion('refuted', undefined), 'unresolved'],
    [{ verdict: 'refuted', ground: 'intended', reason: 'I know it' }, 'unresolved'],
    [{ verdict: 'unresolved', reason: 'who knows' }, 'unresolved'],
  ])('7.8 %o counts as %s', (said, verdict) => {
    expect(weigh(said, finding).verdict).toBe(verdict);
  });
});
