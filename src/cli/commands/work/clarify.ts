/** `fixpoint clarify`: an agent asks about findings before they are planned; nothing else is done. */
import type { Command } from 'commander';
import type { App } from '../../../app/index.ts';
import type { Report } from '../../../model/report.ts';
import type { StartRequest } from '../../../model/start-request.ts';
import { clarifyResponse, isReadyToPlan } from '../../../report/clarify-response.ts';
import type { Ending } from '../../drive.ts';
import { printReport } from '../../print-report.ts';
import { exitCode } from '../../exit-code.ts';
import { UsageError } from '../../fail.ts';
import { addFlags, clarifyCommandFlags } from '../../flags/flags.ts';
import type { Io } from '../../io.ts';
import {
  findingsArgument,
  requestOf,
  reviewOptions,
  type RunFlags,
  startOptions,
  withFiles,
} from '../../flags/options.ts';
import type { Perform } from '../../perform.ts';
import { asJson } from '../../texts/as-json.ts';

const examples = `
Examples:
  $ fixpoint clarify results.sarif --json                 the questions, and the session_id
  $ fixpoint clarify --session 20260301-142 --answers answers.json --json
  $ fixpoint plan --session 20260301-142 -o plan          plan in the same conversation, with the answers
  $ fixpoint fix --plan plan/master_todo.json --session 20260301-150

--json prints { has_questions, questions_by_issue, session_id, ready_to_plan }.
Exit codes: 0 ready to plan, 3 waiting for answers, 1 failed, 2 stopped (it can be resumed), 130 cancelled.
`;

const codeOf = (report: Report): number => (isReadyToPlan(report) ? 0 : exitCode(report.status));

const nextStep = (report: Report): string => {
  if (isReadyToPlan(report)) return `\nReady to plan: fixpoint plan --session ${report.run} -o plan\n`;
  return report.status === 'waiting'
    ? `\nSeveral answers at once: fixpoint clarify --session ${report.run} --answers FILE\n`
    : '';
};

const endingFor = (flags: RunFlags, io: Io): Required<Ending> => ({
  printed: (report) => (flags.json === true ? asJson(clarifyResponse(report)) : undefined),
  conclude: async (report) => {
    const isDocument = flags.json === true || flags.jsonl === true || flags.events !== undefined;
    if (!isDocument) await io.stdout.print(report, nextStep);
    return codeOf(report);
  },
});

/** Answers what was asked, where answers are given, and goes on; otherwise says how it stands. */
const goOn = async (
  app: App,
  { run, answers }: { run: string; answers: StartRequest['answers'] },
  flags: RunFlags,
  io: Io,
): Promise<number> => {
  const ending = endingFor(flags, io);
  const report = await (await import('../../../app/index.ts')).report(app, { run });
  if (report.command !== 'clarify')
    throw new UsageError(`Run ${report.run} is not one of fixpoint clarify. fixpoint answer ${report.run} answers it.`);
  if (answers !== undefined)
    return (await import('../../questions/give-answers.ts')).giveAnswers(
      app,
      { run: report.run, answers },
      flags,
      io,
      ending,
    );
  const looks = { json: false, color: flags.color && io.color(io.stdout), files: [] };
  await printReport(report, { printed: ending.printed, looks }, io);
  return ending.conclude(report);
};

export const clarifyCommand = (program: Command, perform: Perform): void => {
  const command = program
    .command('clarify')
    .description('let an agent ask about findings before they are planned, and fix nothing');
  addFlags(
    reviewOptions(startOptions(findingsArgument(command), 'the agent that asks (fix.agent)')),
    clarifyCommandFlags,
  )
    .addHelpText('after', examples)
    .action((files: string[], flags: RunFlags & { from?: string[] }) =>
      perform(async (io, app) => {
        const { session, ...request } = await requestOf(withFiles(flags, files));
        if (session !== undefined) return goOn(app, { run: session, answers: request.answers }, flags, io);
        const core = await import('../../../app/index.ts');
        const { drive } = await import('../../drive.ts');
        return drive(app, (given) => core.clarify(app, { ...request, ...given }), flags, io, endingFor(flags, io));
      }),
    );
};
