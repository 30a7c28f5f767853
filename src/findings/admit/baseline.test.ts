import { describe, expect, it } from 'vitest';
import type { Finding } from '../../model/finding.ts';
import { compareWith } from './baseline.ts';
import { anchorOf } from '../identity/anchor.ts';

const text = 'alpha(first, second);\nbeta(third);\ngamma(fourth, fifth, sixth);\n';
const finding = (id: string, line: number, more: Partial<Finding> = {}, source = text): Finding => {
  const anchor = anchorOf({ file: 'a.ts', line }, source);
  return {
    id,
    code: id,
    severity: 'low',
    category: 'style',
    rule: 'rule',
    title: 'a title',
    description: 'd',
    file: 'a.ts',
    line,
    reviewer: 'r',
    level: 'blocking',
    ...(anchor !== undefined && { anchor }),
    ...more,
  };
};

describe('findings against a baseline', () => {
  it('10.3 are unchanged, new, updated or absent', () => {
    const shifted = `// new\n${text}`;
    const { states, absent } = compareWith(
      [finding('old1', 1), finding('old2', 2), finding('old3', 3)],
      [
        finding('n1', 2, {}, shifted),
        finding('n3', 4, { severity: 'high' }, shifted),
        finding('n4', 1, { rule: 'another' }, shifted),
      ],
    );
    expect([...states]).toEqual([
      ['n1', 'unchanged'],
      ['n3', 'updated'],
      ['n4', 'new'],
    ]);
    expect(absent.map(({ id }) => id)).toEqual(['old2']);
  });

  it('10.3 are updated when the code under them changed', () => {
    const edited = text.replace('gamma(fourth, fifth, sixth)', 'gamma(fourth, fifth, seventh)');
    const { states, absent } = compareWith([finding('old', 3)], [finding('now', 3, {}, edited)]);
    expect([states.get('now'), absent]).toEqual(['updated', []]);
  });
});
