/** `fixpoint explain [RUN] FINDING`: why a finding ended as it did, gate by gate. */
import type { Command } from 'commander';
import { given } from '../../../plain/given.ts';
import { type OutputFlags, outputOptions } from '../../flags/options.ts';
import type { Perform } from '../../perform.ts';
import { asJson } from '../../texts/as-json.ts';

const examples = `
Examples:
  $ fixpoint explain F001                        a finding of the newest run
  $ fixpoint explain 20261115-210348-i4c4 F001   of another one
  $ fixpoint explain F001 --json | jq '.attempts[].gates[] | select(.result != "passed")'
`;

/** One name is a finding of the newest run. */
const asked = (first: string, second: string | undefined): { run?: string; finding: string } =>
  second === undefined ? { finding: first } : { run: first, finding: second };

export const explainCommand = (program: Command, perform: Perform): void => {
  const command = program
    .command('explain')
    .usage('[options] [run] <finding>')
    .argument('<run or finding>', 'code or id of a finding of the newest run; or a run, with the finding behind it')
    .argument('[finding]', 'code or id of a finding of that run');
  outputOptions(command)
    .description('tell why a fix was accepted or refused, gate by gate, with the evidence')
    .addHelpText('after', examples)
    .action((first: string, second: string | undefined, flags: OutputFlags) =>
      perform(async (io, app) => {
        const { explain } = await import('../../../app/explain/explain.ts');
        const explanation = await explain(app, given(asked(first, second)));
        const { explanationText } = await import('../../../report/explain/text.ts');
        const color = flags.color && io.color(io.stdout);
        await io.stdout.print(explanation, flags.json === true ? asJson : (told) => explanationText(told, { color }));
        return 0;
      }),
    );
};
