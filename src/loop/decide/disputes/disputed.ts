/** Which findings of an attempt its fixer calls wrong, and who may decide about that (7.8). */
import { isMachineMade } from '../../../model/run/machine-made.ts';
import type { FindingState, RunState } from '../../state/state.ts';
import type { AnsweredUnit } from '../../state/unit.ts';
import { agentNow } from '../calls/replace-agent.ts';
import { asked } from '../gates/claims.ts';

/** So often a finding may be disputed in vain. */
const mostRefusals = 2;

/** Runs of versions that did not know of disputes hear none. */
export const hearsDisputes = ({ config }: Pick<RunState, 'config'>): boolean => config.disputes?.hear ?? false;

export const disputedIn = (state: RunState, unit: AnsweredUnit): string[] =>
  hearsDisputes(state) && unit.answer.outcome === 'ok'
    ? asked(unit).filter((id) => unit.answer.claims[id]?.dispute !== undefined)
    : [];

/** Two refusals end it: whatever is cited from then on. */
export const isOver = ({ attempts }: FindingState): boolean =>
  attempts.filter(({ gate, result }) => gate === 'dispute' && result === 'refused').length >= mostRefusals;

/** A challenger, or whoever is named for it; never the one that disputes. Undefined: only a person can decide. */
export const judgeOf = (state: RunState, { answer }: AnsweredUnit): string | undefined => {
  const { challenger, disputes } = state.config;
  return [...challenger.agents, disputes.agent]
    .filter((name) => name !== undefined)
    .find((name) => agentNow(state, name) !== answer.agent && !isMachineMade({ agent: name }));
};
