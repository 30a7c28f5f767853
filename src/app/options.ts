/** What every entry point takes: where to work, with which configuration. */
import { resolve } from 'node:path';
import { InputError } from '../model/expected.ts';
import type { StartRequest } from '../model/start-request.ts';
import type { AskUser } from './runs/attend.ts';
import type { AskBudget } from './start/budget.ts';

export type Options = Pick<StartRequest, 'configFile' | 'configFrom' | 'set' | 'exclude'> & {
  /** A folder in the repository; the current one by default. */
  cwd?: string | undefined;
};

/** Beside what is asked for, who answers questions. */
export type StartOptions = Options &
  Omit<StartRequest, 'from' | 'plan' | 'format' | 'reviewReport'> & {
    /** Asks whoever started the run. Without it, a run that only waits for answers ends as `waiting`. */
    askUser?: AskUser | undefined;
    /** Asks for a limit, where an agent that costs money would run without one. Without it, none is set. */
    askBudget?: AskBudget | undefined;
  };

export type FixOptions = StartOptions & Pick<StartRequest, 'plan' | 'format' | 'reviewReport'> & { from: string[] };

/** `from`: findings to plan for; without any, the reviewers are asked. */
export type PlanOptions = StartOptions & Pick<StartRequest, 'from' | 'format'>;

/** The folder to work in, absolute. */
export const workFolder = ({ cwd }: Pick<Options, 'cwd'>): string => {
  try {
    return resolve(cwd ?? process.cwd());
  } catch {
    throw new InputError('The current folder does not exist any more. Change to another and try again.');
  }
};
