/** Flags that several commands share, and how they become options of the core. */
import { type Command, Option } from 'commander';
import type { StartOptions } from '../compose.ts';
import { viewNames } from './event-views.ts';
import { UsageError } from './fail.ts';

export type OutputFlags = { json?: boolean; quiet?: boolean; color: boolean };

export type RunFlags = OutputFlags & { jsonl?: boolean; events?: (typeof viewNames)[number]; inPlace?: boolean };

export type FixFlags = RunFlags & {
  agent?: string;
  agentCommand?: string;
  verify: string[];
  preset?: string;
  config?: string;
  set: string[];
  only: string[];
  newSince?: string;
  strict?: boolean;
  includeDirty?: boolean;
  dryRun?: boolean;
  record?: string;
};

const collect = (value: string, before: string[]): string[] => [...before, value];

/** An option that may be given several times. */
export const repeatable = (flags: string, description: string): Option =>
  new Option(flags, description).argParser(collect).default([], 'none');

export const outputOptions = (command: Command): Command =>
  command
    .option('--json', 'print one JSON document on standard output and nothing else there')
    .option('-q, --quiet', 'no progress, only the result')
    .option('--no-color', 'no colours (as does NO_COLOR)');

export const eventOptions = (command: Command): Command =>
  command
    .addOption(new Option('--jsonl', 'print every event as it happens, one JSON document per line').conflicts('json'))
    .addOption(
      new Option('--events <view>', 'print events in the words of another system, as JSON lines').choices(viewNames).conflicts('json'),
    )
    .option('--in-place', 'bring the result into your checkout at the end; says how to take it back');

export const fixOptions = (command: Command): Command =>
  eventOptions(outputOptions(command))
    .option('--agent <name>', 'the agent that fixes (fix.agent); replay:DIR plays a recording')
    .addOption(new Option('--agent-command <command>', 'use this program as the agent, without a configuration file').conflicts('agent'))
    .addOption(repeatable('--verify <command>', 'a command that must pass before a fix counts; repeatable (verify.commands)'))
    .option('--preset <name>', 'where the defaults come from')
    .option('--config <file>', 'configuration file (default: fixpoint.yaml at the root of the repository)')
    .addOption(repeatable('--set <key=value>', 'set any configuration key, such as fix.concurrency=8; repeatable'))
    .addOption(repeatable('--only <selector>', 'only these findings: a code, an id, a file, a glob or a rule; repeatable'))
    .option('--new-since <ref>', 'only what came in since your branch left this one; a branch, a tag or a commit')
    .option('--strict', 'fix warnings and suggestions too (fix.levels)')
    .option('--include-dirty', 'start from your files as they are, not from the last commit')
    .option('--record <dir>', 'keep every call of an agent in this folder, to play it again without the agent')
    .option('--dry-run', 'show the exact prompts and run nothing');

/** The value stays text: the configuration reads it as its key wants it. */
const pair = (text: string): [string, string] => {
  const at = text.indexOf('=');
  if (at < 1) throw new UsageError(`--set needs key=value, such as --set fix.concurrency=8; got: ${text}`);
  return [text.slice(0, at).trim(), text.slice(at + 1)];
};

/** `--set key=value`, by key. */
export const assignments = (set: readonly string[]): Record<string, string> => Object.fromEntries(set.map(pair));

const replayPrefix = 'replay:';

/** `--agent replay:DIR` names no agent but a recording. */
const replayFolder = ({ agent }: FixFlags): string | undefined =>
  agent?.startsWith(replayPrefix) === true ? agent.slice(replayPrefix.length) : undefined;

/** Configuration keys that flags stand for. `--set` is the more general one, so a named flag wins over it. */
export const settings = (flags: FixFlags): Record<string, unknown> => ({
  ...assignments(flags.set),
  ...(flags.preset === undefined ? {} : { preset: flags.preset }),
  ...(flags.agent === undefined || replayFolder(flags) !== undefined ? {} : { 'fix.agent': flags.agent }),
  ...(flags.agentCommand === undefined
    ? {}
    : { 'agents.command': { kind: 'command', command: flags.agentCommand }, 'fix.agent': 'command' }),
  ...(flags.verify.length === 0 ? {} : { 'verify.commands': flags.verify }),
  ...(flags.strict === true ? { 'fix.levels': ['blocking', 'warning', 'suggestion'] } : {}),
});

/** What `run` and `fix` give to the core, from flags. */
export const coreOptions = (flags: FixFlags): StartOptions => ({
  set: settings(flags),
  ...(flags.record === undefined ? {} : { record: flags.record }),
  ...(replayFolder(flags) === undefined ? {} : { replay: replayFolder(flags) ?? '' }),
  ...(flags.config === undefined ? {} : { configFile: flags.config }),
  ...(flags.only.length === 0 ? {} : { only: flags.only }),
  ...(flags.newSince === undefined ? {} : { newSince: flags.newSince }),
  ...(flags.includeDirty === true ? { includeDirty: true } : {}),
});
