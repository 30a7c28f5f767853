/** What is held back for opinions: a fix that was paid for is judged, and not left lying for want of money. */
import { keyOfCall } from '../../../model/call.ts';
import type { Reserved } from '../../../model/run/snapshot.ts';
import { isMachineMade } from '../../../model/run/machine-made.ts';
import { sumOf } from '../../state/spent/spending.ts';
import { type RunState, workingUnits } from '../../state/state.ts';
import { type UnitState, waitsForCall } from '../../state/unit.ts';
import { estimateOf } from './estimate.ts';
import { agentNow } from './replace-agent.ts';

const estimateFor = (state: RunState, challenger: string): Reserved => estimateOf(state, agentNow(state, challenger));

/** Of everybody who judges, once. */
export const opinionsOnOne = (state: RunState): Reserved =>
  sumOf(state.config.challenger.agents.map((challenger) => estimateFor(state, challenger)));

/** Those who have not been asked about it, or could not take the call. */
const missing = ({ agents, config }: RunState, { plan: { unit } }: UnitState): string[] =>
  config.challenger.agents.filter((challenger) => {
    const call = agents.calls.get(keyOfCall({ role: 'challenge', unit, challenger, n: 1 }));
    return call === undefined || call.postponed !== undefined;
  });

/** A fix was begun, and may come to something. */
const isBegun = (unit: UnitState): boolean => !waitsForCall(unit) && !isMachineMade(unit.plan);

export const heldBackFor = (state: RunState): Reserved =>
  state.config.challenger.agents.length === 0
    ? sumOf([])
    : sumOf(
        workingUnits(state)
          .filter(isBegun)
          .flatMap((unit) => missing(state, unit))
          .map((challenger) => estimateFor(state, challenger)),
      );
