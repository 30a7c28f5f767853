/** `fixpoint leftovers`: what is to be in the tracker, and whether it is there; `flush` sends what still waits. */
import type { Command } from 'commander';
import type { App } from '../../../app/app.ts';
import type { Flushed } from '../../../app/leftovers/flush.ts';
import type { ListedLeftover } from '../../../app/leftovers/list.ts';
import { printable } from '../../../plain/printable.ts';
import type { Io } from '../../io.ts';
import { type OutputFlags, outputOptions } from '../../flags/options.ts';
import type { Perform } from '../../perform.ts';
import { asJson } from '../../texts/as-json.ts';

const examples = `
Examples:
  $ fixpoint leftovers list                 what the runs of this repository have filed, and what waits
  $ fixpoint leftovers list --waiting
  $ fixpoint leftovers flush                send what could not be sent, for example while you were offline
  $ fixpoint leftovers list --json | jq '.leftovers[].issue.url'

Exit codes of flush: 0 everything was sent, 2 something still waits.
`;

const words: Readonly<Record<ListedLeftover['state'], string>> = {
  waiting: 'waiting',
  sent: 'sent, not confirmed',
  confirmed: 'confirmed',
  superseded: 'superseded',
};

const leftoverLine = ({ state, title, run, issue, error, to, project, want }: ListedLeftover): string => {
  const where = issue === null ? (project ?? to) : issue.url;
  const wish = want === 'open' ? '' : ` (to be closed: ${want})`;
  const reason = error === null ? '' : `\n    ${printable(error)}`;
  return `${words[state].padEnd(20)} ${printable(title)}${wish}\n    ${printable(where)}, run ${run}${reason}\n`;
};

const leftoversText = ({ leftovers }: { leftovers: readonly ListedLeftover[] }): string =>
  leftovers.length === 0 ? 'No leftovers are in the outbox.\n' : leftovers.map(leftoverLine).join('');

const busyText = ({ busy }: Flushed): string =>
  busy.map((run) => `Run ${run} is under way, and sends its own at its end.\n`).join('');

type ListFlags = OutputFlags & { waiting?: boolean };

const list = async ({ json, waiting }: ListFlags, io: Io, app: App): Promise<number> => {
  const { listLeftovers } = await import('../../../app/leftovers/list.ts');
  const leftovers = await listLeftovers(app, { waiting });
  await io.stdout.print({ leftovers }, json === true ? asJson : leftoversText);
  return 0;
};

const isUnsent = ({ state }: ListedLeftover): boolean => state === 'waiting' || state === 'sent';

const flush = async ({ json, quiet }: OutputFlags, io: Io, app: App): Promise<number> => {
  const { flushLeftovers } = await import('../../../app/leftovers/flush.ts');
  const flushed = await flushLeftovers(app);
  await io.stdout.print(flushed, json === true ? asJson : leftoversText);
  if (quiet !== true) await io.stderr.print(flushed, busyText);
  return flushed.leftovers.some(isUnsent) ? 2 : 0;
};

export const leftoversCommand = (program: Command, perform: Perform): void => {
  const command = program
    .command('leftovers')
    .description('list the issues of findings that ended unfixed, and send what waits')
    .addHelpText('after', examples);
  outputOptions(command.command('list'))
    .description('list what belongs in the tracker, and whether it is there')
    .option('--waiting', 'only what is still to be sent')
    .addHelpText('after', examples)
    .action((flags: ListFlags) => perform((io, app) => list(flags, io, app)));
  outputOptions(command.command('flush'))
    .description('send what could not be sent before; as often as you like')
    .addHelpText('after', examples)
    .action((flags: OutputFlags) => perform((io, app) => flush(flags, io, app)));
};
