/** Rounds of reviews: at the beginning, one reviewer after the other, and once more over what the fixes changed. */
import type { ToolReviewerConfig } from '../../config/schema.ts';
import { trustsClaims } from '../../config/trust.ts';
import { showCommand } from '../../config/values.ts';
import type { RunEvent, RunEventOf } from '../../model/event.ts';
import { reviewersOf } from '../../model/finding.ts';
import { lacksAnotherLook } from './gates/proof.ts';
import { currentRound, type RunState } from '../state/state.ts';

type Round = Pick<RunEventOf<'round.started'>, 'cause' | 'reviewers' | 'base'>;

const started = ({ reviews, code }: RunState, round: Round): RunEvent[] => [
  { type: 'round.started', round: reviews.rounds.length + 1, head: code.head, ...round },
];

const names = ({ config }: RunState): string[] => config.reviewers.map(({ name }) => name);

const baseOf = ({ run }: RunState): string | null => run.started.base?.commit ?? null;

export const firstRound = (state: RunState): RunEvent[] => {
  const inSequence = state.config.review.sequence && state.run.started.command === 'run';
  const reviewers = inSequence ? names(state).slice(0, 1) : names(state);
  return started(state, { cause: 'first', reviewers, base: baseOf(state) });
};

/** What is to be reviewed once nothing is open any more; empty when nothing is. */
export const nextRound = (state: RunState): RunEvent[] => {
  if (state.run.started.command !== 'run') return [];
  const asked = new Set(state.reviews.rounds.flatMap(({ reviewers }) => reviewers));
  const [next] = names(state).filter((name) => !asked.has(name));
  if (next !== undefined) return started(state, { cause: 'sequence', reviewers: [next], base: baseOf(state) });
  return reviewAgain(state);
};

/**
 * Tools look at the result where they have not seen it yet: it costs no call, and only so it is known that the run does
 * not end worse than it began (7.6).
 */
export const lastLook = (state: RunState): RunEvent[] => {
  const { config, code, run, reviews } = state;
  if (run.started.command !== 'run' || config.review.again === 'never' || trustsClaims(config)) return [];
  const base = code.verifiedHead.commit;
  const isSeen = reviews.rounds.some(({ head, cause }) => cause !== 'sequence' && head.commit === base);
  const tools = config.reviewers.filter((reviewer) => reviewer.kind === 'tool');
  const reviewers = tools.filter((tool) => !hasSeenResult(state, tool)).map(({ name }) => name);
  if (code.commits.length === 0 || isSeen || reviewers.length === 0) return [];
  return started(state, { cause: 'last', reviewers, base: run.started.start.commit });
};

/** It was run on exactly this tree when the fixes were proven, and on all of it. */
const hasSeenResult = ({ checks, code }: RunState, { name, command }: ToolReviewerConfig): boolean => {
  const isWhole = !showCommand(command).includes('{files}');
  const { tools = [] } = checks.verified.get(code.verifiedHead.tree) ?? {};
  return isWhole && tools.some(({ reviewer, status }) => reviewer === name && status === 'ran');
};

/** Only what changed since it was last reviewed: every reviewer has seen the rest. */
const reviewAgain = (state: RunState): RunEvent[] => {
  const reviewed = state.reviews.rounds.filter(({ cause }) => cause === 'again');
  const base = reviewed.at(-1)?.head.commit ?? state.run.started.start.commit;
  if (state.config.review.again === 'never' || !currentRound(state) || state.code.head.commit === base) return [];
  const reviewers = whoLooksAgain(state, reviewed.length + 1);
  return reviewers.length === 0 ? [] : started(state, { cause: 'again', reviewers, base });
};

/** Everybody, as long as `review.rounds` allows it; once beyond it, those who reported a fixed finding again (7.9). */
const whoLooksAgain = (state: RunState, rounds: number): string[] => {
  const most = state.config.review.rounds;
  if (rounds < most) return names(state);
  if (rounds > most) return [];
  const unproven = [...state.findings.values()].filter((finding) => lacksAnotherLook(state, finding));
  const reporters = new Set(unproven.flatMap(({ finding }) => reviewersOf(finding)));
  return names(state).filter((name) => reporters.has(name));
};
