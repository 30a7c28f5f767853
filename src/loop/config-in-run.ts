/** The configuration as a run goes by it: what it starts has no secret in it, and all else is as it was written. */
import type { Config } from '../config/schema.ts';
import { hideCommands, type HiddenCommands } from '../secrets/commands.ts';
import type { Secrets } from '../secrets/secrets.ts';

const withHiddenCommands = (config: Config, { hide }: Pick<HiddenCommands, 'hide'>): Config => ({
  ...config,
  verify: {
    ...config.verify,
    setup: config.verify.setup.map(hide),
    commands: config.verify.commands.map(hide),
    recheck: config.verify.recheck.map(hide),
    targets: config.verify.targets.map((target) => ({ ...target, command: hide(target.command) })),
  },
  reviewers: config.reviewers.map((reviewer) =>
    reviewer.kind === 'tool' ? { ...reviewer, command: hide(reviewer.command) } : reviewer,
  ),
});

/** The same commands get the same placeholders whenever a run is begun or gone on with. */
export const configInRun = (config: Config, secrets: Secrets): { config: Config } & Pick<HiddenCommands, 'reveal'> => {
  const hidden = hideCommands(secrets);
  return { config: withHiddenCommands(config, hidden), reveal: hidden.reveal };
};
