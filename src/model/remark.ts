/** What was noticed in a patch by reading it: no command was run for it. */
import { z } from 'zod';

/** The gates that judge by reading a patch, as people call them in `gates.allow` and in reports. */
export const ReadingGate = z.enum([
  'tests',
  'suppressions',
  'settings',
  'reversion',
  'types',
  'errors',
  'deletions',
  'special-cases',
  'sniffing',
  'dead-code',
  'beside-the-point',
  'hidden-characters',
  'durable',
  'unreadable',
]);
export type ReadingGate = z.infer<typeof ReadingGate>;

export const Remark = z.object({
  gate: ReadingGate,
  rule: z.string().describe('Such as test-skipped; gates.allow names it'),
  file: z.string(),
  line: z.int().min(1).optional().describe('In the file as it is now, or as it was where `before` is true'),
  before: z.boolean().optional(),
  message: z.string().describe('What the patch does, as a sentence without a full stop'),
  accepted: z.string().describe('What would be accepted instead'),
  noteOnly: z.boolean().optional().describe('Told to challengers and in the report, but no reason to refuse'),
});
export type Remark = z.infer<typeof Remark>;
