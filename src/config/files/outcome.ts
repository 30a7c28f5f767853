/** What reading a configuration file gives: its text, or what is wrong with it. */
import { given } from '../../plain/given.ts';
import type { ConfigProblem } from '../error.ts';
import { called } from './names.ts';

export const maxBytes = 1_048_576;

/** `name` is what people know the file by. */
export type ConfigText = { name: string; path: string; text: string };

export type ReadOutcome = { file: ConfigText | null; problems: ConfigProblem[] };

export const failed = (place: string, message: string, suggestion?: string): ReadOutcome => ({
  file: null,
  problems: [{ place, message, ...given({ suggestion: suggestion || undefined }) }],
});

/** A commit that the configuration is taken from, in place of the checkout. */
export type ConfigCommit = {
  /** What it was called. */
  ref: string;
  find: (path: string) => Promise<{ kind: string; bytes: number } | null>;
  read: (path: string) => Promise<Uint8Array | null>;
};

/** Of files that may configure a run, there is at most one. `from`: what their names are shown behind. */
export const onlyOne = (found: readonly { name: string; outcome: ReadOutcome }[], from = ''): ReadOutcome => {
  const [first, second] = found;
  if (first === undefined) return { file: null, problems: [] };
  if (second === undefined) return first.outcome;
  return failed(`${from}${first.name}`, `there is also a ${called(second.name)}`, 'keep one of them');
};
