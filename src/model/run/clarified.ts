/** What `fixpoint clarify`, or `fixpoint plan`, leaves for the run that goes on with it (3.5). */
import { z } from 'zod';
import { Session } from '../attempt.ts';
import { Question } from '../call.ts';

export const Clarified = z.object({
  run: z.string().describe('The run that asked'),
  questions: z.array(Question.extend({ answer: z.string() })).describe('With their answers; empty: left to the fixer'),
  agent: z.string().optional().describe('Who asked'),
  session: Session.optional().describe('The conversation in which it did'),
});
export type Clarified = z.infer<typeof Clarified>;
