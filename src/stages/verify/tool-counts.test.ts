/** Counting what tools report. */
import { describe, expect, it } from 'vitest';
import type { DraftFinding } from '../../model/finding.ts';
import { countOf } from '../../model/verification.ts';
import { countReported, toolResult } from './tool-counts.ts';

const draft = (file: string | undefined, rule?: string, line?: number): DraftFinding => ({
  severity: 'low',
  category: 'style',
  title: 'Unexpected var',
  description: '',
  ...(file !== undefined && { file }),
  ...(rule !== undefined && { rule }),
  ...(line !== undefined && { line }),
});

describe('counting reports', () => {
  it('5.5 counts per file and rule, by category where there is no rule', () => {
    const counts = countReported([
      draft('a.ts', 'no-var'),
      draft('a.ts', 'no-var'),
      draft('a.ts'),
      draft('b.ts', 'no-var'),
      draft(undefined),
    ]);
    expect(counts).toEqual({ 'a.ts': { 'no-var': 2, style: 1 }, 'b.ts': { 'no-var': 1 } });
  });

  it('5.5 keeps to the touched files, and names those without findings too', () => {
    const result = toolResult('eslint', [draft('a.ts', 'no-var', 3), draft('other.ts', 'no-var')], ['a.ts', 'b.ts']);
    expect(result).toEqual({
      reviewer: 'eslint',
      status: 'ran',
      counts: { 'a.ts': { 'no-var': 1 }, 'b.ts': {} },
      places: [{ file: 'a.ts', rule: 'no-var', line: 3, text: 'Unexpected var' }],
    });
  });

  it('a file that is named like a property of objects is a file like any other', () => {
    expect(countReported([draft('constructor', 'toString')])).toEqual({ constructor: { toString: 1 } });
    const hostile = countReported([draft('__proto__', 'polluted')]);
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
    expect(countOf(hostile, '__proto__', 'polluted')).toBe(1);
    expect(countOf({}, 'constructor', 'name')).toBeUndefined();
  });
});
