/** `fixpoint dispositions`: which findings people have dismissed; `remove` takes a decision back. */
import type { Command } from 'commander';
import { dispositionsText, removedText, warningLines } from '../../texts/dispositions-text.ts';
import type { App } from '../../../app/app.ts';
import type { Io } from '../../io.ts';
import {
  type ConfigFromFlag,
  configFromOf,
  configFromOption,
  type OutputFlags,
  outputOptions,
} from '../../flags/options.ts';
import type { Perform } from '../../perform.ts';
import { asJson } from '../../texts/as-json.ts';

const examples = `
Examples:
  $ fixpoint dispositions
  $ fixpoint dispositions --json | jq '.dispositions[] | select(.state == "ran out") | .id'
  $ fixpoint dispositions remove f0123456789ab
  $ fixpoint dispositions remove F002             as the latest run calls it
`;

const list = async ({ json, quiet, ...flags }: OutputFlags & ConfigFromFlag, io: Io, app: App): Promise<number> => {
  const { dispositions } = await import('../../../app/dispose/list.ts');
  const result = await dispositions(app, configFromOf(flags));
  await io.stdout.print(result, json === true ? asJson : (listed) => dispositionsText(listed.dispositions));
  if (quiet !== true) await io.stderr.print(result, warningLines);
  return 0;
};

const remove = async (ids: string[], { json }: OutputFlags, io: Io, app: App): Promise<number> => {
  const { removeDispositions } = await import('../../../app/dispose/list.ts');
  const result = await removeDispositions(app, { ids });
  await io.stdout.print(result, json === true ? asJson : ({ removed }) => removedText(removed));
  return 0;
};

export const dispositionsCommand = (program: Command, perform: Perform): void => {
  const command = program.command('dispositions').enablePositionalOptions();
  outputOptions(command)
    .description('list the decisions about findings that are kept with the repository')
    .addOption(configFromOption('dispositions'))
    .addHelpText('after', examples)
    .action((flags: OutputFlags & ConfigFromFlag) => perform((io, app) => list(flags, io, app)));
  outputOptions(command.command('list'))
    .description('list them; the same as without a command')
    .addOption(configFromOption('dispositions'))
    .action((_: OutputFlags, self: Command) =>
      perform((io, app) => list(self.optsWithGlobals<OutputFlags & ConfigFromFlag>(), io, app)),
    );
  outputOptions(
    command.command('remove').argument('<id...>', 'id of a disposition, or code of a finding in the latest run'),
  )
    .description('take decisions back: the findings return')
    .action((ids: string[], _: OutputFlags, self: Command) =>
      perform((io, app) => remove(ids, self.optsWithGlobals<OutputFlags>(), io, app)),
    );
};
