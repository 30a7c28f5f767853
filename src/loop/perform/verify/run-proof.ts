/** Runs the verification commands on one tree, each go in a room of its own, and has their verdict drawn. */
import { type Command, showCommand } from '../../../config/values.ts';
import type { CommandResult, CommandStatus, TestResult, Verification } from '../../../model/verification.ts';
import { headAndTail } from '../../../plain/text.ts';
import type { ProcessOutcome } from '../../../ports/process.ts';
import { readTap } from '../../../stages/verify/test-results.ts';
import { classify } from '../../../stages/verify/compare.ts';
import { describeLost, type LostTest, lostTests, lostWithoutReason } from '../../../stages/verify/lost-tests.ts';
import { printedFailures } from '../../../stages/verify/printed-failures.ts';
import { fewerPrinted, printedTests } from '../../../stages/verify/printed-tests.ts';
import { verdictOf } from '../../../stages/verify/verdict.ts';
import type { ProofRoom, ProofContext } from '../../../stages/verify/proof-context.ts';

/** Enough to read every test of a large suite; what is kept in the journal is far less. */
const readBytes = 4_000_000;
const keptCharacters = 6_000;

/**
 * The commands in order, in one room, as in one clone. What fails is repeated from the first command on, in a fresh
 * one.
 */
export const runProof = async (context: ProofContext): Promise<Verification> => {
  if (context.commands.length === 0) return { ...summary(context, [], []), durationMs: 0 };
  const first = await context.inRoom((room) => runCommands(room, context));
  const failed = first.failures.filter((failure) => failure.kind === 'new');
  if (!context.baseline || context.once || failed.length === 0) return first;
  const second = await context.inRoom((room) => runCommands(room, context));
  const isFlaky = second.verdict === 'passed' || second.verdict === 'unproven';
  const durationMs = first.durationMs + second.durationMs;
  // The first word counts, where the second is no better: it is the one that an agent is told about.
  if (!isFlaky) return second.verdict === 'cancelled' ? second : { ...first, runs: 2, durationMs };
  const flaky = failed.map(({ command, detail }) => ({
    command,
    kind: 'flaky' as const,
    detail: `${detail}, and passed when it was run again`,
  }));
  return { ...second, failures: [...flaky, ...second.failures], runs: 2, durationMs };
};

const runCommands = async (room: ProofRoom, context: ProofContext): Promise<Verification> => {
  const began = performance.now();
  const commands: CommandResult[] = [];
  const failures: Verification['failures'] = [];
  for (const command of context.commands) {
    const { tests, result } = await runCounted(command, context.timeoutMs, room);
    const ran = context.asBaseline === true ? ranIn(tests) : {};
    const lost = lostIn(result.command, tests, context);
    commands.push({
      ...result,
      ...ran,
      ...lostOf(lost, tests, ranBefore(result.command, context)?.length ?? 0),
      ...(await changesOf(room, commands)),
    });
    if (result.status === 'cancelled') break;
    const unexplained = lost.length === 0 ? [] : lostWithoutReason(lost, await context.removed());
    const failure =
      failureOf({ failure: classify(result, context), command: result.command }, unexplained) ??
      (await fewerIn(result, context));
    if (failure) failures.push(failure);
    if (failure?.kind === 'new' && context.stopOnFailure) break;
  }
  return { ...summary(context, commands, failures), runs: 1, durationMs: performance.now() - began };
};

/** More names than these are not kept: then only their number is compared. */
const mostNames = 20_000;

const ranIn = (tests: readonly TestResult[] | null): Pick<CommandResult, 'ranTests'> => {
  const ran = (tests ?? []).filter(({ skipped }) => skipped !== true).map(({ name }) => name);
  return tests !== null && ran.length <= mostNames ? { ranTests: ran } : {};
};

const ranBefore = (command: string, { baseline }: ProofContext): readonly string[] | undefined =>
  baseline?.commands.find((candidate) => candidate.command === command)?.ranTests;

/** Tests of the start that do not run any more. */
const lostIn = (command: string, tests: readonly TestResult[] | null, context: ProofContext): LostTest[] => {
  const ran = ranBefore(command, context);
  return ran && tests ? lostTests(ran, tests) : [];
};

const mostLost = 200;

/** Where as many run as before, they may be called otherwise now. */
const lostOf = (
  lost: readonly LostTest[],
  tests: readonly TestResult[] | null,
  before: number,
): Pick<CommandResult, 'lostTests'> => {
  const count = (tests ?? []).filter(({ skipped }) => skipped !== true).length;
  return lost.length === 0 || count >= before ? {} : { lostTests: lost.slice(0, mostLost).map(({ name }) => name) };
};

type Failure = Verification['failures'][number];

/** All that passes, as far as anybody tells, and runs fewer tests than on the start. */
const fewerIn = async (now: CommandResult, { baseline, touchesTests }: ProofContext): Promise<Failure | null> => {
  const start = baseline?.commands.find(({ command }) => command === now.command);
  const detail = fewerPrinted(now, start);
  if (detail === null || !touchesTests || (await touchesTests())) return null;
  return { command: now.command, kind: 'new', detail };
};

/** What else got worse comes first. */
const failureOf = (
  { failure, command }: { failure: Failure | null; command: string },
  lost: readonly LostTest[],
): Failure | null =>
  lost.length === 0 || failure?.kind === 'new' ? failure : { command, kind: 'new', detail: describeLost(lost) };

const mostChanges = 20;

/** Tracked files that this command was the first to change: what comes after it sees them so, and so would a clone. */
const changesOf = async (
  room: ProofRoom,
  earlier: readonly CommandResult[],
): Promise<Pick<CommandResult, 'changes'>> => {
  const known = new Set(earlier.flatMap(({ changes = [] }) => changes));
  const changes = (await room.changed()).filter((path) => !known.has(path)).slice(0, mostChanges);
  return changes.length === 0 ? {} : { changes };
};

const summary = (
  context: ProofContext,
  commands: CommandResult[],
  failures: Verification['failures'],
): Omit<Verification, 'durationMs'> => ({
  tree: context.tree,
  ...verdictOf(commands, failures, context),
  failures,
  commands,
  tools: [],
});

/** With what it said of single tests; null where it said nothing. */
const runCounted = async (
  command: Command,
  timeoutMs: number,
  { run, path, readJunit, readReports }: Pick<ProofRoom, 'run' | 'path' | 'readJunit' | 'readReports'>,
): Promise<{ result: CommandResult; tests: TestResult[] | null }> => {
  const began = Date.now();
  const outcome = await run({ command, timeoutMs, keepBytes: readBytes });
  const tests = readTap(outcome.stdout, path) ?? (await readJunit(began));
  const status = statusOf(outcome);
  const reported = status === 'failed' && !tests && isWhole(outcome) ? await readReports?.(outcome) : null;
  const result: CommandResult = {
    command: showCommand(command),
    status,
    exitCode: outcome.exitCode,
    signal: outcome.signal,
    durationMs: outcome.durationMs,
    stdout: headAndTail(outcome.stdout, keptCharacters),
    stderr: headAndTail(outcome.error ?? outcome.stderr, keptCharacters),
    ...(tests && {
      failedTests: tests.filter((test) => !test.passed).map((test) => test.name),
      passedTests: tests.filter((test) => test.passed).length,
      ...skippedIn(tests),
    }),
    ...(!tests && printedIn(outcome)),
    ...(reported && { reported }),
  };
  return { result, tests };
};

/** With the tests that ran, which are compared with those of the start. */
export const runOne = async (...asked: Parameters<typeof runCounted>): Promise<CommandResult> => {
  const { result, tests } = await runCounted(...asked);
  return { ...result, ...ranIn(tests) };
};

const printedIn = ({ stdout, stderr }: ProcessOutcome): Pick<CommandResult, 'printedTests' | 'printedFailures'> => {
  const count = printedTests(stdout) ?? printedTests(stderr);
  const failures = printedFailures(stdout) + printedFailures(stderr);
  return { ...(count !== null && { printedTests: count }), ...(failures > 0 && { printedFailures: failures }) };
};

const skippedIn = (tests: readonly TestResult[]): Pick<CommandResult, 'skippedTests'> => {
  const skippedTests = tests.filter(({ skipped }) => skipped === true).length;
  return skippedTests === 0 ? {} : { skippedTests };
};

/** What was cut out of its output may be anything. */
const isWhole = ({ stdoutBytes, stderrBytes }: ProcessOutcome): boolean =>
  stdoutBytes <= readBytes && stderrBytes <= readBytes;

/**
 * How a shell says that it could not start the program (126, 127), or that a signal ended it: ABRT, BUS, FPE, KILL,
 * SEGV, TERM.
 */
const crashCodes: ReadonlySet<number | null> = new Set([126, 127, 134, 135, 136, 137, 139, 143]);

const statusOf = (outcome: ProcessOutcome): CommandStatus => {
  switch (outcome.status) {
    case 'exited':
      if (outcome.exitCode === 0) return 'passed';
      return crashCodes.has(outcome.exitCode) ? 'crashed' : 'failed';
    case 'signalled':
    case 'not-started':
      return 'crashed';
    case 'timeout':
    case 'idle':
      return 'timeout';
    case 'cancelled':
      return 'cancelled';
    default:
      return outcome.status satisfies never;
  }
};
