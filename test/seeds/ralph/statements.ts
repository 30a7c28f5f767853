/** What the document behind the preset `ralph` says, statement by statement, in our words. */
import type { Statement } from '../statement.ts';

export const statements: readonly Statement[] = [
  { id: 'L01', says: 'FR-001 findings are written to PROGRESS.txt as structured markdown' },
  { id: 'L02', says: 'FR-002 a finding has id, category, file and line, issue and suggestion' },
  { id: 'L03', says: 'FR-003 a summary is written whatever the verdict' },
  { id: 'L04', says: 'FR-004 verdict and findings can be parsed' },
  { id: 'L05', says: 'FR-005 NEEDS_WORK: every finding is tried' },
  { id: 'L06', says: 'FR-006 similar findings may share an attempt' },
  { id: 'L07', says: 'FR-007 up to three attempts' },
  { id: 'L08', says: 'FR-008 after that the failure is logged, and the next finding is tried' },
  { id: 'L09', says: 'FR-009 findings are read from PROGRESS.txt' },
  { id: 'L10', says: 'FR-010 a commit for each fix' },
  { id: 'L11', says: 'FR-011 the form of its message' },
  { id: 'L12', says: 'FR-012 by default only what blocking reviewers found is fixed' },
  { id: 'L13', says: 'FR-013 `--strict` fixes all levels' },
  { id: 'L14', says: 'FR-014 a reviewer that is skipped for its language triggers nothing' },
  { id: 'L15', says: 'FR-015 attempts are logged in the form of an entry' },
  { id: 'L16', says: 'FR-016 an entry has what was fixed, files and attempts' },
  { id: 'L17', says: 'FR-017 a failed fix is logged with its reason' },
  { id: 'L18', says: 'NFR-001 the same time limit as for any other call' },
  { id: 'L19', says: 'NFR-002 a review that passes takes no longer' },
  { id: 'L20', says: 'NFR-003 progress tells fixing from reviewing' },
  { id: 'L21', says: 'the form of a `[Review]` entry' },
  { id: 'L22', says: 'the form of a `[Review Fix]` entry' },
  { id: 'L23', says: 'the form of a `[Review Fix Failed]` entry' },
  {
    id: 'L24',
    says: 'the flow: a reviewer, its fixes, the next reviewer',
    deviation:
      'The attempts at one finding do not follow each other at once: all findings of a reviewer get their first attempt, then what is left its second. What comes of it is the same.',
  },
  { id: 'L25', says: 'PASSED: the next reviewer' },
  {
    id: 'L26',
    says: 'six reviewers with structured output',
    deviation: 'They are asked for JSON, which can be checked; the markdown of the document is read as well.',
  },
  { id: 'L27', says: 'what failed holds up neither fixes nor reviewers' },
  { id: 'L28', says: 'PROGRESS.txt is the audit trail of all attempts' },
  { id: 'L29', says: 'no approval by a person' },
  { id: 'L30', says: 'the preset: PROGRESS.txt in the root of the repository' },
  {
    id: 'L31',
    says: 'files of Python, and a flag that the document defers',
    beside: 'no statement about what the loop does',
  },
];
