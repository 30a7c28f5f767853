/** Findings for the tests of planning. */
import type { Finding } from '../../../src/model/finding.ts';

/** With the id `id-{code}`; without a file when none is given. */
export const finding = (code: string, file?: string, facts: Partial<Finding> = {}): Finding => ({
  id: `id-${code}`,
  code,
  severity: 'high',
  category: 'correctness',
  title: `title of ${code}`,
  description: `description of ${code}`,
  ...(file !== undefined && { file, line: 12 }),
  reviewer: 'backend',
  level: 'blocking',
  ...facts,
});

export const edits = (...files: string[]): NonNullable<Finding['edits']> =>
  files.map((file) => ({ file, range: { by: 'offset', start: 0, end: 1 }, text: '' }));
