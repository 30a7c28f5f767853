/** Compares a command with how it ended on the untouched start. */
import type { CommandEnd, CommandResult, Verification } from '../../model/verification.ts';
import { compareReports, type OutputChange } from './compare-output.ts';
import type { ProofContext } from './proof-context.ts';
import { describe } from './describe.ts';
import { endsWellInSpite } from './printed-failures.ts';

export const classify = (result: CommandResult, context: ProofContext): Verification['failures'][number] | null => {
  const before = context.baseline?.commands.find((candidate) => candidate.command === result.command);
  if (result.status === 'passed') return before ? quietFailure(result, before) : null;
  if (before && before.status !== 'passed') return comparedWith(before, result);
  return { command: result.command, kind: 'new', detail: describe(result) };
};

/** Tests that fail although the command ends well, and would not have before: whoever says so was made to. */
const failsQuietly = ({ failedTests = [] }: CommandEnd, before: CommandEnd | undefined): string[] => {
  const known = new Set(before?.status === 'passed' ? before.failedTests : []);
  return failedTests.filter((name) => !known.has(name));
};

const quietWords = (command: string, failing: readonly string[]): string =>
  `\`${command}\` ends well although tests fail: ${failing.slice(0, 5).join('; ')}`;

/** Why a command that ends well shows nothing; null when it may. */
export const whyQuiet = (now: CommandEnd & { command: string }, before: CommandEnd | undefined): string | null => {
  const failing = failsQuietly(now, before);
  if (failing.length > 0) return quietWords(now.command, failing);
  return before && endsWellInSpite(now, before)
    ? `\`${now.command}\` ends well although it says that tests fail, as it did before`
    : null;
};

const quietFailure = (now: CommandResult, before: CommandEnd): Verification['failures'][number] | null => {
  const detail = whyQuiet(now, before);
  return detail === null ? null : { command: now.command, kind: 'new', detail };
};

/** Failed before and fails now: single tests tell whether anything got worse; without them nothing is known. */
export const comparedWith = (before: CommandEnd, now: CommandResult): Verification['failures'][number] => {
  // A crash or a time-out is worse than a failure, whatever the tests before it said.
  if (before.status === 'failed' && now.status !== 'failed')
    return { command: now.command, kind: 'new', detail: describe(now) };
  const known = new Set(before.failedTests);
  const fresh = (now.failedTests ?? []).filter((name) => !known.has(name));
  if (before.failedTests && now.failedTests && fresh.length > 0)
    return {
      command: now.command,
      kind: 'new',
      detail: `${fresh.length} more tests fail: ${fresh.slice(0, 5).join('; ')}`,
    };
  const missing = ranTests(before) - ranTests(now);
  if (before.failedTests && now.failedTests && missing > 0)
    return { command: now.command, kind: 'new', detail: `${missing} tests that ran before did not run` };
  const reports = comparedReports(before, now);
  if (reports?.change === 'new') {
    const some = reports.findings.slice(0, 5).join('; ');
    return { command: now.command, kind: 'new', detail: `\`${now.command}\` reports something new: ${some}` };
  }
  if (reports?.change === 'fewer')
    return {
      command: now.command,
      kind: 'pre-existing',
      detail: `${describe(now)}, with fewer findings than before and nothing new`,
    };
  return { command: now.command, kind: 'pre-existing', detail: `${describe(now)}, as it did before` };
};

/** Undefined where its output is no findings, before or now, or where it fails in another way. */
export const comparedReports = (before: CommandEnd, now: CommandEnd): OutputChange | undefined =>
  before.reported && now.reported && before.exitCode === now.exitCode
    ? compareReports(before.reported, now.reported)
    : undefined;

const ranTests = ({ failedTests, passedTests }: CommandEnd): number => (failedTests?.length ?? 0) + (passedTests ?? 0);
