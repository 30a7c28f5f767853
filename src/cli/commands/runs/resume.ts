/** `fixpoint resume [RUN]`: go on with a run that was stopped, cancelled or killed. */
import type { Command } from 'commander';
import { assignments, repeatable } from '../../flags/flags.ts';
import { eventOptions, inPlaceOption, outputOptions, type RunFlags } from '../../flags/options.ts';
import type { Perform } from '../../perform.ts';

const examples = `
Examples:
  $ fixpoint resume               the latest run of this repository
  $ fixpoint resume 20260301-142  a run by the start of its id
  $ fixpoint resume --set limits.usd=10   continue after the budget was spent
`;

export const resumeCommand = (program: Command, perform: Perform): void => {
  const command = program.command('resume').argument('[run]', 'id of the run, the start of one, or latest', 'latest');
  inPlaceOption(eventOptions(outputOptions(command)))
    .addOption(repeatable('--set <limits.key=value>', 'another limit from here on, such as limits.usd=10; repeatable'))
    .description('resume an interrupted run without repeating paid agent calls')
    .addHelpText('after', examples)
    .action((run: string, flags: RunFlags & { set: string[] }) =>
      perform(async (io, app) => {
        const core = await import('../../../app/index.ts');
        return (await import('../../drive.ts')).drive(
          app,
          (given) => core.resume(app, { run, set: assignments(flags.set), ...given }),
          flags,
          io,
        );
      }),
    );
};
