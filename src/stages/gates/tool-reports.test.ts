/** What a tool says after a fix. */
import { describe, expect, it } from 'vitest';
import type { Finding } from '../../model/finding.ts';
import type { ToolCounts, ToolResult } from '../../model/verification.ts';
import { judgeTools } from './tool-reports.ts';

const finding = (facts: Partial<Finding> = {}): Finding => ({
  id: 'id',
  code: 'F001',
  severity: 'medium',
  category: 'style',
  title: 'title',
  description: '',
  file: 'a.ts',
  rule: 'eqeqeq',
  reviewer: 'eslint',
  level: 'blocking',
  ...facts,
});

const ran = (counts: ToolCounts, facts: Partial<ToolResult> = {}): ToolResult => ({
  reviewer: 'eslint',
  status: 'ran',
  counts,
  places: [],
  ...facts,
});

const judge = (fixed: Finding[], results: ToolResult[], before: ToolCounts): string | null =>
  judgeTools({ fixed, results, before: () => before });

describe('judgeTools', () => {
  it('5.5 accepts when the finding is gone and nothing new is there', () => {
    expect(judge([finding()], [ran({ 'a.ts': {} })], { 'a.ts': { eqeqeq: 1 } })).toBeNull();
  });

  it('5.5 refuses when the tool still reports it', () => {
    const before = { 'a.ts': { eqeqeq: 1 } };
    expect(judge([finding()], [ran({ 'a.ts': { eqeqeq: 1 } })], before)).toBe('eslint still reports eqeqeq in a.ts');
  });

  it('5.5 others of the same rule in the file may stay, as many as are not said to be fixed', () => {
    const before = { 'a.ts': { eqeqeq: 3 } };
    expect(judge([finding()], [ran({ 'a.ts': { eqeqeq: 2 } })], before)).toBeNull();
    expect(judge([finding()], [ran({ 'a.ts': { eqeqeq: 3 } })], before)).toContain('still reports');
    expect(judge([finding(), finding({ id: 'other' })], [ran({ 'a.ts': { eqeqeq: 2 } })], before)).toContain(
      'still reports',
    );
    expect(judge([finding(), finding({ id: 'other' })], [ran({ 'a.ts': { eqeqeq: 1 } })], before)).toBeNull();
  });

  it('5.5 a merged finding is gone when everything that the tool said of it is', () => {
    const said = { severity: 'medium', category: 'style', title: 'title' } as const;
    const merged = finding({
      reviewer: 'agent',
      rule: 'comparison',
      reviewers: ['agent', 'eslint'],
      merged: [
        { ...said, reviewer: 'agent', rule: 'comparison' },
        { ...said, reviewer: 'eslint', rule: 'eqeqeq' },
        { ...said, reviewer: 'eslint', rule: 'eqeqeq' },
        { ...said, reviewer: 'eslint' },
      ],
    });
    const before = { 'a.ts': { eqeqeq: 3, style: 1, comparison: 1 } };
    const after = (eqeqeq: number, style: number) =>
      judge([merged], [ran({ 'a.ts': { eqeqeq, style, comparison: 1 } })], before);
    expect(after(1, 0)).toBeNull();
    expect(after(2, 0)).toBe('eslint still reports eqeqeq in a.ts');
    expect(after(1, 1)).toBe('eslint still reports style in a.ts');
  });

  it('5.5 refuses what the fix brought in, in any touched file, and says where', () => {
    const places = [{ file: 'b.ts', rule: 'no-var', line: 7, text: 'Unexpected var' }];
    const reason = judge([finding()], [ran({ 'a.ts': {}, 'b.ts': { 'no-var': 1 } }, { places })], {
      'a.ts': { eqeqeq: 1 },
    });
    expect(reason).toBe('eslint reports something new: no-var in b.ts:7 (Unexpected var)');
  });

  it('5.5 what was reported in a touched file before is not new', () => {
    const before = { 'a.ts': { eqeqeq: 1 }, 'b.ts': { 'no-var': 2 } };
    expect(judge([finding()], [ran({ 'a.ts': {}, 'b.ts': { 'no-var': 2 } })], before)).toBeNull();
    expect(judge([finding()], [ran({ 'a.ts': {}, 'b.ts': { 'no-var': 3 } })], before)).toContain('something new');
  });

  it('5.5 refuses when the tool cannot be run again', () => {
    const crashed: ToolResult = {
      reviewer: 'eslint',
      status: 'crashed',
      message: 'no such file',
      counts: {},
      places: [],
    };
    expect(judge([finding()], [crashed], {})).toBe('eslint could not be run again: no such file');
  });

  it('5.5 a tool has no say about findings of others', () => {
    expect(judge([finding({ reviewer: 'import' })], [ran({ 'a.ts': { eqeqeq: 9 } })], {})).toBeNull();
  });

  it('5.5 a finding without a rule goes by its category', () => {
    const { rule: _, ...plain } = finding();
    expect(judge([plain], [ran({ 'a.ts': { style: 1 } })], { 'a.ts': { style: 1 } })).toContain('still reports style');
  });

  it('1.10 5.5 the fix of a neighbour does not count for one that is still reported in its place', () => {
    const before = { 'a.ts': { eqeqeq: 2 } };
    const place = { file: 'a.ts', rule: 'eqeqeq', line: 7, text: 'title' };
    const left = ran({ 'a.ts': { eqeqeq: 1 } }, { places: [place] });
    const judgeAt = (line: number, untouched: boolean): string | null =>
      judgeTools({
        fixed: [finding({ line })],
        results: [left],
        before: () => before,
        isUntouched: () => untouched,
      });
    expect(judgeAt(7, true)).toBe('eslint still reports eqeqeq in a.ts:7');
    // Its line was changed: what is there now may be another one.
    expect(judgeAt(7, false)).toBeNull();
    expect(judgeAt(3, true)).toBeNull();
  });
});
