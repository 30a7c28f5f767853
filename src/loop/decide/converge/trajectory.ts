/** How a run went from round to round: what was open, new, fixed, how the change grew, and what it took (7.6). */
import type { Usage } from '../../../model/attempt.ts';
import type { RunEventOf } from '../../../model/event.ts';
import { isFixedIn } from '../../state/places.ts';
import { answeredUnit, type RoundState, type RunState } from '../../state/state.ts';

/** One round: what reviewers reported in it, and what was done about that until the next one began. */
export type Leg = {
  round: number;
  cause: RunEventOf<'round.started'>['cause'];
  /** Findings that were neither fixed nor dismissed when it began. */
  open: number;
  found: readonly string[];
  again: readonly string[];
  fixed: number;
  /** Of what was found: what lies on lines that fixes of this run wrote. */
  minted: number;
  /** Lines of the fixes that were taken in. */
  added: number;
  removed: number;
  /** Lines that the change had when it was looked at, added and removed ones; null where nobody measured it. */
  size: number | null;
  used: Usage;
};

export const trajectoryOf = (state: RunState): Leg[] =>
  state.reviews.rounds.map((round, index) => legOf(state, round, state.reviews.rounds[index + 1]));

const legOf = (state: RunState, round: RoundState, following: RoundState | undefined): Leg => {
  const { cause, openBefore, found, reopened, measured } = round;
  return {
    round: round.round,
    cause,
    open: openBefore,
    found,
    again: reopened,
    fixed: fixedIn(state, round),
    minted: measured?.minted.length ?? 0,
    ...linesOf(state, round),
    size: sizeOf(state, round),
    used: difference(following?.usedBefore ?? state.money.used, round.usedBefore),
  };
};

const sizeOf = ({ run }: RunState, { head, measured }: RoundState): number | null => {
  if (measured) return measured.added + measured.removed;
  return head.commit === run.started.start.commit ? 0 : null;
};

const cyclesOf = ({ fixing }: RunState, { round }: RoundState): Set<number> =>
  new Set(fixing.cycles.filter((cycle) => cycle.round === round).map(({ n }) => n));

const fixedIn = (state: RunState, round: RoundState): number => {
  const cycles = [...cyclesOf(state, round)];
  return [...state.findings.values()].filter((finding) => cycles.some((n) => isFixedIn(finding, n, state))).length;
};

/** Of commits that were taken back as well: they are what happened. */
const linesOf = (state: RunState, round: RoundState): { added: number; removed: number } => {
  const cycles = cyclesOf(state, round);
  const units = [...state.fixing.units.values()].filter(({ cycle, commit }) => commit && cycles.has(cycle));
  const files = units.flatMap(({ plan }) => answeredUnit(state, plan.unit)?.answer.snapshot?.files ?? []);
  const sum = (key: 'added' | 'removed'): number => files.reduce((total, file) => total + (file[key] ?? 0), 0);
  return { added: sum('added'), removed: sum('removed') };
};

/** What one has that the other has not. What was never said stays unsaid. */
const difference = (after: Usage, before: Usage): Usage =>
  Object.fromEntries(
    (['usd', 'inputTokens', 'cachedTokens', 'outputTokens'] as const).flatMap((key) =>
      after[key] === undefined ? [] : [[key, Math.max(0, after[key] - (before[key] ?? 0))]],
    ),
  );
