/** What a change is compared with: the untouched start, and what accepted fixes have made of it since. */
import type { CommandResult, Verification } from '../../model/verification.ts';
import { given } from '../../plain/given.ts';
import type { RunState } from './state.ts';

/** A command that a fix has mended, or that reports less since, is held to that: nothing of it may come back. */
const sinceThen = (start: CommandResult, head: CommandResult | undefined): CommandResult => {
  if (start.status === 'passed' || !head) return start;
  const now = { ...head, ...given({ ranTests: start.ranTests }) };
  if (head.status === 'passed') return now;
  const isTold = (start.reported && head.reported) ?? (start.failedTests && head.failedTests);
  return isTold && head.status === 'failed' ? now : start;
};

/** Fixes of others that were taken in after this one was begun are not part of it. */
const treeAt = ({ run, code }: RunState, base: string): string => {
  const { start } = run.started;
  if (base === start.commit) return start.tree;
  return code.commits.find(({ commit }) => commit === base)?.tree ?? code.verifiedHead.tree;
};

/** `base`: the commit that a change began from; the head, if that is not given. */
export const baselineNow = (state: RunState, base = state.code.verifiedHead.commit): Verification | undefined => {
  const { baseline, verified } = state.checks;
  const head = verified.get(treeAt(state, base));
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
