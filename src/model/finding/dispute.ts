/** A dispute (7.8): a fixer says that a finding is wrong, shows where, and somebody else decides. */
import { z } from 'zod';

/** Each turns a claim of the finding round: that something is there, is missing, can happen, or is not meant to be. */
export const DisputeGround = z
  .enum(['not-there', 'is-there', 'cannot-happen', 'intended'])
  .describe(
    'not-there: what the finding says is there is not. is-there: what it says is missing is there. ' +
      'cannot-happen: other code rules it out. intended: it is documented or tested to be so',
  );
export type DisputeGround = z.infer<typeof DisputeGround>;

/** A line of the repository that somebody has read. */
export const Citation = z.object({
  file: z.string().describe('From the root of the repository'),
  line: z.int().min(1),
  quote: z.string().describe('What stands there, word for word'),
});
export type Citation = z.infer<typeof Citation>;

/** As a fixer says it. */
export const Dispute = z.object({ ground: DisputeGround, evidence: z.array(Citation) });
export type Dispute = z.infer<typeof Dispute>;

/** As it was read and looked up in the code. */
export const ReadDispute = z.object({
  ground: DisputeGround.optional(),
  evidence: z.array(Citation),
  problem: z.string().optional().describe('Why nobody is asked about it'),
});
export type ReadDispute = z.infer<typeof ReadDispute>;

/** What one who judges says of one finding; a verdict without a line that was read is `unresolved`. */
export const Opinion = z.object({
  verdict: z.enum(['refuted', 'upheld', 'unresolved']),
  ground: DisputeGround.optional(),
  read: Citation.optional().describe('The line that decided it'),
  reason: z.string(),
});
export type Opinion = z.infer<typeof Opinion>;

/** What was decided about a dispute, and by whom. */
export const Ruling = z.object({
  verdict: z
    .enum(['refuted', 'upheld', 'not-heard', 'undecided'])
    .describe('undecided: only a person could have decided, and nobody was there'),
  by: z.string().describe('An agent, the user, or code'),
  reason: z.string(),
  read: Citation.optional(),
});
export type Ruling = z.infer<typeof Ruling>;
