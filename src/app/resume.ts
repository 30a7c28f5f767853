/** Goes on with a run that was interrupted or stopped, and ends one from outside. */
import { randomUUID } from 'node:crypto';
import { InputError } from '../model/expected.ts';
import type { App } from './app.ts';
import type { Options } from './options.ts';
import type { AskUser } from './runs/attend.ts';
import { findRunToChange } from './own-runs.ts';
import { goOn } from './runs/go-on.ts';
import type { RunHandle } from './runs/handle.ts';
import { limitsIn } from './runs/limits-in.ts';

/**
 * `set` may change limits: a budget that is spent, a time that is over. Everything else stays as it was at the start.
 */
export type ResumeRequest = Options & { run: string; askUser?: AskUser };

export const resume = async (app: App, request: ResumeRequest): Promise<RunHandle> => {
  const limits = limitsIn(request.set ?? {});
  const summary = await findRunToChange(app, request);
  return goOn(app, summary, { limits, askUser: request.askUser, options: request });
};

/** Asks the process that runs it to end it; a run that nobody runs any more is ended here. */
export const cancel = async (
  app: App,
  request: Options & { run: string },
): Promise<{ asked: boolean; message: string }> => {
  const summary = await findRunToChange(app, request);
  const { run, holder, standing } = summary;
  if (standing?.status && standing.status !== 'waiting')
    throw new InputError(`Run ${run} is finished already. \`fixpoint report ${run}\` shows how it ended.`, 'conflict');
  if (holder) {
    await (await app.journal()).send(run, { do: 'cancel', id: randomUUID() });
    const message = `Asked run ${run} to end (process ${holder.pid}). What is proven will be handed over.`;
    return { asked: true, message };
  }
  const { totals } = await (await goOn(app, summary, { cancelled: true, options: request })).result;
  const ending = `it is ended now, with ${totals.fixed} of ${totals.total} findings fixed.`;
  return { asked: false, message: `Run ${run} was not under way any more; ${ending}` };
};
