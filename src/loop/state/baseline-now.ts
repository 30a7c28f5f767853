/** What a change is compared with: the untouched start, and what accepted fixes have made of it since. */
import type { CommandResult, Verification } from '../../model/verification.ts';
import { given } from '../../plain/given.ts';
import type { RunState } from './state.ts';

/** A command that a fix has mended, or that reports less since, is held to that: nothing of it may come back. */
const sinceThen = (start: CommandResult, head: CommandResult | undefined): CommandResult => {
  if (start.status === 'passed' || !head) return start;
  const now = { ...head, ...given({ ranTests: start.ranTests }) };
  if (head.status === 'passed') return now;
  return start.reported && head.reported && head.status === 'failed' ? now : start;
};

export const baselineNow = ({ checks: { baseline, verified }, code }: RunState): Verification | undefined => {
  const head = verified.get(code.verifiedHead.tree);
  if (!baseline || !head || head === baseline) return baseline;
  const commands = baseline.commands.map((start) =>
    sinceThen(
      start,
      head.commands.find(({ command, target }) => command === start.command && !target),
    ),
  );
  return { ...baseline, commands };
};

/** It did not get so far as to say anything about the code. */
export const isUnverifiable = ({ verdict, remedy }: Verification): boolean =>
  verdict === 'setup-failed' || verdict === 'crashed' || remedy !== undefined;
