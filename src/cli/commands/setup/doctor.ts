/** `fixpoint doctor`: is everything there that a run needs? */
import type { Command } from 'commander';
import type { DoctorItem } from '../../../app/doctor/item.ts';
import type { Clean } from '../../../model/clean.ts';
import { closingText, itemText } from '../../texts/doctor-text.ts';
import { type Io, isLive } from '../../io.ts';
import { assignments, repeatable } from '../../flags/flags.ts';
import {
  type ConfigFromFlag,
  configFromOf,
  configFromOption,
  type OutputFlags,
  outputOptions,
} from '../../flags/options.ts';
import type { Perform } from '../../perform.ts';
import { asJson } from '../../texts/as-json.ts';
import { given } from '../../../plain/given.ts';

type Flags = OutputFlags & ConfigFromFlag & { config?: string; set: string[]; try?: boolean };

const examples = `
Examples:
  $ fixpoint doctor
  $ fixpoint doctor --quiet      only what is not as it should be
  $ fixpoint doctor --try        and run set-up and verification once, on your last commit
  $ fixpoint doctor --json

Exit codes: 0 a run can start, 1 it cannot, or what was tried failed.
`;

const patienceMs = 1_000;

/** On a terminal, says what is waited for once it takes long. */
const waitingLine = (io: Io): { on: (what: Clean<string>) => void; off: () => void } => {
  let timer: NodeJS.Timeout | undefined;
  let isShown = false;
  const off = (): void => {
    clearTimeout(timer);
    if (isShown) io.stderr.say('\r\u001B[K');
    isShown = false;
  };
  const show = (what: Clean<string>): void => {
    isShown = true;
    io.stderr.pass(what, (program) => `  waiting for ${program} …`);
  };
  return {
    on: (what) => {
      off();
      timer = setTimeout(() => show(what), patienceMs);
    },
    off,
  };
};

export const doctorCommand = (program: Command, perform: Perform): void => {
  const command = program
    .command('doctor')
    .description('check that project, agents, sandbox, git and configuration are ready for a run');
  outputOptions(command)
    .option('--config <file>', 'configuration file (default: fixpoint.yaml at the root of the repository)')
    .addOption(configFromOption('the configuration'))
    .addOption(repeatable('--set <key=value>', 'set any configuration key, such as fix.agent=codex; repeatable'))
    .option('--try', 'run set-up and verification once on the untouched start; without it nothing of yours is run')
    .addHelpText('after', examples)
    .action((flags: Flags) =>
      perform(async (io, app) => {
        const { doctor } = await import('../../../app/doctor/doctor.ts');
        const isText = flags.json !== true;
        const waiting = isText && flags.quiet !== true && isLive(io.stderr, io.env) ? waitingLine(io) : undefined;
        const show = (item: Clean<DoctorItem>): void => {
          waiting?.off();
          if (isText && (flags.quiet !== true || item.verdict === 'warning' || item.verdict === 'problem'))
            io.stdout.pass(item, (clean) => itemText(clean, flags.color && io.color(io.stdout)));
        };
        const diagnosis = await doctor(app, {
          set: assignments(flags.set),
          ...given({ configFile: flags.config }),
          ...configFromOf(flags),
          tries: flags.try === true,
          onItem: show,
          ...(waiting && { onWait: waiting.on }),
        });
        waiting?.off();
        await io.stdout.print(diagnosis, isText ? closingText : asJson);
        return diagnosis.ok ? 0 : 1;
      }),
    );
};
