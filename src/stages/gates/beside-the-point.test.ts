/** What no challenger needs to be asked about. */
import { describe, expect, it } from 'vitest';
import type { Finding } from '../../model/finding.ts';
import { besideThePoint } from './beside-the-point.ts';

const finding = (facts: Partial<Finding> = {}): Finding => ({
  id: 'f1',
  code: 'F001',
  severity: 'high',
  category: 'bug',
  title: 't',
  description: 'd',
  file: 'src/a.ts',
  line: 3,
  reviewer: 'r',
  level: 'blocking',
  ...facts,
});

const zero = (files: string[], explanation = '', facts: Partial<Finding> = {}): string | null =>
  besideThePoint({ finding: finding(facts), files, explanation });

const elsewhere = 'the change does not touch src/a.ts, nor any file that the explanation names';

describe('6.5 gives 0 by code', () => {
  it('to a diff that does not touch what it claims', () => {
    expect(zero(['src/b.ts'])).toBe(elsewhere);
    expect(zero(['src/a.ts.orig', 'lib/src/a.ts'], 'Fixed.')).toBe(elsewhere);
  });

  it.each([
    'I fixed src/a.ts.',
    'The cause was in lib/b.ts',
    'I changed xsrc/b.ts and src/b.tsx',
    'Done in b.ts.bak, not elsewhere',
    'see /other/place/b2.ts',
  ])('also when the explanation says only: %s', (explanation) => {
    expect(zero(['src/b.ts'], explanation)).toBe(elsewhere);
  });
});

describe('6.5 leaves to the challenger', () => {
  it('a diff that touches the file of the finding, or one that its edits are about', () => {
    expect(zero(['README.md', 'src/a.ts'])).toBeNull();
    const range = { by: 'lines', startLine: 1, endLine: 1 } as const;
    expect(zero(['src/c.ts'], '', { edits: [{ file: 'src/c.ts', range, text: '' }] })).toBeNull();
  });

  it.each([
    'The cause is in src/b.ts.',
    'The cause is in `src/b.ts`, line 3',
    'I changed ./src/b.ts:12 only',
    'changed (b.ts)',
    'Fixed at its cause: b.ts.',
    'in /tmp/workspace/src/b.ts-',
    String.raw`in src\b.ts, as on Windows`,
    'It is [src/b.ts](src/b.ts#L3)',
  ])('a diff of a file that the explanation names: %s', (explanation) => {
    expect(zero(['docs/x.md', 'src/b.ts'], explanation)).toBeNull();
  });

  it('a file whose name has blanks', () => {
    expect(zero(['docs/my notes (old).md'], 'see "docs/my notes (old).md"')).toBeNull();
    expect(zero(['docs/my notes (old).md'], 'see my notes')).toBe(elsewhere);
  });

  it('a finding that names no file', () => {
    expect(besideThePoint({ finding: withoutFile(), files: ['src/b.ts'], explanation: '' })).toBeNull();
  });

  it('and is quick about many files and many words', () => {
    const files = Array.from({ length: 20_000 }, (_, index) => `deep/er/and/deep er/file ${index}.ts`);
    expect(zero(files, '/x '.repeat(50_000))).toBe(elsewhere);
  });
});

const withoutFile = (): Finding => {
  const { file: _, line: __, ...rest } = finding();
  return rest;
};
