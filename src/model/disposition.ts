/** A disposition: a person's lasting decision about a finding, kept with the repository. */
import { z } from 'zod';
import { Severity } from './finding.ts';

/** `refuted`: it is wrong; `accepted`: it is right, and the risk is taken; `suppressed`: it is not to be shown. */
export const DispositionKind = z.enum(['refuted', 'accepted', 'suppressed']);
export type DispositionKind = z.infer<typeof DispositionKind>;

/** The last day, in UTC, or a moment with its time zone. */
export const Until = z.union([z.iso.date(), z.iso.datetime({ offset: true })], {
  error: 'a day such as 2027-01-31, or a time such as 2027-01-31T12:00:00Z',
});

const line = z.int().min(1).max(2_147_483_647);

/** What the finding looked like when it was dismissed. */
const DisposedFinding = z.strictObject({
  rule: z.string().max(1_000).optional(),
  category: z.string().max(1_000),
  title: z.string().max(1_000),
  severity: Severity,
  file: z.string().max(4_096).optional(),
  line: line.optional(),
  endLine: line.optional(),
  reviewer: z.string().max(1_000),
  fingerprints: z.record(z.string().max(200), z.string().max(1_000)).optional(),
});

export const Disposition = z.strictObject({
  id: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/, 'a name of letters, digits, - and _, such as f0123456789ab'),
  as: DispositionKind,
  reason: z
    .string()
    .max(10_000)
    .refine((text) => text.trim() !== '', { error: 'words that say why' }),
  by: z.string().max(1_000),
  at: z.iso.datetime({ offset: true, error: 'a time such as 2027-01-31T12:00:00Z' }),
  until: Until.optional(),
  finding: DisposedFinding,
  anchor: z
    .string()
    .max(4_000)
    .optional()
    .describe('The code that it was about, in a form by which it is recognised; opaque'),
  aliases: z.array(z.string().max(1_000)).max(100).optional().describe('Other titles under which it was seen'),
});
export type Disposition = z.infer<typeof Disposition>;
