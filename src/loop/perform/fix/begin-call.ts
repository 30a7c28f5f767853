/** How every call of an agent begins and ends, whoever is asked: its turn, money set aside, a workspace of its own. */
import type { RunEvent } from '../../../model/event.ts';
import type { Reserved } from '../../../model/run/snapshot.ts';
import type { Workspace } from '../../../ports/repo.ts';
import { affordable, type Payable, reservationFor } from '../../decide/calls/budget.ts';
import type { Performing } from '../../engine.ts';
import type { Pending } from '../../state/unit.ts';
import { waitForTurn } from './wait.ts';

export type Beginning = {
  /** Whether it was put off. */
  pending: Pending | undefined;
  /** Asked for after the wait: another agent may have taken over meanwhile. */
  agent: () => string;
  /** Asked after the wait as well: it may have been given up, since one more call cannot be paid for. */
  isAnswered: () => boolean;
  role: Payable['role'];
  started: (agent: string, reserved: { reserved?: Reserved }) => RunEvent;
  workspace: () => Promise<Workspace>;
  call: (workspace: Workspace, agent: string) => Promise<RunEvent[]>;
};

/** `stopping`: the run stops, so that nobody waits for an agent any more; calls under way are heard out. */
export const beginCall = async (
  performing: Performing,
  { pending, agent: agentNow, isAnswered, role, started, workspace: open, call }: Beginning,
  stopping: AbortSignal,
): Promise<RunEvent[]> => {
  const { state, signal } = performing;
  if (!(await waitForTurn(performing, pending, stopping)) || isAnswered()) return [];
  const agent = agentNow();
  // While it waited, others may have used up the budget.
  if (signal.aborted || affordable(state, [{ agent, role }]).length === 0) return [];
  const reserved = reservationFor(state, agent);
  await performing.emit(started(agent, reserved ? { reserved } : {}));
  const workspace = await open();
  try {
    return await call(workspace, agent);
  } finally {
    await workspace.release();
  }
};
