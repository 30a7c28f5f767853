/** What an agent left in its workspace, as a change. */
import { isMachineMade } from '../../../../model/run/machine-made.ts';
import type { AgentResult } from '../../../../ports/agent.ts';
import type { Capture } from '../../../../ports/repo.ts';
import type { FixReading } from '../../../../stages/fix/answer.ts';
import type { Performing } from '../../../engine.ts';
import type { Facts } from '../finished-attempt.ts';
import { keepChange } from '../keep-change.ts';
import type { Place } from './place.ts';

type Work = { capture: Capture | { problem: string }; result: AgentResult; reading: FixReading };

/** What the agent left, as a snapshot; what cannot be captured is no change. */
export const takeChange = async (
  performing: Performing,
  place: Place,
  { capture, result, reading }: Work,
): Promise<Pick<Facts, 'result' | 'snapshot'>> => {
  const { unit, base, refused } = place;
  if ('problem' in capture) return { result: uncaptured(result, capture.problem), snapshot: null };
  await recordChange(performing, place, capture);
  // What was refused before and is as it was is no change.
  if (capture.tree === refused) return { result, snapshot: null };
  return { result, snapshot: await keepChange(performing, unit, base, capture, result, reading) };
};

/** Of what was there when the agent began; where that fails, the user is told. */
const recordChange = async (performing: Performing, place: Place, capture: Capture): Promise<void> => {
  const { engine } = performing;
  const { workspace, refused } = place;
  const changed = refused === null ? capture.patch : (await engine.custody.diff(refused, capture.tree)).patch;
  const unrecorded = isMachineMade(place) ? null : await engine.recordPatch(workspace.path, changed);
  if (unrecorded !== null) performing.note({ type: 'warning', message: unrecorded });
};

/** The call was paid for and is recorded, whatever it left; how it ended itself comes first. */
const uncaptured = (result: AgentResult, problem: string): AgentResult => ({
  ...result,
  outcome: result.outcome === 'ok' ? 'crashed' : result.outcome,
  message: [
    ...(result.message === undefined ? [] : [result.message]),
    `what it left cannot be taken as a change: ${problem}`,
  ].join('; '),
});
