/** What `doctor` says about one thing. */
import { given } from '../../plain/given.ts';

/** `warning`: a run starts, but something is not as it could be. `problem`: no run can start. */
export type DoctorItem = {
  area: DoctorArea;
  verdict: 'ok' | 'aside' | 'warning' | 'problem';
  message: string;
  remedy?: string;
  /** The last lines of what a command printed. */
  output?: string;
  /** What there is none of. Without both of them nobody reviews, so `fixpoint run` has nothing to start with. */
  lacks?: 'linter' | 'agent';
};
export type DoctorArea =
  | 'node'
  | 'git'
  | 'repository'
  | 'configuration'
  | 'project'
  | 'state'
  | 'runs'
  | 'sandbox'
  | 'agents';

export const ok = (area: DoctorArea, message: string): DoctorItem => ({ area, verdict: 'ok', message });

export const warning = (area: DoctorArea, message: string, remedy: string): DoctorItem => ({
  area,
  verdict: 'warning',
  message,
  remedy,
});

/** Messages of expected errors say what to do by themselves. */
export const problem = (area: DoctorArea, error: unknown, remedy?: string): DoctorItem => ({
  area,
  verdict: 'problem',
  message: error instanceof Error ? error.message : String(error),
  ...given({ remedy }),
});
