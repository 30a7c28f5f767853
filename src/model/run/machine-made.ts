/**
 * Machine-made fixes: edits that came with a finding. The built-in agent that applies them asks no model and costs
 * nothing.
 */
export const machine = 'autofix';

/** Of whatever is done by an agent: a unit, an attempt, a call, a turn. */
export const isMachineMade = ({ agent }: { agent?: string | undefined }): boolean => agent === machine;
