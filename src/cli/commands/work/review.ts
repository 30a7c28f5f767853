/** `fixpoint review`: look for findings, and fix nothing. */
import type { Command } from 'commander';
import { requestOf, reviewOptions, startOptions, yesOption } from '../../flags/options.ts';
import type { AcceptFlags } from '../../accept.ts';
import type { Perform } from '../../perform.ts';

const examples = `
Examples:
  $ fixpoint review                          with the configured reviewers, or what it finds here
  $ fixpoint review --base main              what your branch changed since it left main
  $ fixpoint review --agent claude --json > review.json
  $ fixpoint review --progress PROGRESS.txt  and write the verdicts down

Exit codes: 0 everything was reviewed and nothing found, 2 findings, or changes that nobody looked at, 1 a reviewer
failed, 130 cancelled. \`fixpoint fix\` fixes what the latest review found, \`fixpoint report --format sarif\` gives it
to other tools.
`;

export const reviewCommand = (program: Command, perform: Perform): void => {
  const command = program
    .command('review')
    .description('look for findings, say which changes were looked at, and fix nothing');
  yesOption(reviewOptions(startOptions(command, 'the agent that reviews, where a reviewer names none')))
    .addHelpText('after', examples)
    .action((flags: AcceptFlags) =>
      perform(async (io, app) => {
        const { withFound } = await import('../../accept.ts');
        const purpose = { command: 'review', asksReviewers: true } as const;
        const options = await withFound(app, await requestOf(flags), purpose, { flags, io });
        if (options === null) return 0;
        const core = await import('../../../app/index.ts');
        return (await import('../../drive.ts')).drive(
          app,
          (given) => core.review(app, { ...options, ...given }),
          flags,
          io,
        );
      }),
    );
};
