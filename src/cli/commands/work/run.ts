/** `fixpoint run`: review, fix, verify, commit, report. */
import { type Command, Option } from 'commander';
import type { AcceptFlags } from '../../accept.ts';
import type { Perform } from '../../perform.ts';
import { fixOptions, requestOf, reviewOptions, yesOption } from '../../flags/options.ts';

const examples = `
Examples:
  $ fixpoint run                             shows what it found here, and asks
  $ fixpoint run --yes                       takes what it found
  $ fixpoint run --verify 'npm test' --agent-command './my-agent'
  $ fixpoint run --only src/parser.ts --dry-run
  $ fixpoint run --base main --clarify --notes 'keep the public interface as it is'
  $ fixpoint run --challenger gemini --progress PROGRESS.txt
  $ fixpoint run --preset ralph
  $ fixpoint run --json > report.json
`;

export const runCommand = (program: Command, perform: Perform): void => {
  const command = program.command('run').description('review, fix what is found, verify, and hand over a branch');
  yesOption(reviewOptions(fixOptions(command)))
    .addOption(new Option('--ask').hideHelp())
    .addHelpText('after', examples)
    .action((flags: AcceptFlags) =>
      perform(async (io, app) => {
        const { withFound } = await import('../../accept.ts');
        const purpose = { command: 'run', asksReviewers: true } as const;
        const options = await withFound(app, await requestOf(flags), purpose, { flags, io });
        if (options === null) return 0;
        const core = await import('../../../app/index.ts');
        if (flags.dryRun === true)
          return (await import('../../texts/dry-run.ts')).printPreview(await core.preview(app, options), flags, io);
        return (await import('../../drive.ts')).drive(
          app,
          (given) => core.run(app, { ...options, ...given }),
          flags,
          io,
        );
      }),
    );
};
