/** `fixpoint dismiss ID…`: a person's lasting decision about findings. */
import { type Command, Option } from 'commander';
import type { DismissOptions } from '../../../app/dispose/pick.ts';
import type { DispositionKind } from '../../../model/disposition.ts';
import { dismissedText, warningLines } from '../../texts/dispositions-text.ts';
import { UsageError } from '../../fail.ts';
import { type OutputFlags, outputOptions } from '../../flags/options.ts';
import type { Perform } from '../../perform.ts';
import { asJson } from '../../texts/as-json.ts';
import { given } from '../../../plain/given.ts';

const kinds = ['refuted', 'accepted', 'suppressed'] as const satisfies readonly DispositionKind[];

type Flags = OutputFlags & Pick<DismissOptions, 'as' | 'reason' | 'until' | 'run' | 'from' | 'format'>;

const examples = `
Examples:
  $ fixpoint dismiss F003 --as refuted --reason 'the value is checked by the caller'
  $ fixpoint dismiss F003 F007 --as accepted --reason 'goes away with the old API' --until 2027-01-31
  $ fixpoint dismiss BE-001 --as suppressed --reason 'not now' --until 30d --run latest
  $ fixpoint dismiss F004 --run latest                 what the run itself refuted, with its evidence
  $ fixpoint dismiss F001 --from results.sarif --as refuted --reason 'generated code'

refuted: it is wrong. accepted: it is right, and the risk is taken. suppressed: it is not to be shown.
A dismissed finding stays away even if it is reworded or moves. It comes back when the code under it
changes, or after --until. Commit the files that are written (.fixpoint/dispositions).
`;

export const dismissCommand = (program: Command, perform: Perform): void => {
  const command = program.command('dismiss').argument('<id...>', 'code or id of a finding, as in the report');
  outputOptions(command)
    .description('decide that findings are not to be fixed, for good or for a time')
    .addOption(new Option('--as <kind>', 'what it is').choices(kinds))
    .addOption(new Option('--reason <text>', 'why; without both, only what the run itself has refuted'))
    .option('--until <when>', 'last day (2027-01-31), a time, or how long from now on (30d, 12w, 6mo, 1y)')
    .option('--run <run>', 'the run that the finding is in: its id, the start of one, or latest (default: latest)')
    .addOption(new Option('--from <file...>', 'files with the findings, instead of a run').conflicts('run'))
    .option('--format <name>', 'format of the files, when it cannot be detected')
    .addHelpText('after', examples)
    .action((ids: string[], { as, reason, until, run, from, format, json, quiet }: Flags) =>
      perform(async (io, app) => {
        if ((as === undefined) !== (reason === undefined))
          throw new UsageError(`--as ${kinds.join('|')} and --reason TEXT go together: say what it is, and why.`);
        const { dismiss } = await import('../../../app/dispose/dismiss.ts');
        const result = await dismiss(app, {
          ids,
          ...given({ as, reason, until, run, from, format }),
        });
        await io.stdout.print(result, json === true ? asJson : ({ dismissed }) => dismissedText(dismissed));
        if (quiet !== true) await io.stderr.print(result, warningLines);
        return 0;
      }),
    );
};
