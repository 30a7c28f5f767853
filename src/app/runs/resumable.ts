/** Whether a run can be gone on with, and by which configuration. */
import { Config } from '../../config/schema.ts';
import type { RunState } from '../../loop/state/state.ts';
import { InputError } from '../../model/expected.ts';
import { whyUnusable } from './read-run.ts';

export const refuseIfThrough = ({ run: { id }, end: { finished } }: RunState): void => {
  if (finished && finished.stopReason === undefined)
    throw new InputError(
      `Run ${id} is finished (${finished.status}); there is nothing to resume. ` +
        `\`fixpoint report ${id}\` shows how it ended.`,
      'conflict',
    );
};

/** A run that an earlier version began has no values for keys that are new. */
export const configOf = ({ run, config }: RunState, written: unknown): Config => {
  const parsed = Config.safeParse(withLimitsOf(config, written));
  if (parsed.success) return parsed.data;
  throw new InputError(whyUnusable(run.id));
};

/** As it was written, with the limits that hold by now. */
const withLimitsOf = ({ limits }: Config, written: unknown): unknown =>
  typeof written === 'object' && written !== null ? { ...written, limits } : written;
