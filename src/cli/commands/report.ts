/** `fixpoint report [RUN]`: the report of a run, also of one that is under way. */
import { type Command, Option } from 'commander';
import type { App } from '../../app/app.ts';
import type { Report } from '../../model/report.ts';
import type { EditsOf } from '../../report/sarif-report.ts';
import { UsageError } from '../fail.ts';
import type { Io } from '../io.ts';
import { type OutputFlags, outputOptions } from '../options.ts';
import type { Perform } from '../perform.ts';

const formats = ['text', 'markdown', 'json', 'sarif', 'junit'] as const;
type Flags = OutputFlags & { format: (typeof formats)[number]; output?: string };

type Given = { report: Report; editsOf: EditsOf };

const examples = `
Examples:
  $ fixpoint report
  $ fixpoint report latest --format markdown --output report.md
  $ fixpoint report --format sarif --output fixpoint.sarif
  $ fixpoint report --json | jq '.findings[] | select(.status == "blocked")'
`;

const render = async ({ report, editsOf }: Given, flags: Flags, color: boolean): Promise<string> => {
  const format = flags.json === true ? 'json' : flags.format;
  if (format === 'sarif') {
    const [{ sarifReport }, { version }] = await Promise.all([
      import('../../report/sarif-report.ts'),
      import('../../version.ts'),
    ]);
    return sarifReport(report, editsOf, version);
  }
  if (format === 'junit') return (await import('../../report/junit/junit.ts')).junitReport(report);
  if (format === 'json') return (await import('../../report/json.ts')).jsonReport(report);
  if (format === 'markdown') return (await import('../../report/markdown/markdown.ts')).markdownReport(report);
  return (await import('../../report/text/text.ts')).textReport(report, { color });
};

const write = async (file: string, text: string): Promise<void> => {
  const { writeFile } = await import('node:fs/promises');
  await writeFile(file, text).catch((error: unknown) => {
    throw new UsageError(
      `${file} cannot be written: ${error instanceof Error ? error.message : String(error)}. ` +
        'Name another with --output.',
    );
  });
};

const show = async (run: string, flags: Flags, io: Io, app: App): Promise<number> => {
  const core = await import('../../app/runs/query.ts');
  const given = await core.reportWithEdits(app, { run });
  if (flags.output === undefined) {
    io.stdout.write(await render(given, flags, flags.color && io.color(io.stdout)));
    return 0;
  }
  await write(flags.output, await render(given, flags, false));
  if (flags.quiet !== true) io.stderr.write(`Wrote ${flags.output}\n`);
  return 0;
};

export const reportCommand = (program: Command, perform: Perform): void => {
  const command = program.command('report').argument('[run]', 'id of the run, the start of one, or latest', 'latest');
  outputOptions(command)
    .description('print the report of a run')
    .addOption(new Option('--format <format>', 'how to print it').choices(formats).default('text'))
    .option('-o, --output <file>', 'write it to a file')
    .addHelpText('after', examples)
    .action((run: string, flags: Flags) => perform((io, app) => show(run, flags, io, app)));
};
