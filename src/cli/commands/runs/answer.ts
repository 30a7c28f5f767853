/** `fixpoint answer [RUN] [QUESTION TEXT]`: answer what a run asks, and go on with it. */
import type { Command } from 'commander';
import type { App, questions } from '../../../app/index.ts';
import { waitingLines } from '../../../views/questions.ts';
import { UsageError } from '../../fail.ts';
import { giveAnswers } from '../../questions/give-answers.ts';
import type { Io } from '../../io.ts';
import { eventOptions, inPlaceOption, outputOptions, type RunFlags } from '../../flags/options.ts';
import type { Perform } from '../../perform.ts';
import { asJson } from '../../texts/as-json.ts';

const examples = `
Examples:
  $ fixpoint answer                                    what the latest run asks
  $ fixpoint answer 20260301-142 F001-q1 'Return 404'  answer, and resume the run
  $ fixpoint answer latest F001-s1 yes                 accept a fix that adds something lasting; no sends it back
  $ fixpoint answer latest --file answers.json         { "F001-q1": "Return 404", "F002-q1": "" }

The first answer to a question counts. An empty one leaves it to the fixer. Exit codes are those of the run; 0 when
another process has taken the answer and continues, 3 when the run waits for the rest.
`;

type AnswerFlags = RunFlags & { file?: string };

/** What was given on the command line; null when nothing was. */
const answersIn = async (
  run: string,
  question: string | undefined,
  text: string | undefined,
  { file }: AnswerFlags,
): Promise<Record<string, string> | null> => {
  if (file !== undefined && question !== undefined)
    throw new UsageError('Answer one question with QUESTION TEXT, or several with --file FILE, not both.');
  if (file !== undefined) return (await import('../../questions/answers.ts')).readAnswers(file, '--file');
  if (question === undefined) return null;
  if (text === undefined)
    throw new UsageError(`The answer to ${question} is missing: fixpoint answer ${run} ${question} 'YOUR ANSWER'`);
  return { [question]: text };
};

const list = async (app: App, run: string, flags: AnswerFlags, io: Io): Promise<number> => {
  const { questions } = await import('../../../app/index.ts');
  const asked = await questions(app, { run });
  await io.stdout.print(asked, flags.json === true ? asJson : askedText);
  return 0;
};

const askedText = ({ run, questions: asked }: Awaited<ReturnType<typeof questions>>): string =>
  asked.length === 0 ? `Run ${run} asks nothing.\n` : `${[`Run ${run}:`, ...waitingLines(run, asked)].join('\n')}\n`;

export const answerCommand = (program: Command, perform: Perform): void => {
  const command = program
    .command('answer')
    .argument('[run]', 'id of the run, the start of one, or latest', 'latest')
    .argument('[question]', 'id of the question; without one, those that are open are listed')
    .argument('[text]', 'the answer; an empty one leaves the question to the fixer');
  inPlaceOption(eventOptions(outputOptions(command)))
    .option('--file <file>', 'answers to several questions, as JSON: { "F001-q1": "…" }')
    .description('answer what a run asks, from any terminal, and resume it')
    .addHelpText('after', examples)
    .action((run: string, question: string | undefined, text: string | undefined, flags: AnswerFlags) =>
      perform(async (io, app) => {
        const answers = await answersIn(run, question, text, flags);
        return answers === null ? list(app, run, flags, io) : giveAnswers(app, { run, answers }, flags, io);
      }),
    );
};
