/** `fixpoint cancel [RUN]`: ask a run that another process carries out to end. */
import type { Command } from 'commander';
import { printable } from '../../../plain/printable.ts';
import { type OutputFlags, outputOptions } from '../../flags/options.ts';
import type { Perform } from '../../perform.ts';
import { asJson } from '../../texts/as-json.ts';

const examples = `
Examples:
  $ fixpoint cancel          ends the latest run cleanly; what is proven is kept
  $ fixpoint cancel          a second time ends it right away
`;

export const cancelCommand = (program: Command, perform: Perform): void => {
  const command = program.command('cancel').argument('[run]', 'id of the run, the start of one, or latest', 'latest');
  outputOptions(command)
    .description('end a run and keep what is proven; a second time ends it right away')
    .addHelpText('after', examples)
    .action((run: string, flags: OutputFlags) =>
      perform(async (io, app) => {
        const { cancel } = await import('../../../app/index.ts');
        const result = await cancel(app, { run });
        await io.stdout.print(result, flags.json === true ? asJson : ({ message }) => `${printable(message)}\n`);
        return 0;
      }),
    );
};
