/** What every entry point takes: where to work, with which configuration. */
import { resolve } from 'node:path';
import { InputError } from '../model/expected.ts';
import type { AskUser } from './attend.ts';

export type Options = {
  /** A folder in the repository; the current one by default. */
  cwd?: string;
  configFile?: string;
  /** A branch, tag or commit that configuration, prompts, reviewers, dispositions and conventions are taken from. */
  configFrom?: string;
  /** Settings that win over all others, by dotted key: `{ 'fix.concurrency': 8 }`. */
  set?: Record<string, unknown>;
};

export type StartOptions = Options & {
  /** Questions about the findings come first, asked by the agent that fixes unless the configuration names another. */
  clarify?: boolean;
  /** Answers to questions, by their id. */
  answers?: Record<string, string>;
  /** Asks whoever started the run. Without it, a run that only waits for answers ends as `waiting`. */
  askUser?: AskUser;
  /** File that entries in the form of PROGRESS.txt are added to. */
  progress?: string;
  /** Codes, ids, files, globs or rules: nothing else is taken up. */
  only?: string[];
  /** Only what came in since the current branch left this one; a branch, a tag or a commit. */
  newSince?: string;
  /** Start from the work tree as it is, not from the last commit. */
  includeDirty?: boolean;
  /** Keep every call of an agent in this folder. */
  record?: string;
  /** Take the calls of agents from a recording in this folder. */
  replay?: string;
};

export type FixOptions = StartOptions & {
  /** Files with findings; `-` is standard input. */
  from: string[];
  /** A `master_todo.json`: its steps are carried out, on the findings of its files unless `from` names others. */
  plan?: string;
  format?: string;
  /** A markdown report that reaches every prompt. */
  reviewReport?: string;
};

/** The folder to work in, absolute. */
export const workFolder = ({ cwd }: Pick<Options, 'cwd'>): string => {
  try {
    return resolve(cwd ?? process.cwd());
  } catch {
    throw new InputError('The current folder does not exist any more. Change to another and try again.');
  }
};

/** `from`: findings to plan for; without any, the reviewers are asked. */
export type PlanOptions = StartOptions & Partial<Pick<FixOptions, 'from' | 'format'>>;
