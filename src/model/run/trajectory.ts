/** How a run went from round to round, as the report has it (7.6). */
import { z } from 'zod';

export const ReportRound = z.object({
  round: z.int(),
  cause: z
    .enum(['first', 'sequence', 'again', 'last'])
    .describe('again: what fixes changed is reviewed; last: tools look at the result'),
  open: z.int().describe('Findings that were neither fixed nor dismissed when it began'),
  new: z.int().describe('Findings that it reported for the first time'),
  again: z.int().describe('Findings that were fixed, and that it reported again'),
  fixed: z.int().describe('Findings that were fixed in it'),
  minted: z.int().describe('New findings on lines that fixes of this run wrote'),
  added: z.int().describe('Lines that its fixes added'),
  removed: z.int(),
  usd: z.number().nullable().describe('What it cost, its reviews included; null when no agent said what it costs'),
  tokens: z.int(),
});
export type ReportRound = z.infer<typeof ReportRound>;

export const Restored = z.object({
  head: z.string().describe('The commit that was gone back to; the start, where no fix is handed over'),
  taken: z.int().describe('Commits that are not handed over'),
  reason: z.string(),
});
export type Restored = z.infer<typeof Restored>;
