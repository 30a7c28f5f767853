/** `fixpoint plan`: the order of fixes and how each is to be made, as files that a person can edit. */
import type { Command } from 'commander';
import { addFlags, planFlags } from '../../flags/flags.ts';
import {
  clarifyOptions,
  findingsArgument,
  requestOf,
  reviewOptions,
  type RunFlags,
  startOptions,
  withFiles,
} from '../../flags/options.ts';
import type { Perform } from '../../perform.ts';

type Flags = RunFlags & { output?: string; from?: string[] };

const examples = `
Examples:
  $ fixpoint plan results.sarif -o plan            plan/master_todo.json, and a fix_todo_CODE.json for each finding
  $ fixpoint plan --base main -o plan              plan for what the reviewers find
  $ fixpoint plan results.sarif --clarify --set plan.agent=claude -o plan
  $ fixpoint fix --plan plan                       carry it out, as you have edited it

Exit codes: 0 the plan is made, 1 failed, 2 stopped (it can be resumed), 3 waiting for answers, 130 cancelled.
`;

export const planCommand = (program: Command, perform: Perform): void => {
  const command = program
    .command('plan')
    .description('plan how findings are to be fixed, in files to be edited, and fix nothing');
  addFlags(findingsArgument(command), planFlags).option(
    '-o, --output <dir>',
    'write the files of the plan into this folder; an edited plan is never overwritten',
  );
  clarifyOptions(reviewOptions(startOptions(command, 'the agent that is to fix, and asks with --clarify (fix.agent)')))
    .addHelpText('after', examples)
    .action((files: string[], flags: Flags) =>
      perform(async (io, app) => {
        const options = await requestOf(withFiles(flags, files));
        // Before anything is spent.
        if (flags.output !== undefined)
          await (await import('../../plans/edited-plan.ts')).replaceable(app, flags.output);
        const core = await import('../../../app/index.ts');
        const { concludePlan } = await import('../../plans/plan-files.ts');
        const { drive } = await import('../../drive.ts');
        return drive(app, (given) => core.plan(app, { ...options, ...given }), flags, io, {
          conclude: (report) => concludePlan(app, report, flags, io),
        });
      }),
    );
};
