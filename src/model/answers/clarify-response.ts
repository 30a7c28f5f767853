/** What `fixpoint clarify --json` prints: how far the questions of a run have come (3.1). */
import { z } from 'zod';
import { Question } from '../call.ts';

export const ClarifyResponse = z
  .object({
    has_questions: z.boolean(),
    questions_by_issue: z
      .array(
        z.object({
          issue_code: z.string().describe('Code of the finding'),
          questions: z.array(Question.omit({ finding: true })),
        }),
      )
      .describe('What nobody has answered yet'),
    session_id: z.string().describe('The run; --session takes it'),
    ready_to_plan: z.boolean(),
  })
  .describe('fixpoint clarify --json');
export type ClarifyResponse = z.infer<typeof ClarifyResponse>;
