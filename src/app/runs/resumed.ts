/** What the journal says when a run is gone on with. */
import { type Started, willRun } from '../../config/will-run.ts';
import type { RunState } from '../../loop/state/state.ts';
import type { RunEventOf } from '../../model/event.ts';
import { given } from '../../plain/given.ts';
import { version } from '../../version.ts';
import type { AskUser } from './attend.ts';
import type { Limits } from './limits-in.ts';

export type Resuming = { limits?: Limits | undefined; askUser?: AskUser | undefined };

export const resumedEvent = (state: RunState, { limits, askUser }: Resuming): RunEventOf<'run.resumed'> => {
  const starts = startsOf(state);
  return {
    type: 'run.resumed',
    version,
    ...(askUser && { attended: true }),
    ...given({ limits, starts: starts.length > 0 ? starts : undefined }),
  };
};

/** Shown again: whoever resumes a run need not be the one who saw it begin. */
const startsOf = ({ run, config }: RunState): Started[] => {
  const { command, sources, request } = run.started;
  return willRun(config, { command, asksReviewers: sources.length === 0, isReplayed: request.replay !== undefined });
};
