/** `fixpoint init`: write down what the repository has as its configuration. */
import type { Command } from 'commander';
import type { App } from '../../../app/app.ts';
import type { Init } from '../../../app/project/init.ts';
import type { FoundCommand } from '../../../detect/found.ts';
import { type Io, isLive } from '../../io.ts';
import type { Perform } from '../../perform.ts';
import { projectText } from '../../texts/project-text.ts';

type Flags = { yes?: boolean };

const examples = `
Examples:
  $ fixpoint init                    look, ask what cannot be found, and write fixpoint.yaml
  $ fixpoint init --yes              the same without questions
  $ fixpoint init > fixpoint.yaml    in a pipe it only prints what it would write

It reads the files of your last commit and runs nothing. A fixpoint.yaml that is there is never touched.
`;

/** Null when whoever was asked wants no file. */
const askFor = async ({ proposal }: Init, io: Io): Promise<FoundCommand[] | null> => {
  const { confirm, isCancel, text } = await import('@clack/prompts');
  const also: FoundCommand[] = [];
  if (proposal.verify.length === 0) {
    const message = 'Which command has to pass before a fix counts? Enter for none.';
    const answer: unknown = await io.stderr.draw(message, (_, output) => text({ message, output }));
    if (isCancel(answer)) return null;
    if (typeof answer === 'string' && answer.trim() !== '') also.push({ command: answer.trim(), places: [] });
  }
  const message = 'Write fixpoint.yaml?';
  const agreed: unknown = await io.stderr.draw(message, (_, output) => confirm({ message, output }));
  return agreed === true ? also : null;
};

const perform = async (flags: Flags, io: Io, app: App): Promise<number> => {
  const core = await import('../../../app/index.ts');
  const found = await core.init(app, {});
  await io.stderr.print(found.proposal, projectText);
  if (flags.yes !== true && !(process.stdin.isTTY && isLive(io.stderr, io.env))) {
    await io.stdout.print(found.text(), (file) => file);
    io.stderr.say('Nothing was written. `fixpoint init --yes` writes this to fixpoint.yaml.\n');
    return 0;
  }
  const also = flags.yes === true ? [] : await askFor(found, io);
  if (also === null) return 0;
  const isVerified = found.proposal.verify.length + also.length > 0;
  const next = isVerified ? 'Try it' : 'It verifies nothing yet: name a command in verify.commands, then try it';
  const written = await found.write(found.text(also));
  await io.stdout.print(written, (file) => `Wrote ${file}. ${next} with: fixpoint doctor --try\n`);
  return 0;
};

export const initCommand = (program: Command, carryOut: Perform): void => {
  program
    .command('init')
    .description('write a fixpoint.yaml from what the repository has: set-up, tests, linters')
    .option('-y, --yes', 'ask nothing')
    .addHelpText('after', examples)
    .action((flags: Flags) => carryOut((io, app) => perform(flags, io, app)));
};
