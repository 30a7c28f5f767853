/** What a run will use, said before anything runs. */
import { fixersOf } from '../config/agents.ts';
import { trustsClaims } from '../config/trust.ts';
import { Config } from '../config/schema.ts';
import { showCommand } from '../config/values.ts';
import { type Started, willRun } from '../config/will-run.ts';
import type { RunEventOf } from '../model/event.ts';
import type { Command } from '../model/run/outcome.ts';
import { printable, shorten } from '../plain/printable.ts';

/** Whose word counts. */
const configurationFrom = ({ configuration }: RunEventOf<'run.started'>): string | null => {
  const { commit, ref = '', file = null } = configuration ?? {};
  if (commit !== undefined)
    return `Configuration, prompts and dispositions from ${printable(ref)} (${commit.slice(0, 12)}).`;
  return file === null ? null : `Configuration from ${printable(file)}.`;
};

/** What somebody might hide behind a long command is shown as well. */
const longestCommand = 400;

/**
 * Everything that is started because the configuration says so, apart from verification, of which the line above tells.
 */
const startedLine = (event: RunEventOf<'run.started'>, config: Config): string[] => {
  const { command, sources, request, configuration } = event;
  const all = willRun(config, {
    command,
    asksReviewers: sources.length === 0,
    isReplayed: request.replay !== undefined,
  });
  const hasSource = all.length > 0 || configuration?.commit !== undefined;
  const line = [startsWords(all), hasSource ? configurationFrom(event) : null].filter((words) => words !== null);
  return line.length === 0 ? [] : [line.join(' ')];
};

const startsWords = (starts: readonly Started[]): string | null => {
  const listed = starts
    .filter(({ what }) => what !== 'verification')
    .map(({ what, command }) => `${printable(what)}: ${shorten(printable(command), longestCommand)}`);
  return listed.length === 0 ? null : `Will run ${listed.join('; ')}.`;
};

const startLine = (event: RunEventOf<'run.started'>): string => {
  const commit = event.start.commit.slice(0, 12);
  if (event.request.includeDirty === true)
    return `Starts from your files as they are, uncommitted changes included (${commit}).`;
  return event.dirty
    ? `Starts from the last commit, ${commit}; your uncommitted changes are not included (--include-dirty).`
    : `Starts from the last commit, ${commit}.`;
};

/** What agents compare with, and what fixers are shown of the change; tools look at everything. */
const comparison = ({ base }: RunEventOf<'run.started'>): string =>
  base === undefined ? '' : `, compared with ${printable(base.ref)} (${base.commit.slice(0, 12)})`;

const source = (event: RunEventOf<'run.started'>, config: Config): string =>
  event.sources.length > 0 || event.command === 'fix'
    ? `Findings from ${event.sources.map(printable).join(', ')}${event.command === 'fix' ? comparison(event) : ''}`
    : `Reviewers: ${config.reviewers.map(({ name }) => printable(name)).join(', ') || 'none'}${comparison(event)}`;

const asking = ({ clarify }: Config): string[] =>
  clarify.agent === undefined ? [] : [`questions by ${printable(clarify.agent)}`];

const planning = ({ plan }: Config): string[] =>
  plan.agent === undefined ? [] : [`planned by ${printable(plan.agent)}`];

const challenging = ({ challenger: { agents, threshold } }: Config): string[] =>
  agents.length === 0
    ? []
    : [`challenged by ${agents.map(printable).join(', ')}, who must score each fix ${threshold} of 100 or more`];

const verification = (config: Config): string => {
  const { commands } = config.verify;
  if (trustsClaims(config))
    return 'NOTHING VERIFIES: what the agent calls fixed is trusted (verify.claims); --verify CMD has fixes proven';
  if (commands.length === 0)
    return 'NOTHING VERIFIES: no verification commands are configured (verify.commands, --verify CMD)';
  const shown = commands.map((command) => shorten(printable(showCommand(command)), longestCommand));
  return `verified by: ${shown.join(' · ')}`;
};

const required = ({ verify: { requireProof } }: Config): string[] =>
  requireProof.length === 0 ? [] : [`proof required: ${requireProof.join(' and ')}`];

const fixer = (event: RunEventOf<'run.started'>, config: Config): string => {
  const ladder = fixersOf(config).map(printable);
  if (ladder.length === 0) return 'no agent, machine-made fixes only';
  const words = ladder.length === 1 ? `agent: ${ladder[0]}` : `agents, an attempt each: ${ladder.join(', then ')}`;
  const { replay } = event.request;
  if (replay !== undefined) return `${words}, from the recording in ${printable(replay)}`;
  return event.agent === undefined ? words : `agent: ${printable(event.agent)}`;
};

type Steps = (event: RunEventOf<'run.started'>, config: Config) => string[];

const fixing: Steps = (event, config) => [
  ...asking(config),
  ...planning(config),
  fixer(event, config),
  ...challenging(config),
  verification(config),
  ...required(config),
];

const onlyPlanning: Steps = (_, config) => [
  ...asking(config),
  ...(config.plan.agent === undefined ? ['the steps are computed'] : planning(config)),
  'nothing is fixed',
];

const stepsOf: Readonly<Record<Command, Steps>> = {
  run: fixing,
  fix: fixing,
  plan: onlyPlanning,
  clarify: (_, config) => [...asking(config), 'nothing is planned or fixed'],
  review: () => ['nothing is fixed'],
};

export const announcement = (event: RunEventOf<'run.started'>): string[] => {
  const { data: config } = Config.safeParse(event.config);
  if (config === undefined) return [startLine(event)];
  const words = [source(event, config), ...stepsOf[event.command](event, config)];
  return [startLine(event), `${words.join('; ')}.`, ...startedLine(event, config)];
};
