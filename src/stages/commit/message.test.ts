/** Commit messages. */
import { describe, expect, it } from 'vitest';
import type { Finding } from '../../model/finding.ts';
import { commitMessage } from './message.ts';

const finding = (id: string, facts: Partial<Finding> = {}): Finding => ({
  id: `id-${id}`,
  code: id,
  severity: 'high',
  category: 'correctness',
  title: 'Compare with ===',
  description: '',
  reviewer: 'eslint',
  level: 'blocking',
  ...facts,
});

const subjectOf = (message: string): string => message.split('\n', 1)[0] ?? '';

describe('commitMessage', () => {
  it('8.2 names reviewer, code and a brief description', () => {
    expect(commitMessage([finding('F001')])).toBe(
      'fix(review): eslint - F001 - Compare with ===\n\nFixpoint-Finding: id-F001\n',
    );
  });

  it('8.2 a patch that cannot be separated names all its codes', () => {
    const message = commitMessage([finding('F001'), finding('F002', { title: 'No var', reviewer: 'biome' })]);
    expect(subjectOf(message)).toBe('fix(review): eslint, biome - F001, F002 - 2 findings');
    expect(message).toContain('- F001: Compare with ===\n- F002: No var\n');
    expect(message).toMatch(/Fixpoint-Finding: id-F001\nFixpoint-Finding: id-F002\n$/);
  });

  it('8.2 still names all codes when they do not fit into the subject', () => {
    const many = Array.from({ length: 30 }, (_, index) => finding(`F${String(index).padStart(3, '0')}`));
    const message = commitMessage(many);
    expect(subjectOf(message)).toBe('fix(review): eslint - 30 codes - 30 findings');
    for (const { code } of many) expect(message).toContain(`- ${code}: `);
  });

  it('brings the explanation of the fixer', () => {
    expect(commitMessage([finding('F001')], 'Replaced the operator.\n\nTwice.')).toContain(
      '\n\nReplaced the operator.\nTwice.\n\n',
    );
  });

  it('keeps the subject on one line of at most 100 characters', () => {
    const subject = subjectOf(commitMessage([finding('F001', { title: `Long ${'very '.repeat(50)}\nsecond line` })]));
    expect(subject.length).toBeLessThanOrEqual(100);
    expect(subject.endsWith('…')).toBe(true);
  });

  it('takes control characters out of what others wrote', () => {
    const message = commitMessage(
      [finding('F001', { title: 'a\u0000b\u001b[31mc', reviewer: 'es\nlint' })],
      'x\u0007y\r\nz',
    );
    // oxlint-disable-next-line no-control-regex -- that is what must not be there
    expect(message).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f]/);
    expect(subjectOf(message)).toBe('fix(review): es lint - F001 - ab[31mc');
  });

  it('lets nobody forge a trailer', () => {
    const forged = 'Done.\nFixpoint-Finding: id-of-another\nSigned-off-by: Somebody <s@example.com>';
    const message = commitMessage([finding('F001')], forged);
    expect(message.match(/^Fixpoint-Finding:/gm)).toEqual(['Fixpoint-Finding:']);
    expect(message).not.toMatch(/^Signed-off-by:/m);
  });

  it('a commit without a finding is a bug', () => {
    expect(() => commitMessage([])).toThrow('without a finding');
  });
});
