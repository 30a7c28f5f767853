/** Flags that several commands share, and how they become options of the core. */
import { type Command, Option } from 'commander';
import type { StartOptions } from '../app/index.ts';
import { viewNames } from '../views/event-views.ts';
import { UsageError } from './fail.ts';

export type OutputFlags = { json?: boolean; quiet?: boolean; color: boolean };

export type RunFlags = OutputFlags & { jsonl?: boolean; events?: (typeof viewNames)[number]; inPlace?: boolean };

/** Where to start from, and with which configuration. */
export type StartFlags = RunFlags & {
  agent?: string;
  agentCommand?: string;
  preset?: string;
  config?: string;
  configFrom?: string;
  set: string[];
  only: string[];
  newSince?: string;
  includeDirty?: boolean;
  record?: string;
  notes?: string;
  progress?: string;
};

export type ReviewFlags = StartFlags & { base?: string };

export type ClarifyFlags = StartFlags & { clarify?: boolean; answers?: string };

export type FixFlags = ReviewFlags &
  ClarifyFlags & {
    verify: string[];
    recheck?: string[];
    requireProof: string[];
    challenger: string[];
    strict?: boolean;
    dryRun?: boolean;
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
      new Option('--events <view>', 'print events in the words of another system, as JSON lines')
        .choices(viewNames)
        .conflicts('json'),
    );

export const inPlaceOption = (command: Command): Command =>
  command.option('--in-place', 'bring the result into your checkout at the end; says how to take it back');

export type ConfigFromFlag = { configFrom?: string };

/** For repositories, and branches, of other people (docs/trust.md). */
export const configFromOption = (what = 'configuration, prompts, reviewers, dispositions and conventions'): Option =>
  new Option('--config-from <ref>', `take ${what} from this branch, tag or commit, whatever is checked out`).conflicts(
    'config',
  );

export const configFromOf = ({ configFrom }: ConfigFromFlag): ConfigFromFlag =>
  configFrom === undefined ? {} : { configFrom };

/** What every command that starts a run takes. */
export const startOptions = (command: Command, agentIs: string): Command =>
  eventOptions(outputOptions(command))
    .option('--agent <name>', `${agentIs}; replay:DIR plays a recording`)
    .addOption(
      new Option('--agent-command <command>', 'use this program as the agent, without a configuration file').conflicts(
        'agent',
      ),
    )
    .option('--preset <name>', 'where the defaults come from')
    .option('--config <file>', 'configuration file (default: fixpoint.yaml at the root of the repository)')
    .addOption(configFromOption())
    .addOption(repeatable('--set <key=value>', 'set any configuration key, such as fix.concurrency=8; repeatable'))
    .addOption(
      repeatable('--only <selector>', 'only these findings: a code, an id, a file, a glob or a rule; repeatable'),
    )
    .option('--new-since <ref>', 'only what came in since your branch left this one; a branch, a tag or a commit')
    .option('--include-dirty', 'start from your files as they are, not from the last commit')
    .option('--notes <text>', 'what every agent should know; reaches every prompt (fix.notes)')
    .option('--progress <file>', 'add entries in the form of PROGRESS.txt to this file')
    .option('--record <dir>', 'keep every call of an agent in this folder, to play it again without the agent');

export const reviewOptions = (command: Command): Command =>
  command.option(
    '--base <ref>',
    'branch, tag or commit that reviewing agents compare with; all: everything (review.base)',
  );

export const clarifyOptions = (command: Command): Command =>
  command
    .option('--clarify', 'let the agent ask about what is unclear, before anything is planned (clarify.agent)')
    .option('--answers <file>', 'answers to such questions, as JSON: { "F001-q1": "…" }');

export const fixOptions = (command: Command): Command =>
  clarifyOptions(inPlaceOption(startOptions(command, 'the agent that fixes (fix.agent)')))
    .addOption(
      repeatable('--verify <command>', 'a command that must pass before a fix counts; repeatable (verify.commands)'),
    )
    .addOption(
      repeatable(
        '--require-proof <kind>',
        'refuse a fix without it: tool (it looked again), review, tests, or any; repeatable (verify.requireProof)',
      ),
    )
    .addOption(
      repeatable(
        '--challenger <name>',
        'an agent that judges each fix, independently of the fixer; repeatable (challenger.agents)',
      ),
    )
    .option('--strict', 'fix warnings and suggestions too (fix.levels)')
    .option(
      '--dry-run',
      'show what would be asked, with the exact prompts of the fixer where findings are given, and run nothing',
    );

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
const replayFolder = ({ agent }: StartFlags): string | undefined =>
  agent?.startsWith(replayPrefix) === true ? agent.slice(replayPrefix.length) : undefined;

/** Any command that starts a run: what it does not take is not there. */
type AnyFlags = StartFlags & Partial<FixFlags>;

const listed = <T>(values: readonly T[] | undefined): values is readonly T[] =>
  values !== undefined && values.length > 0;

/** Configuration keys that flags stand for. `--set` is the more general one, so a named flag wins over it. */
export const settings = (flags: AnyFlags): Record<string, unknown> => ({
  ...assignments(flags.set),
  ...(flags.preset === undefined ? {} : { preset: flags.preset }),
  ...(flags.agent === undefined || replayFolder(flags) !== undefined ? {} : { 'fix.agent': flags.agent }),
  ...(flags.agentCommand === undefined
    ? {}
    : { 'agents.command': { kind: 'command', command: flags.agentCommand }, 'fix.agent': 'command' }),
  ...(flags.base === undefined ? {} : { 'review.base': flags.base }),
  ...(flags.notes === undefined ? {} : { 'fix.notes': flags.notes }),
  ...(listed(flags.verify) ? { 'verify.commands': flags.verify } : {}),
  ...(listed(flags.recheck) ? { 'verify.recheck': flags.recheck } : {}),
  ...(listed(flags.requireProof) ? { 'verify.requireProof': flags.requireProof } : {}),
  ...(listed(flags.challenger) ? { 'challenger.agents': flags.challenger } : {}),
  ...(flags.strict === true ? { 'fix.levels': ['blocking', 'warning', 'suggestion'] } : {}),
});

/** What a command that starts a run gives to the core, from flags. */
export const coreOptions = async (flags: AnyFlags): Promise<StartOptions> => ({
  set: settings(flags),
  ...(flags.record === undefined ? {} : { record: flags.record }),
  ...(replayFolder(flags) === undefined ? {} : { replay: replayFolder(flags) ?? '' }),
  ...(flags.config === undefined ? {} : { configFile: flags.config }),
  ...configFromOf(flags),
  ...(flags.only.length === 0 ? {} : { only: flags.only }),
  ...(flags.newSince === undefined ? {} : { newSince: flags.newSince }),
  ...(flags.includeDirty === true ? { includeDirty: true } : {}),
  ...(flags.progress === undefined ? {} : { progress: flags.progress }),
  ...(flags.clarify === true ? { clarify: true } : {}),
  ...(flags.answers === undefined ? {} : { answers: await (await import('./answers.ts')).readAnswers(flags.answers) }),
});
