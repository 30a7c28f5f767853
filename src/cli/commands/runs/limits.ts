/** `fixpoint limits [RUN]`: give a run more money or time, or less. */
import type { Command } from 'commander';
import { printable } from '../../../plain/printable.ts';
import { type OutputFlags, outputOptions } from '../../flags/options.ts';
import type { Perform } from '../../perform.ts';
import { asJson } from '../../texts/as-json.ts';

const examples = `
Examples:
  $ fixpoint limits --usd 10         the latest run may cost ten dollars in all
  $ fixpoint limits --minutes 90     and take an hour and a half
  $ fixpoint limits 20260301-142 --cycles 5
`;

/** Flags by the key of `limits` in the configuration that they set. */
const flagsByKey = {
  usd: ['--usd <amount>', 'what the run may cost in all'],
  tokens: ['--tokens <count>', 'tokens that it may use in all, input and output together'],
  minutes: ['--minutes <count>', 'how long it may be under way in all'],
  wait: ['--wait <duration>', 'how long it may wait for rate limits, such as 30m'],
  cycles: ['--cycles <count>', 'passes over the findings that are still open'],
  usdPerFinding: ['--usd-per-finding <amount>', 'what may be spent on one finding'],
  tokensPerFinding: ['--tokens-per-finding <count>', 'tokens that may be used for one finding'],
  attemptsPerFinding: ['--attempts-per-finding <count>', 'attempts at one finding'],
} as const;

type LimitFlags = OutputFlags & Partial<Record<keyof typeof flagsByKey, string>>;

export const limitsCommand = (program: Command, perform: Perform): void => {
  const command = program.command('limits').argument('[run]', 'id of the run, the start of one, or latest', 'latest');
  for (const [flags, description] of Object.values(flagsByKey)) command.option(flags, description);
  outputOptions(command)
    .description('give a run other limits, while it is under way or before it is resumed')
    .addHelpText('after', examples)
    .action((run: string, flags: LimitFlags) =>
      perform(async (io, app) => {
        const { setLimits } = await import('../../../app/index.ts');
        const result = await setLimits(app, { run, set: limitsOf(flags) });
        await io.stdout.print(result, flags.json === true ? asJson : ({ message }) => `${printable(message)}\n`);
        return 0;
      }),
    );
};

/** The value stays text: the configuration reads it as its key wants it. */
const limitsOf = ({ json: _json, quiet: _quiet, color: _color, ...limits }: LimitFlags): Record<string, string> =>
  Object.fromEntries(Object.entries(limits).map(([key, value]) => [`limits.${key}`, value]));
