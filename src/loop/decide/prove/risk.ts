/** How likely a fix is to be bad: what the size of a group goes by (5.6). */
import { provesTogether } from '../../../config/trust.ts';
import { machine } from '../../../model/run/machine-made.ts';
import { kindOfFix } from '../../state/failure-rates.ts';
import type { RunState } from '../../state/state.ts';
import type { AnsweredUnit } from '../../state/unit.ts';

/** What is taken for likely before anything was seen, and how many fixes it takes to outweigh that. */
type Expectation = { risk: number; weight: number };

/** Hardly ever wrong: hundreds go into the first group. */
const ofMachines: Expectation = { risk: 0.0005, weight: 200 };
const ofAgents: Expectation = { risk: 0.1, weight: 10 };
/** Each was proven by itself: together they nearly always hold. */
const whenProvenAlone = 0.02;

export const riskOf = (state: RunState, unit: AnsweredUnit): number => {
  if (!provesTogether(state.config)) return whenProvenAlone;
  const kind = kindOfFix(state, unit);
  const { proven, bad } = state.fixing.rates.get(kind) ?? { proven: 0, bad: 0 };
  const { risk, weight } = kind === machine ? ofMachines : ofAgents;
  return (risk * weight + bad) / (weight + proven + bad);
};
