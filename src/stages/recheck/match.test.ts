import { describe, expect, it } from 'vitest';
import type { DraftFinding, Finding } from '../../model/finding.ts';
import { matchReports } from './match.ts';
import { nameOf, unique } from './name.ts';

const said = { severity: 'high', category: 'general', description: '' } as const;
const finding = (id: string, line: number | undefined, rule: string, facts: Partial<Finding> = {}): Finding => ({
  ...said,
  id,
  code: id,
  title: `title of ${rule}`,
  file: 'a.js',
  ...(line !== undefined && { line }),
  rule,
  reviewer: 'import',
  level: 'blocking',
  ...facts,
});
const draft = (line: number, rule: string, facts: Partial<DraftFinding> = {}): DraftFinding => ({
  ...said,
  title: `title of ${rule}`,
  file: 'a.js',
  line,
  rule,
  ...facts,
});
const match = (findings: Finding[], drafts: DraftFinding[], ruleOf?: (rule: string) => string) =>
  Object.fromEntries(matchReports(findings, drafts, ruleOf));

describe('findings among what a tool reports again', () => {
  it('5.10 by file, rule and place, lines that moved a little included', () => {
    expect(match([finding('a', 3, 'no-var')], [draft(5, 'no-var')])).toEqual({ a: ['no-var'] });
    expect(match([finding('a', 3, 'no-var')], [draft(9, 'no-var')])).toEqual({});
    expect(match([finding('a', 3, 'no-var')], [draft(3, 'eqeqeq')])).toEqual({});
    expect(match([finding('a', 3, 'no-var')], [draft(3, 'no-var', { file: 'b.js' })])).toEqual({});
    expect(match([finding('a', undefined, 'no-var')], [draft(90, 'no-var')])).toEqual({ a: ['no-var'] });
  });

  it('5.10 each report stands for one finding, the nearest', () => {
    expect(match([finding('a', 3, 'no-var'), finding('b', 5, 'no-var')], [draft(5, 'no-var')])).toEqual({
      b: ['no-var'],
    });
  });

  it('5.10 by its title where formats call the rule by another name, and by what the tool knows of its names', () => {
    expect(match([finding('a', 3, 'X', { title: 'same' })], [draft(3, 'no-var', { title: 'same' })])).toEqual({
      a: ['no-var'],
    });
    const strip = (rule: string): string => rule.replace('eslint.rules.', '');
    expect(match([finding('a', 3, 'eslint.rules.no-var')], [draft(3, 'no-var', { title: 'other' })], strip)).toEqual({
      a: ['no-var'],
    });
  });

  it('5.10 every report of a merged finding', () => {
    const merged = [
      { ...said, reviewer: 'import', title: 'x', rule: 'no-var', line: 3 },
      { ...said, reviewer: 'import', title: 'y', rule: 'eqeqeq', line: 4 },
    ];
    expect(match([finding('a', 3, 'no-var', { merged })], [draft(3, 'no-var'), draft(4, 'eqeqeq')])).toEqual({
      a: ['no-var', 'eqeqeq'],
    });
  });
});

it.each([
  ['npx eslint -f json {files}', 'eslint'],
  ['cd packages/a && npx eslint -f json', 'eslint'],
  ['python3 -m flake8 {files}', 'flake8'],
  ['NODE_ENV=x ./tools/lint.sh', 'lint.sh'],
  [['node_modules/.bin/tsc', '--noEmit'], 'tsc'],
])('5.10 a command is called by its program: %j', (command, name) => {
  expect(nameOf(command)).toBe(name);
});

it('5.10 two commands of one program have names of their own', () => {
  expect(unique('eslint', new Set(['eslint', 'eslint 2']))).toBe('eslint 3');
});
