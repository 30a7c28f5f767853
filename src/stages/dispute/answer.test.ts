/** What is read of disputes and of decisions about them: whatever is not clear decides nothing (7.8). */
import { describe, expect, it } from 'vitest';
import { exampleFinding } from '../../../test/support/loop/examples.ts';
import { readDispute } from '../fix/answer-dispute.ts';
import { readOpinions } from './answer.ts';

const finding = exampleFinding('F1');
const ruling = { verdict: 'refuted', ground: 'is-there', file: 'a.ts', line: 1, quote: 'x', reason: 'seen' };
const opinion = {
  verdict: 'refuted',
  ground: 'is-there',
  read: { file: 'a.ts', line: 1, quote: 'x' },
  reason: 'seen',
};

describe('7.8 a decision', () => {
  it.each([
    ['a list', { rulings: [{ code: 'F1', ...ruling }] }],
    ['a map', { rulings: { F1: ruling } }],
    ['one alone', ruling],
    ['words in capitals', { rulings: { F1: { ...ruling, verdict: ' Refuted ' } } }],
  ])('7.8 is read from %s', (_, answer) => {
    expect(readOpinions(answer, [finding])).toEqual({ opinions: { [finding.id]: opinion }, problems: [] });
  });

  it.each([
    ['a line that is none', { ...ruling, line: 'first' }, { verdict: 'refuted', ground: 'is-there', reason: 'seen' }],
    ['a ground that is none', { ...ruling, ground: 'boredom' }, { ...opinion, ground: undefined }],
  ])('7.8 is read without %s', (_, said, expected) => {
    expect(readOpinions({ rulings: { F1: said } }, [finding]).opinions[finding.id]).toEqual({ ...expected });
  });

  it('7.8 is none where it is no verdict, or two', () => {
    expect(readOpinions({ rulings: { F1: { verdict: 'maybe' } } }, [finding])).toMatchObject({
      opinions: {},
      problems: [expect.stringContaining('neither refuted')],
    });
    const twice = {
      rulings: [
        { code: 'F1', ...ruling },
        { code: 'F1', ...ruling, verdict: 'upheld' },
      ],
    };
    expect(readOpinions(twice, [finding]).opinions[finding.id]?.verdict).toBe('unresolved');
  });
});

describe('7.8 a dispute', () => {
  const evidence = [{ file: 'a.ts', line: 1, quote: 'x' }];

  it('7.8 is read with its ground and its lines', () => {
    expect(readDispute({ ground: 'Is-there', evidence })).toEqual({ ground: 'is-there', evidence });
    expect(readDispute({ ground: 'intended', evidence: { ...evidence[0], file: './a.ts' } })).toEqual({
      ground: 'intended',
      evidence,
    });
    expect(readDispute(undefined)).toBeUndefined();
    expect(readDispute(null)).toBeUndefined();
  });

  it.each([
    ['wrong', /takes a ground and evidence/],
    [{ ground: 'boredom', evidence }, /its ground is none of not-there, is-there/],
    [{ ground: 'is-there' }, /no line is cited/],
    [{ ground: 'is-there', evidence: [{ file: 'a.ts', line: 0, quote: 'x' }] }, /no line is cited/],
  ])('7.8 is not heard as %o', (said, problem) => {
    expect(readDispute(said)?.problem).toMatch(problem);
  });

  it('7.8 is kept short', () => {
    const many = Array.from({ length: 50 }, () => ({ file: 'a.ts', line: 1, quote: 'x'.repeat(10_000) }));
    const read = readDispute({ ground: 'is-there', evidence: many });
    expect(read?.evidence).toHaveLength(10);
    expect(read?.evidence[0]?.quote.length).toBeLessThan(2_200);
  });
});
