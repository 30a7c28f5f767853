/**
 * `fixpoint prompts`: what agents are told; `show` prints it, `eject` writes it into the repository to be changed
 * there.
 */
import type { Command } from 'commander';
import type { App } from '../../../app/app.ts';
import type { ListedPrompt } from '../../../app/prompts/prompts.ts';
import { printable, printableLines } from '../../../plain/printable.ts';
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

type ListFlags = OutputFlags & ConfigFromFlag;
type ShowFlags = ListFlags & { builtIn?: boolean };

const examples = `
Examples:
  $ fixpoint prompts list                    names, what they are for, where they come from
  $ fixpoint prompts show python             what the skill python says
  $ fixpoint prompts eject python            write it to .fixpoint/reviewers/python.md, to be changed there
  $ fixpoint prompts show fix --built-in     the text that came with Fixpoint, whatever the repository has
`;

const listText = ({ prompts }: { prompts: readonly ListedPrompt[] }): string => {
  const rows = prompts.map(({ name, kind, source, description }) => [name, kind, source, description].map(printable));
  const width = (column: number): number => Math.max(...rows.map((row) => row[column]?.length ?? 0));
  const widths = [width(0), width(1), width(2), 0];
  return rows.map((row) => `${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}\n`).join('');
};

const list = async ({ json, ...flags }: ListFlags, io: Io, app: App): Promise<number> => {
  const { listPrompts } = await import('../../../app/prompts/prompts.ts');
  const prompts = await listPrompts(app, configFromOf(flags));
  await io.stdout.print({ prompts }, json === true ? asJson : listText);
  return 0;
};

const show = async (name: string, { json, builtIn, ...flags }: ShowFlags, io: Io, app: App): Promise<number> => {
  const { showPrompt } = await import('../../../app/prompts/prompts.ts');
  const prompt = await showPrompt(app, { name, builtIn: builtIn === true, ...configFromOf(flags) });
  await io.stdout.print(prompt, json === true ? asJson : ({ text }) => withLineBreak(printableLines(text)));
  return 0;
};

const withLineBreak = (text: string): string => (text.endsWith('\n') ? text : `${text}\n`);

const eject = async (name: string, { json, quiet }: OutputFlags, io: Io, app: App): Promise<number> => {
  const { ejectPrompt } = await import('../../../app/prompts/prompts.ts');
  const { kind, source, name: full } = await ejectPrompt(app, { name });
  const ejected = { name: full, kind, path: source };
  await io.stdout.print(ejected, json === true ? asJson : ({ path }) => `${path}\n`);
  if (json !== true && quiet !== true)
    io.stderr.say(
      'Change it as you like, and commit it: runs in this repository use it in place of the built-in one.\n',
    );
  return 0;
};

export const promptsCommand = (program: Command, perform: Perform): void => {
  const command = program
    .command('prompts')
    .description('see and change what agents are told: prompts, and what reviewers look for')
    .addHelpText('after', examples);
  outputOptions(command.command('list', { isDefault: true }))
    .description('list prompts and reviewer skills, and where they come from')
    .addOption(configFromOption('prompts and reviewers'))
    .action((flags: ListFlags) => perform((io, app) => list(flags, io, app)));
  outputOptions(command.command('show').argument('<name>', 'of a prompt or a reviewer skill'))
    .description('print the text that a run here would use')
    .option('--built-in', 'the one that came with Fixpoint, whatever the repository has')
    .addOption(configFromOption('prompts and reviewers'))
    .action((name: string, flags: ShowFlags) => perform((io, app) => show(name, flags, io, app)));
  outputOptions(command.command('eject').argument('<name>', 'of a prompt or a reviewer skill'))
    .description('write the built-in text into .fixpoint/, to be changed there')
    .action((name: string, flags: OutputFlags) => perform((io, app) => eject(name, flags, io, app)));
};
