/** The form in which a challenger is asked to answer. */
import { z } from 'zod';

/** Without bounds, which not every tool knows; what is out of range is refused when it is read. */
const Points = z.number().describe('0 to 100');

/** A list, since a map has keys that no closed schema can name; a map by code is read as well. */
export const ChallengeAnswer = z.object({
  issues: z.array(
    z.object({
      code: z.string().describe('Of the finding'),
      score: Points,
      feedback: z.string(),
      quality_scores: z
        .object({ correctness: Points, safety: Points, minimality: Points, style: Points })
        .partial()
        .optional(),
      improvements_needed: z.array(z.string()).optional(),
    }),
  ),
});

export const challengeSchema = (): Record<string, unknown> => {
  const { $schema: _, ...schema } = z.toJSONSchema(ChallengeAnswer, { io: 'input' });
  return schema;
};
