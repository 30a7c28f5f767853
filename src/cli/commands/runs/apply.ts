/** `fixpoint apply [RUN]`: bring the result of a run into the checkout, or take it back. */
import { type Command, Option } from 'commander';
import type { Applied } from '../../../app/index.ts';
import { applyText, chosenText } from '../../texts/apply-text.ts';
import { asJson } from '../../texts/as-json.ts';
import { type OutputFlags, outputOptions } from '../../flags/options.ts';
import type { Perform } from '../../perform.ts';

type Flags = OutputFlags & { merge?: boolean; undo?: boolean };

const examples = `
Examples:
  $ fixpoint apply           lay the fixes of the newest run that has any over your files, uncommitted
  $ fixpoint apply --merge   merge its branch instead
  $ fixpoint apply --undo    take back what apply laid down last
  $ fixpoint apply 20260301-142 --undo
`;

const wayOf = ({ undo, merge }: Flags): 'undo' | 'merge' | 'files' => {
  if (undo === true) return 'undo';
  return merge === true ? 'merge' : 'files';
};

export const applyCommand = (program: Command, perform: Perform): void => {
  const command = program
    .command('apply')
    .argument('[run]', 'id of the run, the start of one, or latest (default: the newest that has something to apply)');
  outputOptions(command)
    .description('bring the result of a run into your checkout; changes nothing if one file does not fit')
    .option('--merge', 'merge the branch of the run into the current branch')
    .addOption(new Option('--undo', 'take back what apply laid down').conflicts('merge'))
    .addHelpText('after', examples)
    .action((run: string | undefined, flags: Flags) =>
      perform(async (io, app) => {
        const { apply } = await import('../../../app/index.ts');
        const how = wayOf(flags);
        const result = await apply(app, { run, merge: how === 'merge', undo: how === 'undo' });
        const inWords = (applied: Applied): string =>
          (run === undefined ? chosenText(applied, how) : '') + applyText(applied, how);
        await io.stdout.print(result, flags.json === true ? asJson : inWords);
        return result.applied ? 0 : 1;
      }),
    );
};
