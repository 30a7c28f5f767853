/** Runs the verification commands on one tree and says what they show, compared with the start of the run. */
import { type Command, showCommand } from '../../config/values.ts';
import type { CommandResult, CommandStatus, Reported, Verification } from '../../model/verification.ts';
import { headAndTail } from '../../plain/text.ts';
import type { ProcessOutcome } from '../../ports/process.ts';
import { compareReports, type OutputChange } from './compare-output.ts';
import { readTap } from './test-results.ts';

/** A clean room, as a proof sees it. */
export type ProofRoom = {
  path: string;
  run: (command: { command: Command; timeoutMs: number; keepBytes: number }) => Promise<ProcessOutcome>;
  /** Tracked files that are not as the tree has them any more. */
  changed: () => Promise<string[]>;
  /** Reads single tests where the commands write JUnit files: those written since then. */
  readJunit: (sinceMs: number) => Promise<{ name: string; passed: boolean }[] | null>;
  /** Reads what a command that failed printed as findings; null where it is none. */
  readReports?: ((output: Pick<ProcessOutcome, 'stdout' | 'stderr'>) => Promise<Reported | null>) | undefined;
};

export type ProofContext = {
  tree: string;
  commands: readonly Command[];
  stopOnFailure: boolean;
  timeoutMs: number;
  /**
   * What the commands showed on the untouched start; absent while that is being found out, or when it is switched off.
   */
  baseline?: Verification | undefined;
  /** Opens a fresh room with the tree for one go through the commands; without one, what is said in its place. */
  inRoom: (use: (room: ProofRoom) => Promise<Verification>) => Promise<Verification>;
};

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
  if (!context.baseline || failed.length === 0) return first;
  const second = await context.inRoom((room) => runCommands(room, context));
  const isFlaky = second.verdict === 'passed' || second.verdict === 'unproven';
  const durationMs = first.durationMs + second.durationMs;
  // The first word counts, where the second is no better: it is the one that an agent is told about.
  if (!isFlaky) return second.verdict === 'cancelled' ? second : { ...first, durationMs };
  const flaky = failed.map(({ command, detail }) => ({
    command,
    kind: 'flaky' as const,
    detail: `${detail}, and passed when it was run again`,
  }));
  return { ...second, failures: [...flaky, ...second.failures], durationMs };
};

const runCommands = async (room: ProofRoom, context: ProofContext): Promise<Verification> => {
  const began = performance.now();
  const commands: CommandResult[] = [];
  const failures: Verification['failures'] = [];
  for (const command of context.commands) {
    const result = await runOne(command, context.timeoutMs, room);
    commands.push({ ...result, ...(await changesOf(room, commands)) });
    if (result.status === 'cancelled') break;
    const failure = classify(result, context);
    if (failure) failures.push(failure);
    if (failure?.kind === 'new' && context.stopOnFailure) break;
  }
  return { ...summary(context, commands, failures), durationMs: performance.now() - began };
};

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

export const runOne = async (
  command: Command,
  timeoutMs: number,
  { run, path, readJunit, readReports }: Pick<ProofRoom, 'run' | 'path' | 'readJunit' | 'readReports'>,
): Promise<CommandResult> => {
  const began = Date.now();
  const outcome = await run({ command, timeoutMs, keepBytes: readBytes });
  const tests = readTap(outcome.stdout, path) ?? (await readJunit(began));
  const status = statusOf(outcome);
  const reported = status === 'failed' && !tests && isWhole(outcome) ? await readReports?.(outcome) : null;
  return {
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
    }),
    ...(reported && { reported }),
  };
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

const classify = (result: CommandResult, context: ProofContext): Verification['failures'][number] | null => {
  if (result.status === 'passed') return null;
  const before = context.baseline?.commands.find((candidate) => candidate.command === result.command);
  if (before && before.status !== 'passed') return comparedWith(before, result);
  return { command: result.command, kind: 'new', detail: describe(result) };
};

/** Failed before and fails now: single tests tell whether anything got worse; without them nothing is known. */
const comparedWith = (before: CommandResult, now: CommandResult): Verification['failures'][number] => {
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
const comparedReports = (before: CommandResult, now: CommandResult): OutputChange | undefined =>
  before.reported && now.reported && before.exitCode === now.exitCode
    ? compareReports(before.reported, now.reported)
    : undefined;

const ranTests = ({ failedTests, passedTests }: CommandResult): number =>
  (failedTests?.length ?? 0) + (passedTests ?? 0);

export const describe = (result: CommandResult): string => {
  const { command, status, signal, stderr, exitCode } = result;
  if (status === 'timeout') return `\`${command}\` ran out of time`;
  if (status !== 'crashed') return `\`${command}\` failed (exit ${exitCode})`;
  const lastWords = stderr.trim().split('\n').at(-1);
  return `\`${command}\` crashed (${signal ?? (lastWords || `exit ${exitCode}`)})`;
};

const verdictOf = (
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
