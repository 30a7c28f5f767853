/** The flags of a start, one line each: how it is written, what it says, and what of the request it fills. */
import { type Command, Option } from 'commander';
import type { StartRequest } from '../../model/start-request.ts';
import { UsageError } from '../fail.ts';

/** What a flag fills: keys of the request, or of the configuration. */
type Filled = { request?: StartRequest; set?: Record<string, unknown> };

type Fill = (value: unknown) => Filled | Promise<Filled>;

export type Flag = { name: string; option: () => Option; fill: Fill };

/** An option that may be given several times. */
export const repeatable = (flags: string, description: string): Option =>
  new Option(flags, description).argParser((value: string, before: string[]) => [...before, value]).default([], 'none');

const flag = (flags: string, help: string, fill: Fill, conflicts: string[] = []): Flag => ({
  name: new Option(flags).attributeName(),
  option: () => new Option(flags, help).conflicts(conflicts),
  fill,
});

const list = (flags: string, help: string, fill: Fill): Flag => ({
  name: new Option(flags).attributeName(),
  option: () => repeatable(flags, help),
  fill,
});

const request =
  (key: keyof StartRequest): Fill =>
  (value) => ({ request: { [key]: value } });

const setting =
  (key: string): Fill =>
  (value) => ({ set: { [key]: value } });

const everyLevel: Fill = () => ({ set: { 'fix.levels': ['blocking', 'warning', 'suggestion'] } });

const replayPrefix = 'replay:';

/** Several are a ladder. `--agent replay:DIR` names no agent but a recording, with all its agents. */
const agents: Fill = (given) => {
  const names = Array.isArray(given) ? given.map(String) : [];
  const replay = names.find((name) => name.startsWith(replayPrefix));
  if (replay === undefined) return { set: names.length === 1 ? { 'fix.agent': names[0] } : { 'fix.agents': names } };
  if (names.length > 1) throw new UsageError(`--agent ${replay} has its own agents: leave out the others.`);
  return { request: { replay: replay.slice(replayPrefix.length) } };
};

const agentCommand: Fill = (command) => ({
  set: { 'agents.command': { kind: 'command', command }, 'fix.agent': 'command' },
});

const answers: Fill = async (file) => ({
  request: { answers: await (await import('../questions/answers.ts')).readAnswers(String(file)) },
});

/** The value stays text: the configuration reads it as its key wants it. */
const pair = (text: string): [string, string] => {
  const at = text.indexOf('=');
  if (at < 1) throw new UsageError(`--set needs key=value, such as --set fix.concurrency=8; got: ${text}`);
  return [text.slice(0, at).trim(), text.slice(at + 1)];
};

/** `--set key=value`, by key. */
export const assignments = (set: readonly string[]): Record<string, string> => Object.fromEntries(set.map(pair));

const assigned: Fill = (set) => ({ set: assignments(Array.isArray(set) ? set.map(String) : []) });

const refs = 'a branch, a tag or a commit';
export const configFromHelp = (what: string): string =>
  `take ${what} from this branch, tag or commit, whatever is checked out`;
const configHelp = 'configuration file (default: fixpoint.yaml at the root of the repository)';
const everything = 'configuration, prompts, reviewers, dispositions and conventions';

export const excludeHelp =
  'leave these files out of reviews and findings, as a line of .gitignore would; repeatable (.fixpointignore)';

/** `agentIs`: what the agent does for this command. */
export const startFlags = (agentIs: string): Flag[] => [
  list('--agent <name>', `${agentIs}; replay:DIR plays a recording`, agents),
  flag('--agent-command <command>', 'use this program as the agent, without a configuration file', agentCommand, [
    'agent',
  ]),
  flag('--preset <name>', 'take the defaults of a preset (preset; docs/presets.md lists them)', setting('preset')),
  flag('--config <file>', configHelp, request('configFile')),
  flag('--config-from <ref>', configFromHelp(everything), request('configFrom'), ['config']),
  list('--set <key=value>', 'set any configuration key, such as fix.concurrency=8; repeatable', assigned),
  list(
    '--only <selector>',
    'only these findings: a code, an id, a file, a glob or a rule; repeatable',
    request('only'),
  ),
  list('--exclude <glob>', excludeHelp, request('exclude')),
  flag('--new-since <ref>', `only what came in since your branch left this one; ${refs}`, request('newSince')),
  flag('--include-dirty', 'start from your files as they are, not from the last commit', request('includeDirty')),
  flag('--notes <text>', 'what every agent should know; reaches every prompt (fix.notes)', setting('fix.notes')),
  flag('--usd <amount>', 'stop before the run costs more than this many dollars (limits.usd)', setting('limits.usd')),
  flag('--progress <file>', 'add entries in the form of PROGRESS.txt to this file', request('progress')),
  flag(
    '--record <dir>',
    'keep every call of an agent in this folder, to play it again without the agent',
    request('record'),
  ),
];

const baseHelp =
  'a branch, tag or commit to compare with: agents review what changed since then, and fixers are shown it; ' +
  'all: review everything (review.base)';
export const reviewFlags: Flag[] = [flag('--base <ref>', baseHelp, setting('review.base'))];

const clarifyHelp = 'let the agent ask about what is unclear, before anything is planned (clarify.agent)';
const waitHelp = 'wait for answers (exit 3, then fixpoint answer) where nobody is at the terminal (clarify.wait)';
export const clarifyFlags: Flag[] = [
  flag('--clarify', clarifyHelp, request('clarify')),
  flag('--answers <file>', 'answers to such questions, as JSON: { "F001-q1": "…" }', answers),
  flag('--wait', waitHelp, setting('clarify.wait')),
];

const verifyHelp = 'a command that must pass before a fix counts; repeatable (verify.commands)';
const proofHelp =
  'refuse fixes without this proof: tool (the one that found it looked again), review, target, tests, or any; ' +
  'repeatable (verify.requireProof)';
const challengerHelp = 'an agent that judges each fix, independently of the fixer; repeatable (challenger.agents)';
export const proofFlags: Flag[] = [
  list('--verify <command>', verifyHelp, setting('verify.commands')),
  list('--require-proof <kind>', proofHelp, setting('verify.requireProof')),
  list('--challenger <name>', challengerHelp, setting('challenger.agents')),
  flag('--strict', 'fix warnings and suggestions too (fix.levels)', everyLevel),
  flag(
    '--max-fix-cycles <n>',
    'at most so many passes over what is still open (limits.cycles)',
    setting('limits.cycles'),
  ),
];

const fromHelp = 'file with findings, - for standard input; repeatable';
const planHelp =
  'a folder that fixpoint plan wrote, or its master_todo.json: its steps are carried out, on its findings unless ' +
  '--from names others';
const recheckHelp =
  'a command that prints findings, run again to see whether each is gone; {files} stands for the files; ' +
  'repeatable (verify.recheck)';
const format = flag('--format <name>', 'format of the files, when it cannot be detected', request('format'));

const sessionHelp =
  'continue from a run of fixpoint review or clarify: its findings, answers and conversation; with --plan also of ' +
  'fixpoint plan';
const session = flag('--session <run>', sessionHelp, request('session'));

export const fixFlags: Flag[] = [
  flag('--from <file...>', fromHelp, request('from')),
  flag('--plan <file>', planHelp, request('plan')),
  format,
  flag('--review-report <file>', 'a review report in prose, given to the agent as context', request('reviewReport')),
  list('--recheck <command>', recheckHelp, setting('verify.recheck')),
  session,
];

export const planFlags: Flag[] = [
  flag('--from <file...>', `${fromHelp} (default: the reviewers are asked)`, request('from')),
  format,
  session,
];

const onWithHelp = 'a run of fixpoint clarify to answer, or to look at; its id is the session_id that --json prints';
export const clarifyCommandFlags: Flag[] = [
  ...planFlags.slice(0, 2),
  flag('--session <run>', onWithHelp, request('session')),
  flag('--answers <file>', 'answers to its questions, as JSON: { "F001-q1": "…" }', answers),
];

/** `--set` comes first, so that named flags win over it. */
export const allFlags: Flag[] = [
  ...startFlags('').toSorted((one, other) => Number(other.name === 'set') - Number(one.name === 'set')),
  ...reviewFlags,
  ...clarifyFlags,
  ...proofFlags,
  ...fixFlags,
];

export const addFlags = (command: Command, flags: readonly Flag[]): Command =>
  flags.reduce((each, { option }) => each.addOption(option()), command);
