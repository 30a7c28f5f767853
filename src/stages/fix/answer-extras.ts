/** What a fixer may say beside its outcomes: its session, and what it used. */
import { z } from 'zod';
import type { Usage } from '../../model/attempt.ts';
import { given } from '../../plain/given.ts';

const amount = z.number().nonnegative().optional().catch(undefined);
const Extras = z.object({
  session: z.string().min(1).optional().catch(undefined),
  usage: z.object({ inputTokens: amount, outputTokens: amount, usd: amount }).optional().catch(undefined),
});

export const readExtras = (answer: unknown): { session?: string; usage?: Usage } => {
  const extras = Extras.safeParse(answer);
  if (!extras.success) return {};
  const { session, usage } = extras.data;
  return given({ session, usage: usage && given(usage) });
};
