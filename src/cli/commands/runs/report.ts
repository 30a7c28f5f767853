/** `fixpoint report [RUN]`: the report of a run, also of one that is under way. */
import { type Command, Option } from 'commander';
import type { App } from '../../../app/app.ts';
import type { WholeReport } from '../../../app/runs/query.ts';
import type { Io } from '../../io.ts';
import { type OutputFlags, outputOptions } from '../../flags/options.ts';
import type { Perform } from '../../perform.ts';
import type { Pieces } from '../../door.ts';
import { writeOutput } from '../../write-output.ts';

const formats = ['text', 'markdown', 'json', 'sarif', 'junit', 'html'] as const;
type Format = (typeof formats)[number];
type Flags = OutputFlags & { format?: Format; output?: string };

const byEnding: Readonly<Record<string, Format>> = {
  md: 'markdown',
  markdown: 'markdown',
  html: 'html',
  htm: 'html',
  json: 'json',
  sarif: 'sarif',
  xml: 'junit',
};

/** What was asked for; else what the name of the file promises. */
const formatOf = ({ json, format, output = '' }: Flags): Format => {
  if (json === true) return 'json';
  return format ?? byEnding[/\.(\w+)$/.exec(output)?.[1]?.toLowerCase() ?? ''] ?? 'text';
};

const examples = `
Examples:
  $ fixpoint report
  $ fixpoint report latest -o report.md
  $ fixpoint report -o report.html
  $ fixpoint report --format junit -o report.txt
  $ fixpoint report --json | jq '.findings[] | select(.status == "blocked")'
`;

const sarif = async ({ report, editsOf }: WholeReport): Promise<string> => {
  const [{ sarifReport }, { version }] = await Promise.all([
    import('../../../report/sarif-report.ts'),
    import('../../../version.ts'),
  ]);
  return sarifReport(report, editsOf, version);
};

const render = async (whole: WholeReport, format: Exclude<Format, 'html'>, color: boolean): Promise<string> => {
  const { report } = whole;
  if (format === 'sarif') return sarif(whole);
  if (format === 'junit') return (await import('../../../report/junit/junit.ts')).junitReport(report);
  if (format === 'json') return (await import('../../../report/json.ts')).jsonReport(report);
  if (format === 'markdown') return (await import('../../../report/markdown/markdown.ts')).markdownReport(report);
  return (await import('../../../report/text/text.ts')).textReport(report, { color });
};

/** A page can be long, and comes in pieces. */
const piecesOf = async (whole: WholeReport, flags: Flags, color: boolean): Promise<Pieces> => {
  const format = formatOf(flags);
  return format === 'html'
    ? (await import('../../../report/html/page.ts')).htmlReport(whole.report, whole.patchOf)
    : [await render(whole, format, color)];
};

const show = async (run: string, flags: Flags, io: Io, app: App): Promise<number> => {
  const core = await import('../../../app/runs/query.ts');
  const whole = await core.wholeReport(app, { run });
  const color = flags.output === undefined && flags.color && io.color(io.stdout);
  await writeOutput(whole, (clean) => piecesOf(clean, flags, color), flags, io);
  return 0;
};

export const reportCommand = (program: Command, perform: Perform): void => {
  const command = program.command('report').argument('[run]', 'id of the run, the start of one, or latest', 'latest');
  outputOptions(command)
    .description('print the report of a run')
    .addOption(
      new Option('--format <format>', 'how to print it (default: by the ending of --output, else text)').choices(
        formats,
      ),
    )
    .option('-o, --output <file>', 'write it to a file')
    .addHelpText('after', examples)
    .action((run: string, flags: Flags) => perform((io, app) => show(run, flags, io, app)));
};
