/** A full disk makes anything fail, in words that hardly anybody would take for that: git says "unable to write". */
import { Expected } from '../model/expected.ts';
import { errnoOf } from '../plain/errno.ts';
import type { Machine } from '../ports/machine.ts';

/** With less than that, something has just failed for want of room. */
const nothingBytes = 256 * 1_024;

const isNoRoom = (error: unknown): boolean => ['ENOSPC', 'EDQUOT'].includes(errnoOf(error) ?? '');

type Machines = { machine: () => Promise<Pick<Machine, 'stateSpace'>> };

/** The error itself, unless a full disk is behind it. */
export const orFullDisk = async (error: unknown, app: Machines): Promise<unknown> => {
  if (error instanceof Expected) return error;
  const state = await (await app.machine()).stateSpace();
  if (!isNoRoom(error) && (state?.freeBytes ?? Infinity) > nothingBytes) return error;
  const where = state === null ? '' : ` Runs are kept in ${state.folder}.`;
  const said = error instanceof Error ? error.message : String(error);
  const advice = 'Make room, for example with fixpoint clean, and continue: nothing that was done so far is lost.';
  return new Expected('storage', `A disk is full (${said}).${where} ${advice}`, { cause: error });
};
