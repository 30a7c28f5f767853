/** Configuration of what becomes of findings that end unfixed. */
import { z } from 'zod';
import { LeftoverTarget } from '../../model/finding/leftover.ts';
import { Duration } from '../values.ts';

export const Leftovers = z
  .strictObject({
    to: LeftoverTarget.default('markdown').describe(
      'markdown: a file with the run’s artifacts; github, gitlab: an issue for each; none: only the report',
    ),
    repository: z
      .string()
      .regex(/^[\w.-]+(?:\/[\w.-]+)+$/, 'a repository such as owner/name')
      .optional()
      .describe('Where issues go; by default what CI says, else the remote that you pull from'),
    labels: z
      .array(z.string().min(1).max(50))
      .max(20)
      .default(['tech-debt', 'review-finding'])
      .describe('Labels of new issues; review-finding and the severity are always among them'),
    wait: Duration.default(300_000).describe(
      'How long to wait for the tracker in all; what was not sent by then stays in the outbox',
    ),
    pause: Duration.default(1_000).describe('Shortest pause between two changes in the tracker'),
  })
  .prefault({})
  .describe('Findings that end unfixed');
