/** Rounds of reviews: at the beginning, one reviewer after the other, and once more over what the fixes changed. */
import type { Config } from '../../config/schema.ts';
import type { RunEvent, RunEventOf } from '../../model/event.ts';
import { currentRound, type RunState } from '../state/state.ts';

type Round = Pick<RunEventOf<'round.started'>, 'cause' | 'reviewers' | 'base'>;

const started = (state: RunState, round: Round): RunEvent[] =>
  state.head ? [{ type: 'round.started', round: state.rounds.length + 1, head: state.head, ...round }] : [];

const names = (config: Config): string[] => config.reviewers.map(({ name }) => name);

const baseOf = (state: RunState): string | null => state.started?.base?.commit ?? null;

export const firstRound = (state: RunState, config: Config): RunEvent[] =>
  started(state, {
    cause: 'first',
    reviewers: config.review.sequence && state.started?.command === 'run' ? names(config).slice(0, 1) : names(config),
    base: baseOf(state),
  });

/** What is to be reviewed once nothing is open any more; empty when nothing is. */
export const nextRound = (state: RunState, config: Config): RunEvent[] => {
  if (state.started?.command !== 'run') return [];
  const asked = new Set(state.rounds.flatMap(({ reviewers }) => reviewers));
  const [next] = names(config).filter((name) => !asked.has(name));
  if (next !== undefined) return started(state, { cause: 'sequence', reviewers: [next], base: baseOf(state) });
  return reviewAgain(state, config);
};

/** Only what changed since it was last reviewed: every reviewer has seen the rest. */
const reviewAgain = (state: RunState, config: Config): RunEvent[] => {
  const { again, rounds } = config.review;
  const reviewed = state.rounds.filter(({ cause }) => cause === 'again');
  const last = reviewed.at(-1)?.head.commit ?? state.started?.start.commit;
  if (again === 'never' || reviewed.length + 1 >= rounds || !currentRound(state) || state.head?.commit === last)
    return [];
  return started(state, { cause: 'again', reviewers: names(config), base: last ?? null });
};
