/** `fixpoint findings`: read findings of any format, merge them, show them or write them in another one. */
import { type Command, Option } from 'commander';
import type { App } from '../../../app/app.ts';
import type { ReadFindingsOptions } from '../../../app/findings/surroundings.ts';
import type { Listing } from '../../../model/listing.ts';
import { UsageError } from '../../fail.ts';
import type { Io } from '../../io.ts';
import { excludeHelp, repeatable } from '../../flags/flags.ts';
import {
  type ConfigFromFlag,
  configFromOf,
  configFromOption,
  findingsArgument,
  type OutputFlags,
  outputOptions,
  withFiles,
} from '../../flags/options.ts';
import type { Perform } from '../../perform.ts';
import { writeOutput } from '../../write-output.ts';
import { given } from '../../../plain/given.ts';

type Flags = OutputFlags &
  ConfigFromFlag & {
    from: string[];
    format?: string;
    sarif?: boolean;
    output?: string;
    dedup?: NonNullable<ReadFindingsOptions['dedup']>;
    only: string[];
    exclude: string[];
    newSince?: string;
    baseline: string[];
    root?: string;
    check: boolean;
  };

const examples = `
Examples:
  $ fixpoint findings results.sarif lint.json              merge two reports into one list
  $ eslint -f json . | fixpoint findings --sarif           another tool's output as SARIF
  $ tsc --noEmit | fixpoint findings --format lines
  $ fixpoint findings new.sarif --baseline old.sarif --sarif -o compared.sarif
  $ fixpoint findings results.sarif --new-since main

Inside a git repository findings are judged as a run would judge them: those about files or lines that are not there,
and those that somebody dismissed, are listed apart with the reason. --no-check leaves that out.
`;

const optionsOf = (flags: Flags): ReadFindingsOptions => {
  const piped = !process.stdin.isTTY;
  if (flags.from.length === 0 && !piped) throw new UsageError('Name a file with findings, or pipe them in.');
  return {
    from: flags.from.length > 0 ? flags.from : ['-'],
    only: flags.only,
    exclude: flags.exclude,
    check: flags.check,
    ...(flags.baseline.length > 0 && { baseline: flags.baseline }),
    ...given({ format: flags.format, dedup: flags.dedup, newSince: flags.newSince }),
    ...configFromOf(flags),
    ...given({ root: flags.root }),
  };
};

/** In pieces: a list can be longer than a string may be. */
async function* rendered(list: Listing, flags: Flags, color: boolean): AsyncGenerator<string> {
  if (flags.json === true) {
    yield* (await import('../../../report/findings-json.ts')).findingsJson(list);
    return;
  }
  if (flags.sarif === true) {
    const { sarifPieces } = await import('../../../report/sarif.ts');
    const { version } = await import('../../../version.ts');
    const absent = list.absent.map((finding) => ({ ...finding, baselineState: 'absent' as const }));
    yield* sarifPieces({ version, findings: [...list.findings, ...absent] });
    return;
  }
  yield (await import('../../../report/text/findings.ts')).findingsText(list, { color });
}

/** A document on standard output has no room for remarks: they go where people look. */
const remark = async (list: Listing, flags: Flags, io: Io): Promise<void> => {
  if (flags.sarif !== true || flags.quiet === true) return;
  const { printable } = await import('../../../plain/printable.ts');
  const lines = ({ problems, warnings }: Listing): string[] => [
    ...problems.map(({ place, message }) => `${printable(place)}: ${printable(message)}\n`),
    ...warnings.map((warning) => `Warning: ${printable(warning)}\n`),
  ];
  await io.stderr.print(list, (clean) => lines(clean).join(''));
};

const show = async (flags: Flags, io: Io, app: App): Promise<number> => {
  const core = await import('../../../app/findings/read.ts');
  const list = await core.readFindings(app, optionsOf(flags));
  const color = flags.output === undefined && flags.color && io.color(io.stdout);
  await writeOutput(list, (clean) => rendered(clean, flags, color), flags, io);
  await remark(list, flags, io);
  return 0;
};

export const findingsCommand = (program: Command, perform: Perform): void => {
  const command = program
    .command('findings')
    .description('read findings of any format, merge them, and list them or write them as SARIF');
  command
    .addOption(
      repeatable('--from <file...>', 'file with findings, - for standard input (the default in a pipe); repeatable'),
    )
    .option('--format <name>', 'format of the files, when it cannot be detected')
    .addOption(
      new Option('--dedup <how>', 'what counts as the same finding (findings.dedup)').choices([
        'fuzzy',
        'exact',
        'off',
      ]),
    )
    .addOption(
      repeatable('--only <selector>', 'only these findings: a code, an id, a file, a glob or a rule; repeatable'),
    )
    .addOption(repeatable('--exclude <glob>', excludeHelp))
    .option('--new-since <ref>', 'only what came in since your branch left this one; a branch, a tag or a commit')
    .addOption(repeatable('--baseline <file...>', 'older findings to compare with; repeatable'))
    .option(
      '--root <folder>',
      'folder that paths are relative to (default: the current one, then the root of the repository)',
    )
    .addOption(configFromOption('configuration and dispositions'))
    .option('--no-check', 'do not check findings against the repository')
    .addOption(new Option('--sarif', 'write SARIF 2.1.0').conflicts('json'))
    .option('-o, --output <file>', 'write it to a file');
  outputOptions(findingsArgument(command))
    .addHelpText('after', examples)
    .action((files: string[], flags: Flags) => perform((io, app) => show(withFiles(flags, files), io, app)));
};
