/** `fixpoint clean [RUN…]`: remove what old runs keep, and their branches. */
import type { Command } from 'commander';
import type { App } from '../../../app/app.ts';
import type { Clean } from '../../../app/clean/clean.ts';
import { given } from '../../../plain/given.ts';
import { printable } from '../../../plain/printable.ts';
import { type OutputFlags, outputOptions } from '../../flags/options.ts';
import { type Io, isLive } from '../../io.ts';
import type { Perform } from '../../perform.ts';
import { asJson } from '../../texts/as-json.ts';
import { cleanText } from '../../texts/clean-text.ts';

type Flags = OutputFlags & { olderThan?: string; keep?: string; unmerged?: boolean; yes?: boolean };

const examples = `
Examples:
  $ fixpoint clean                      show what is older than 10 days, and ask
  $ fixpoint clean --older-than 2d --yes
  $ fixpoint clean --keep 5 --yes       all but the five newest runs that are old enough
  $ fixpoint clean 20260301-142         this run, whatever its age

It removes prompts, transcripts, patches and workspaces of runs, and the fixpoint/ branches that are merged or pushed.
Reports stay. A run that is under way, waits for answers or can be resumed is left alone unless you name it.
`;

/** Asks whoever is there; in a pipe, nobody agrees. */
const isAgreed = async (flags: Flags, io: Io): Promise<boolean> => {
  if (flags.yes === true) return true;
  if (flags.json === true || !(process.stdin.isTTY && isLive(io.stderr, io.env))) return false;
  const { confirm } = await import('@clack/prompts');
  const message = 'Remove this?';
  return (await io.stderr.draw(message, (_, output) => confirm({ message, initialValue: false, output }))) === true;
};

const carryOut = async (found: Clean, flags: Flags, io: Io): Promise<number> => {
  const { remove, ...shown } = found;
  if (flags.json !== true) await io.stdout.print(shown, cleanText);
  const isDone = shown.removed.length > 0 && (await isAgreed(flags, io));
  const problems = isDone ? await remove() : [];
  if (flags.json === true) await io.stdout.print({ done: isDone, ...shown, problems }, asJson);
  else if (shown.removed.length > 0) io.stdout.say(isDone ? 'Removed.\n' : 'Nothing was removed. --yes removes it.\n');
  for (const problem of problems) await io.stderr.print(problem, (text) => `${printable(text)}\n`);
  return problems.length === 0 ? 0 : 1;
};

const perform = async (runs: string[], flags: Flags, io: Io, app: App): Promise<number> => {
  const { clean } = await import('../../../app/index.ts');
  const { olderThan, unmerged, keep } = flags;
  const request = { runs, ...given({ olderThan, unmerged, keep: keep === undefined ? undefined : Number(keep) }) };
  return carryOut(await clean(app, request), flags, io);
};

export const cleanCommand = (program: Command, carry: Perform): void => {
  const command = program.command('clean').argument('[run...]', 'ids of runs, or the start of one: only these');
  outputOptions(command)
    .description('remove what old runs keep, and their branches; shows it first')
    .option('--older-than <age>', 'runs that ended longer ago than this (default: artifacts.retention, or 10d)')
    .option('--keep <n>', 'keep the newest n runs, whatever their age')
    .option('--unmerged', 'also remove branches whose commits no other branch has')
    .option('-y, --yes', 'remove it without asking')
    .addHelpText('after', examples)
    .action((runs: string[], flags: Flags) => carry((io, app) => perform(runs, flags, io, app)));
};
