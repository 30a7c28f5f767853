/** How runs and calls of agents end, and by which command a run was started. */
import { z } from 'zod';

/** What an agent call came to. `ok` says only that it ended well, never that anything is fixed. */
export const AgentOutcome = z.enum([
  'ok',
  'quota',
  'auth',
  'rate-limit',
  'overloaded',
  'network',
  'timeout',
  'cancelled',
  'crashed',
  'refused',
]);
export type AgentOutcome = z.infer<typeof AgentOutcome>;

export const RunStatus = z.enum(['clean', 'leftovers', 'failed', 'cancelled']);
export type RunStatus = z.infer<typeof RunStatus>;

/** Why a run ended before it was through. Each of them can be resumed. */
export const StopReason = z.enum([
  'quota',
  'auth',
  'rate-limit',
  'budget',
  'cancelled',
  'setup',
  'baseline',
  'tampered',
  'tree-returned',
  'findings-returned',
  'minting',
  'growing',
  'diminishing',
]);
export type StopReason = z.infer<typeof StopReason>;

/** Reasons for which somebody has to mend something first. */
export const isFailure = (reason: StopReason): boolean =>
  reason === 'setup' || reason === 'baseline' || reason === 'tampered';

/** Reasons of a run that gets nowhere (7.6), whoever mends what. */
const standstills: ReadonlySet<StopReason> = new Set<StopReason>([
  'tree-returned',
  'findings-returned',
  'minting',
  'growing',
  'diminishing',
]);
export const isStandstill = (reason: StopReason | undefined): boolean =>
  reason !== undefined && standstills.has(reason);

export const Command = z.enum(['fix', 'run', 'review', 'plan', 'clarify']);
export type Command = z.infer<typeof Command>;
