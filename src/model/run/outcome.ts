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
]);
export type StopReason = z.infer<typeof StopReason>;

/** Reasons for which somebody has to mend something first. */
export const isFailure = (reason: StopReason): boolean =>
  reason === 'setup' || reason === 'baseline' || reason === 'tampered';

export const Command = z.enum(['fix', 'run', 'review', 'plan', 'clarify']);
export type Command = z.infer<typeof Command>;
