/**
 * What a check that speaks about single files comes to (5.7), compared with how it ended before. One that was red and
 * stays red refuses the fix, unless less is wrong than before.
 */
import type { CommandEnd, CommandResult, Verification } from '../../model/verification.ts';
import { comparedReports, comparedWith } from './compare.ts';
import { describe } from './describe.ts';

type Failure = Verification['failures'][number];
export type JudgedTarget = Pick<Verification, 'verdict' | 'reason'> & { failure?: Failure };

/** `before`: undefined where nobody knows. */
export const judgeTarget = (now: CommandResult, before: CommandEnd | undefined): JudgedTarget => {
  if (now.status === 'passed' || now.status === 'cancelled') return { verdict: now.status };
  const failure = before === undefined || before.status === 'passed' ? newFailure(now) : comparedWith(before, now);
  const { kind, detail } = failure;
  // As with any command that could not be started before either, nothing is known.
  if (kind === 'pre-existing' && now.status === 'crashed')
    return { verdict: 'unproven', reason: `${detail}, so nothing is proven`, failure };
  if (kind === 'pre-existing' && before && isBetter(before, now)) return { verdict: 'passed', failure };
  const verdict = now.status === 'crashed' ? 'crashed' : 'failed';
  const reason = kind === 'new' ? detail : `${detail}: a finding whose own check stays red is not fixed`;
  return { verdict, reason, failure };
};

/** A test that a finding names (7.4) has to fail on the start, and to pass with the fix. */
export const judgeReproduction = (now: CommandResult, start: CommandEnd | undefined): JudgedTarget => {
  if (now.status === 'cancelled') return { verdict: 'cancelled' };
  if (start?.status === 'passed')
    return refusal(now, `\`${now.command}\` passes on the untouched start, so it does not show the finding`);
  if (start?.status !== 'failed')
    return refusal(now, `\`${now.command}\` could not be run on the untouched start, so nothing is known`);
  if (now.status === 'passed') return { verdict: 'passed' };
  return refusal(now, `${describe(now)}: a finding whose reproduction still fails is not fixed`);
};

export const refusal = (now: CommandResult, reason: string): JudgedTarget => ({
  verdict: 'failed',
  reason,
  failure: { command: now.command, kind: 'new', detail: reason },
});

const newFailure = (now: CommandResult): Failure => ({ command: now.command, kind: 'new', detail: describe(now) });

/** Something that failed passes now, where it is known that nothing else fails instead. */
const isBetter = (before: CommandEnd, now: CommandResult): boolean =>
  comparedReports(before, now)?.change === 'fewer' ||
  (now.failedTests !== undefined &&
    now.failedTests.length > 0 &&
    now.failedTests.length < (before.failedTests?.length ?? 0));
