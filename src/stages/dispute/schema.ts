/** The form in which whoever decides about disputes is asked to answer. */
import { z } from 'zod';
import { DisputeGround } from '../../model/finding/dispute.ts';

export const AdjudicateAnswer = z.object({
  rulings: z.array(
    z.object({
      code: z.string().describe('Of the finding'),
      verdict: z.enum(['refuted', 'upheld', 'unresolved']),
      ground: DisputeGround,
      file: z.string().describe('Of the line that decided it'),
      line: z.int(),
      quote: z.string().describe('What stands in that line, word for word'),
      reason: z.string(),
    }),
  ),
});

export const adjudicateSchema = (): Record<string, unknown> => {
  const { $schema: _, ...schema } = z.toJSONSchema(AdjudicateAnswer, { io: 'input' });
  return schema;
};
