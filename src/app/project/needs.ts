/** Which parts of a configuration nobody has given, so that what was found may take their place (13.3). */
import type { LoadedConfig } from '../../config/load.ts';
import type { Command } from '../../model/run/outcome.ts';

export type Needs = { reviewers: boolean; verify: boolean; setup: boolean };

/** What a command does, as far as it decides what it needs. `asksReviewers`: findings come from them. */
export type Purpose = { command: Command; asksReviewers: boolean };

/** Whatever somebody set, be it to nothing, is decided. Other presets verify as their document says. */
export const needsOf = (
  { config, sources }: Pick<LoadedConfig, 'config' | 'sources'>,
  { command, asksReviewers }: Purpose,
): Needs => {
  const isGiven = (key: string): boolean =>
    Object.keys(sources).some((each) => each === key || each.startsWith(`${key}[`));
  const fixes = (command === 'fix' || command === 'run') && config.limits.cycles > 0;
  const isProven = ['verify.commands', 'verify.targets', 'verify.recheck'].some(isGiven);
  const isOurs = config.preset === 'default';
  const reviewers = isOurs && asksReviewers && !isGiven('reviewers');
  const verify = isOurs && fixes && !isProven;
  return { reviewers, verify, setup: (reviewers || verify) && !isGiven('verify.setup') };
};

export const allNeeds: Needs = { reviewers: true, verify: true, setup: true };
