/** What a run starts because the configuration says so, for a person to see before it happens (docs/trust.md). */
import type { Command } from '../model/run/outcome.ts';
import { present } from '../plain/present.ts';
import { agentsInUse, settingsOf } from './agents.ts';
import type { Config } from './schema.ts';
import type { Target } from './sections/targets.ts';
import { showCommand } from './values.ts';

/** `what`: in words, such as `set-up` or `reviewer eslint`. `command`: as a person would type it. */
export type Started = { what: string; command: string };

/** `asksReviewers`: findings come from them, not from a file. `isReplayed`: agents are not started. */
export type RunKind = { command: Command; asksReviewers: boolean; isReplayed: boolean };

const toolsOf = ({ reviewers }: Config): Started[] =>
  reviewers.flatMap((reviewer) =>
    reviewer.kind === 'tool' ? [{ what: `reviewer ${reviewer.name}`, command: showCommand(reviewer.command) }] : [],
  );

/** Those that are started by their own name are named elsewhere. */
const agentsOf = (config: Config, fixes: boolean): Started[] =>
  agentsInUse(config, fixes).flatMap((name) => {
    const command = settingsOf(config, name)?.command;
    return command === undefined ? [] : [{ what: `agent ${name}`, command: showCommand(command) }];
  });

const ofTarget = ({ files, command }: Target): Started => ({
  what: `check of ${files}`,
  command: showCommand(command),
});

/** Not a program, and yet something that happens outside because a file of the repository says so. */
const issuesIn = ({ leftovers: { to, repository } }: Config): Started | null =>
  to === 'github' || to === 'gitlab' ? { what: 'leftovers', command: `issues in ${repository ?? to}` } : null;

/** In the order in which they come up. Tools are run again on what they reported, also when that came from a file. */
export const willRun = (config: Config, { command, asksReviewers, isReplayed }: RunKind): Started[] => {
  const fixes = (command === 'fix' || command === 'run') && config.limits.cycles > 0;
  const tools = asksReviewers || fixes ? toolsOf(config) : [];
  const { setup, targets, commands, recheck } = config.verify;
  return present([
    ...(fixes || tools.length > 0 ? setup.map((each) => ({ what: 'set-up', command: showCommand(each) })) : []),
    ...tools,
    ...(fixes ? recheck.map((each) => ({ what: 'looking again', command: showCommand(each) })) : []),
    ...(isReplayed ? [] : agentsOf(config, fixes)),
    ...(fixes ? targets.map(ofTarget) : []),
    ...(fixes ? commands.map((each) => ({ what: 'verification', command: showCommand(each) })) : []),
    fixes && config.commit.hooks && { what: 'hooks', command: 'pre-commit, commit-msg' },
    fixes && issuesIn(config),
  ]);
};
