/** What a run will use, said before anything runs. */
import { Config } from '../../config/schema.ts';
import { showCommand } from '../../config/values.ts';
import type { RunEventOf } from '../../model/event.ts';
import { printable, shorten } from '../../stages/report/printable.ts';

/** Whose word counts, where it is not that of the checkout. */
const configurationLine = ({ configuration }: RunEventOf<'run.started'>): string[] =>
  configuration?.commit === undefined
    ? []
    : [`Configuration, prompts and dispositions from ${printable(configuration.ref ?? '')} (${configuration.commit.slice(0, 12)}).`];

const startLine = (event: RunEventOf<'run.started'>): string => {
  const commit = event.start.commit.slice(0, 12);
  if (event.includesDirty) return `Starts from your files as they are, uncommitted changes included (${commit}).`;
  return event.dirty
    ? `Starts from the last commit, ${commit}; your uncommitted changes are not included (--include-dirty).`
    : `Starts from the last commit, ${commit}.`;
};

/** What agents compare with; tools look at everything. */
const comparison = ({ base }: RunEventOf<'run.started'>): string =>
  base === undefined ? '' : `, compared with ${printable(base.ref)} (${base.commit.slice(0, 12)})`;

const source = (event: RunEventOf<'run.started'>, config: Config): string =>
  event.sources.length > 0 || event.command === 'fix'
    ? `Findings from ${event.sources.map(printable).join(', ')}`
    : `Reviewers: ${config.reviewers.map(({ name }) => printable(name)).join(', ') || 'none'}${comparison(event)}`;

const asking = ({ clarify }: Config): string[] => (clarify.agent === undefined ? [] : [`questions by ${printable(clarify.agent)}`]);

const planning = ({ plan }: Config): string[] => (plan.agent === undefined ? [] : [`planned by ${printable(plan.agent)}`]);

const challenging = ({ challenger: { agents, threshold } }: Config): string[] =>
  agents.length === 0 ? [] : [`challenged by ${agents.map(printable).join(', ')}, who must give ${threshold} of 100`];

const verification = (config: Config): string =>
  config.verify.commands.length === 0
    ? 'NOTHING VERIFIES: no verification commands are configured (verify.commands, --verify CMD)'
    : `verified by: ${config.verify.commands.map((command) => shorten(printable(showCommand(command)), 80)).join(' · ')}`;

const fixer = (event: RunEventOf<'run.started'>, config: Config): string => {
  const { agent } = config.fix;
  if (agent === undefined || agent === 'autofix') return 'no agent, machine-made fixes only';
  if (event.replay !== undefined) return `agent: ${printable(agent)}, from the recording in ${printable(event.replay)}`;
  return `agent: ${printable(event.agent ?? agent)}`;
};

export const announcement = (event: RunEventOf<'run.started'>): string[] => {
  const { data: config } = Config.safeParse(event.config);
  if (config === undefined) return [startLine(event)];
  const fixing = [...asking(config), ...planning(config), fixer(event, config), ...challenging(config), verification(config)];
  const plan = [
    ...asking(config),
    ...(config.plan.agent === undefined ? ['the steps are computed'] : planning(config)),
    'nothing is fixed',
  ];
  const steps = { run: fixing, fix: fixing, plan, review: ['nothing is fixed'] }[event.command];
  return [startLine(event), ...configurationLine(event), `${[source(event, config), ...steps].join('; ')}.`];
};
