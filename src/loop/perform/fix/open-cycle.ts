/** Begins a cycle: findings whose file is gone are closed first, so that nobody is asked about them. */
import type { RunEvent } from '../../../model/event.ts';
import type { Performing } from '../../engine.ts';
import { isOpen } from '../../state/state.ts';
import { closeLost } from './lost-files.ts';

export const performOpenCycle = async (performing: Performing, cycle: number): Promise<RunEvent[]> => {
  const { state } = performing;
  const open = [...state.findings.values()].filter(isOpen);
  return [{ type: 'cycle.started', cycle }, ...(await closeLost(performing, open, state.code.head.commit))];
};
