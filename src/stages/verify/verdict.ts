/** What the commands of a verification come to together. */
import type { CommandResult, Verification } from '../../model/verification.ts';
import { comparedReports } from './compare.ts';
import type { ProofContext } from './proof-context.ts';

export const verdictOf = (
  commands: CommandResult[],
  failures: Verification['failures'],
  context: ProofContext,
): Pick<Verification, 'verdict' | 'reason'> => {
  if (commands.some((command) => command.status === 'cancelled')) return { verdict: 'cancelled' };
  if (commands.length === 0) return { verdict: 'none', reason: 'no verification commands are configured' };
  const fresh = failures.find((failure) => failure.kind === 'new');
  if (fresh) {
    const crashed = commands.some((command) => command.command === fresh.command && command.status === 'crashed');
    return { verdict: crashed ? 'crashed' : 'failed', reason: fresh.detail };
  }
  const unproven = failures.find(
    (failure) => failure.kind === 'pre-existing' && !isAccountedFor(commands, failure.command, context),
  );
  return unproven ? { verdict: 'unproven', reason: `${unproven.detail}, so nothing is proven` } : { verdict: 'passed' };
};

const isAccountedFor = (commands: CommandResult[], name: string, context: ProofContext): boolean =>
  hasTests(commands, name, context) || hasFewerReports(commands, name, context);

const hasFewerReports = (commands: CommandResult[], name: string, context: ProofContext): boolean => {
  const [now, before] = [commands, context.baseline?.commands ?? []].map((list) =>
    list.find(({ command }) => command === name),
  );
  return before !== undefined && now !== undefined && comparedReports(before, now)?.change === 'fewer';
};

/**
 * Whether single tests account for the failure, before and now: a command that fails with no failed test fails for
 * another reason.
 */
const hasTests = (commands: CommandResult[], name: string, context: ProofContext): boolean =>
  [commands, context.baseline?.commands ?? []].every(
    (list) => (list.find((candidate) => candidate.command === name)?.failedTests?.length ?? 0) > 0,
  );
