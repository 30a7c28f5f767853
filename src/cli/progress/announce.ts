/** What a run will use, said before anything runs. */
import { Config } from '../../config/schema.ts';
import { showCommand } from '../../config/values.ts';
import type { RunEventOf } from '../../model/event.ts';
import { printable, shorten } from '../../stages/report/printable.ts';

const startLine = (event: RunEventOf<'run.started'>): string => {
  const commit = event.start.commit.slice(0, 12);
  if (event.includesDirty) return `Starts from your files as they are, uncommitted changes included (${commit}).`;
  return event.dirty
    ? `Starts from the last commit, ${commit}; your uncommitted changes are not included (--include-dirty).`
    : `Starts from the last commit, ${commit}.`;
};

const source = (event: RunEventOf<'run.started'>, config: Config): string =>
  event.command === 'fix'
    ? `Findings from ${event.sources.map(printable).join(', ')}`
    : `Reviewers: ${config.reviewers.map(({ name }) => printable(name)).join(', ') || 'none'}`;

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
  const agent = fixer(event, config);
  return [startLine(event), `${source(event, config)}; ${agent}; ${verification(config)}.`];
};
