/** Where an attempt takes place. */
import type { Workspace } from '../../../../ports/repo.ts';
import type { UnitState } from '../../../state/unit.ts';

/**
 * The agent is named apart from the unit: another may take over its place while this one is at work. `refused`: the
 * tree
 * with the change of the last attempt, where the agent begins from it.
 */
export type Place = { agent: string; unit: UnitState; base: string; workspace: Workspace; refused: string | null };
