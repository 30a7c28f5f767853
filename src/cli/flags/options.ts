/** Flags that several commands share, and how they become a request. */
import { type Command, Option } from 'commander';
import type { StartRequest } from '../../model/start-request.ts';
import { viewNames } from '../../views/event-views.ts';
import { addFlags, allFlags, clarifyFlags, configFromHelp, proofFlags, reviewFlags, startFlags } from './flags.ts';

export type OutputFlags = { json?: boolean; quiet?: boolean; color: boolean };

export type RunFlags = OutputFlags & { jsonl?: boolean; events?: (typeof viewNames)[number]; inPlace?: boolean };

export const outputOptions = (command: Command): Command =>
  command
    .option('--json', 'print one JSON document on standard output and nothing else there')
    .option('-q, --quiet', 'no progress, only the result')
    .option('--no-color', 'no colours (as does NO_COLOR; FORCE_COLOR=1 wants them in a pipe too)');

export const eventOptions = (command: Command): Command =>
  command
    .addOption(new Option('--jsonl', 'print every event as it happens, one JSON document per line').conflicts('json'))
    .addOption(
      new Option('--events <view>', 'print events in the words of another system, as JSON lines')
        .choices(viewNames)
        .conflicts('json'),
    );

export const inPlaceOption = (command: Command): Command =>
  command.option('--in-place', 'apply the result to your working tree when done (undo: fixpoint apply --undo)');

const yesHelp = 'ask nothing: use what is found in the repository where nothing is configured, and the proposed budget';

export const yesOption = (command: Command): Command => command.option('-y, --yes', yesHelp);

export type ConfigFromFlag = { configFrom?: string };

/** For repositories, and branches, of other people (docs/trust.md). */
export const configFromOption = (what: string): Option =>
  new Option('--config-from <ref>', configFromHelp(what)).conflicts('config');

export const configFromOf = ({ configFrom }: ConfigFromFlag): ConfigFromFlag =>
  configFrom === undefined ? {} : { configFrom };

/** What every command that starts a run takes. */
export const startOptions = (command: Command, agentIs: string): Command =>
  addFlags(eventOptions(outputOptions(command)), startFlags(agentIs));

export const reviewOptions = (command: Command): Command => addFlags(command, reviewFlags);

export const clarifyOptions = (command: Command): Command => addFlags(command, clarifyFlags);

const fixingAgentHelp =
  'the agent that fixes (fix.agent); repeatable: the next attempt at a finding goes to the next of them (fix.agents)';

export const fixOptions = (command: Command): Command =>
  addFlags(clarifyOptions(inPlaceOption(startOptions(command, fixingAgentHelp))), proofFlags).option(
    '--dry-run',
    'show what would be asked, with the exact prompts of the fixer where findings are given, and run nothing',
  );

/** Flags as commander read them. */
export type Flags = Readonly<Record<string, unknown>>;

export const findingsArgument = (command: Command): Command =>
  command.argument('[file...]', 'files with findings, - for standard input: the same as --from');

/** Files that were named without a flag come before those of `--from`. */
export const withFiles = <Given extends { from?: string[] }>(flags: Given, files: readonly string[]): Given =>
  files.length === 0 ? flags : { ...flags, from: [...files, ...(flags.from ?? [])] };

/** A whole section before its keys, so that `agents.command.price` is not lost to `--agent-command`. */
const sectionsFirst = (set: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(set).toSorted(([one], [other]) => one.split('.').length - other.split('.').length));

/** What a command that starts a run asks for. A named flag wins over `--set`, which is the more general one. */
export const requestOf = async (flags: Flags): Promise<StartRequest> => {
  const request: Record<string, unknown> = {};
  const set: Record<string, unknown> = {};
  for (const { name, fill } of allFlags) {
    const value = flags[name];
    if (value === undefined || value === false || (Array.isArray(value) && value.length === 0)) continue;
    const filled = await fill(value);
    Object.assign(request, filled.request);
    Object.assign(set, filled.set);
  }
  // Only commands that start something need the schema: the others are to be there at once.
  const { StartRequest: schema } = await import('../../model/start-request.ts');
  return schema.parse({ ...request, set: sectionsFirst(set) });
};
