/** How a run must end, said again from what happened in it: an oracle that shares no code with the loop. */
import type { RunStatus, StopReason } from '../../../src/model/run/outcome.ts';
import type { Evidence } from './check-proof.ts';
import type { World } from './world.ts';

export type End = { status: RunStatus; stopReason: StopReason | undefined };

export const expectedEnd = (world: World, evidence: Evidence, isCovered: boolean): End => {
  if (evidence.cancelled) return { status: 'cancelled', stopReason: 'cancelled' };
  if (evidence.stop) {
    const { reason } = evidence.stop;
    return {
      status: reason === 'setup' || reason === 'baseline' || reason === 'tampered' ? 'failed' : 'leftovers',
      stopReason: reason,
    };
  }
  return { status: throughStatus(world, evidence, isCovered), stopReason: undefined };
};

/** The last call that was to ask came to nothing that could be read. */
const couldNotAsk = ({ agents }: World['state']): boolean => {
  const asked = [...agents.calls].filter(([key]) => key.startsWith('clarify/')).at(-1);
  return asked?.[1].answer !== undefined && asked[1].answer.answer === null;
};

/** The run is through: nothing cut it short. */
const throughStatus = ({ state, scenario }: World, evidence: Evidence, isCovered: boolean): RunStatus => {
  if (evidence.reviewErrors.size > 0) return 'failed';
  if (scenario.command === 'clarify' && couldNotAsk(state)) return 'failed';
  const { commands, claims } = scenario.config.verify;
  if (evidence.accepted.size > 0 && commands.length === 0 && claims === 'prove') return 'leftovers';
  // What was fixed in the meantime is not, even where every finding that is left came with what was taken back.
  if (!isCovered || evidence.wentBack) return 'leftovers';
  const left = [...state.findings.values()].filter(
    ({ status, cause }) =>
      cause === 'not-found' || (status !== 'fixed' && status !== 'dismissed' && cause !== 'not-selected'),
  );
  return left.length === 0 ? 'clean' : 'leftovers';
};
