/** What Claude Code answers in a given form, and a review in that form with one finding in `src/user.ts`. */
import type { Turn } from './protocol.ts';

export const structured = (input: Record<string, unknown>): Turn => ({ tools: [{ name: 'StructuredOutput', input }] });

export const missingNullCheck = structured({
  verdict: 'NEEDS_WORK',
  findings: [
    {
      id: 'BE-001',
      severity: 'high',
      category: 'correctness',
      title: 'Missing null check',
      description: 'An unknown id throws.',
      file_path: 'src/user.ts',
      line_start: 1,
      line_end: 1,
      suggested_fix: 'Check for it.',
    },
  ],
  summary: 'One thing.',
});
