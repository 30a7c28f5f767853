/** The program: its commands, its help, and the one place where an outcome becomes an exit code. */
import { Command, CommanderError } from 'commander';
import { once } from '../plain/once.ts';
import { version } from '../version.ts';
import { answerCommand } from './commands/runs/answer.ts';
import { applyCommand } from './commands/runs/apply.ts';
import { cancelCommand } from './commands/runs/cancel.ts';
import { clarifyCommand } from './commands/work/clarify.ts';
import { cleanCommand } from './commands/runs/clean.ts';
import { dismissCommand } from './commands/decisions/dismiss.ts';
import { dispositionsCommand } from './commands/decisions/dispositions.ts';
import { completionCommand } from './commands/setup/completion.ts';
import { doctorCommand } from './commands/setup/doctor.ts';
import { explainCommand } from './commands/runs/explain.ts';
import { findingsCommand } from './commands/work/findings.ts';
import { fixCommand } from './commands/work/fix.ts';
import { initCommand } from './commands/setup/init.ts';
import { leftoversCommand } from './commands/decisions/leftovers.ts';
import { limitsCommand } from './commands/runs/limits.ts';
import { planCommand } from './commands/work/plan.ts';
import { promptsCommand } from './commands/setup/prompts.ts';
import { reportCommand } from './commands/runs/report.ts';
import { resumeCommand } from './commands/runs/resume.ts';
import { reviewCommand } from './commands/work/review.ts';
import { runCommand } from './commands/work/run.ts';
import { statusCommand } from './commands/runs/status.ts';
import { complain, fail, UsageError } from './fail.ts';
import { isLive, type Io, processIo } from './io.ts';
import type { Perform } from './perform.ts';

const examples = `
Examples:
  $ fixpoint                                      as run, and asks before it starts
  $ fixpoint init                                 write down what was found: set-up, tests, linters
  $ fixpoint run                                  review, fix, verify
  $ fixpoint review --base main                   only review what your branch changed
  $ fixpoint fix results.sarif                    fix what a review found
  $ fixpoint fix lint.json --agent-command './my-agent' --verify 'npm test'
  $ fixpoint findings a.sarif b.json              merge what several tools found, and list it
  $ fixpoint apply                                bring the result of the latest run into your checkout

Exit codes: 0 clean, 2 leftovers, 3 waiting for answers, 1 failed, 130 cancelled.
`;

export const buildProgram = (perform: Perform): Command => {
  const program = new Command('fixpoint')
    .description('Gets the findings of a code review fixed by a coding agent, and proves every fix before it counts.')
    .version(version, '-v, --version')
    .addHelpText('after', examples);
  for (const add of [
    initCommand,
    runCommand,
    reviewCommand,
    clarifyCommand,
    planCommand,
    fixCommand,
    findingsCommand,
    resumeCommand,
    cancelCommand,
    limitsCommand,
    answerCommand,
    statusCommand,
    reportCommand,
    explainCommand,
    applyCommand,
    dismissCommand,
    dispositionsCommand,
    leftoversCommand,
    cleanCommand,
    promptsCommand,
    doctorCommand,
    completionCommand,
  ])
    add(program, perform);
  return program;
};

/** Where a wrong use is explained: by the command that was meant. */
const hintFor = (program: Command, [name = '']: readonly string[]): string => {
  const command = program.commands.find((each) => each.name() === name);
  return `(\`fixpoint ${command ? `${name} ` : ''}--help\` shows what it takes)\n`;
};

const withSubcommands = (command: Command): Command[] => [command, ...command.commands.flatMap(withSubcommands)];

/** The program alone is a run that asks first, where somebody can answer; versions are asked for in many ways. */
const meantBy = (args: readonly string[], { stderr, env }: Io): readonly string[] => {
  if (['-V', 'version'].includes(args[0] ?? '')) return ['--version'];
  return args.length === 0 && process.stdin.isTTY && isLive(stderr, env) ? ['run', '--ask'] : args;
};

/** Usage errors come as one JSON document too, where JSON was asked for; help and version are not errors. */
const parse = async (program: Command, args: readonly string[], io: Io, json: boolean): Promise<number> => {
  const complaint: string[] = [];
  const writeErr = (text: string): void => void complaint.push(text);
  for (const command of withSubcommands(program)) command.exitOverride().configureOutput({ writeErr });
  try {
    await program.parseAsync(meantBy(args, io), { from: 'user' });
    return 0;
  } catch (error) {
    if (!(error instanceof CommanderError)) return fail(error, io, json);
    if (error.exitCode === 0) return 0;
    if (json) return fail(new UsageError(error.message), io, true);
    return complain(complaint.join('') + (args.length === 0 ? '' : hintFor(program, args)), io);
  }
};

export const main = async (args: readonly string[]): Promise<void> => {
  const world = once(async () => (await import('../wiring/local.ts')).openLocal());
  const io = processIo(async (value) => (await (await world.get()).secrets()).clean(value));
  const json = args.includes('--json');
  const end = async (bug: unknown): Promise<void> => {
    process.exit(await fail(bug, io, json));
  };
  const onBug = (error: unknown): void => void end(error);
  process.on('uncaughtException', onBug).on('unhandledRejection', onBug);
  // When nothing is left to wait for and we are not through, something was lost on the way: that is no success.
  const onNothingLeft = (): void => onBug(new Error('it ended in the middle of things'));
  process.once('beforeExit', onNothingLeft);
  const code = { ended: 0 };
  const program = buildProgram(async (action) => {
    const app = await world.get();
    try {
      code.ended = await action(io, app);
    } finally {
      await app.close();
    }
  });
  const parsed = await parse(program, args, io, json);
  process.off('beforeExit', onNothingLeft);
  process.exitCode = parsed === 0 ? code.ended : parsed;
};
