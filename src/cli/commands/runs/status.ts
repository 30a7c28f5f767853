/** `fixpoint status [RUN]`: which runs there are and how they stand. */
import type { Command } from 'commander';
import { type OutputFlags, outputOptions } from '../../flags/options.ts';
import type { Perform } from '../../perform.ts';
import { asJson } from '../../texts/as-json.ts';
import { statusText } from '../../texts/status-text.ts';
import { given } from '../../../plain/given.ts';

const examples = `
Examples:
  $ fixpoint status           the newest runs of this repository
  $ fixpoint status --all     of every repository
  $ fixpoint status latest    one of them
  $ fixpoint status --json
`;

export const statusCommand = (program: Command, perform: Perform): void => {
  const command = program.command('status').argument('[run]', 'id of a run, the start of one, or latest');
  outputOptions(command)
    .description('show the newest runs and how they stand')
    .option('--all', 'runs of every repository, not only of this one')
    .addHelpText('after', examples)
    .action((run: string | undefined, flags: OutputFlags & { all?: boolean }) =>
      perform(async (io, app) => {
        const { status } = await import('../../../app/runs/status.ts');
        const runs = await status(app, { ...given({ run }), ...(flags.all === true && { all: true }) });
        io.stdout.pass(runs, flags.json === true ? asJson : statusText);
        return 0;
      }),
    );
};
