/** Gives a run other limits, whether it is under way or not. */
import { randomUUID } from 'node:crypto';
import { InputError } from '../../model/expected.ts';
import type { App } from '../app.ts';
import { findRunToChange } from '../own-runs.ts';
import { readState } from './read-run.ts';
import type { Options } from '../options.ts';
import { limitsIn } from './limits-in.ts';
import { refuseIfThrough } from './resumable.ts';
import { refuseUnkeptLimit } from '../unknown-price.ts';

/** Whoever holds the run takes them over within a second; where nobody does, they count when it is resumed. */
export const setLimits = async (
  app: App,
  request: Options & { run: string },
): Promise<{ held: boolean; message: string }> => {
  const limits = limitsIn(request.set ?? {});
  if (limits === undefined)
    throw new InputError('No limit was given. Name one, such as --usd 10 or --minutes 90; --help lists them.');
  const { run, holder } = await findRunToChange(app, request);
  const state = await readState(app, run);
  refuseIfThrough(state);
  refuseUnkeptLimit(state.config, limits);
  await (await app.journal()).send(run, { do: 'set-limits', id: randomUUID(), limits });
  return { held: holder !== null, message: messageOf(run, holder) };
};

const messageOf = (run: string, holder: { pid: number } | null): string =>
  holder === null
    ? `Run ${run} is not under way: the limits count when it is resumed. Resume it with: fixpoint resume ${run}`
    : `Told run ${run} (process ${holder.pid}) its new limits.`;
