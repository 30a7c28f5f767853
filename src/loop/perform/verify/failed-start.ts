/**
 * What comes of the verification of the untouched start: its result, what to do about it, and what it means for the
 * fixes.
 */
import { showCommand } from '../../../config/values.ts';
import type { RunEvent } from '../../../model/event.ts';
import type { Verification } from '../../../model/verification.ts';
import { provable, remedyFor, setupExamples } from '../../../stages/verify/failed-start.ts';
import type { Performing } from '../../engine.ts';

export const failedStart = async (
  { engine, state: { config } }: Performing,
  verification: Verification,
): Promise<RunEvent[]> => {
  // What the sandbox keeps it from is known already.
  if (verification.remedy !== undefined) return [{ type: 'baseline.finished', verification }];
  const files = await engine.custody.existing(engine.custody.start.commit, Object.keys(setupExamples));
  const remedy = remedyFor(verification, { setup: config.verify.setup.map(showCommand), files });
  if (remedy !== null) return [{ type: 'baseline.finished', verification: { ...verification, remedy } }];
  const said = provable(verification, config.verify.unproven).map((message): RunEvent => ({
    type: 'warning',
    message,
  }));
  return [{ type: 'baseline.finished', verification }, ...said];
};
