/** The man page, in the macros of man(7). */
import { allCommands, type CommandEntry, type FlagEntry } from './table.ts';

/** A dot or a quote at the start of a line would be a request, a backslash an escape. */
const roff = (text: string): string =>
  text
    .replaceAll('\\', String.raw`\e`)
    .replaceAll('-', String.raw`\-`)
    .replaceAll(/^(?=[.'])/gm, String.raw`\&`);

const flagLines = ({ names, value, choices, help }: FlagEntry): string[] => [
  '.TP',
  `\\fB${roff(names.join(', '))}\\fR${value === '' ? '' : ` \\fI${roff(value)}\\fR`}`,
  roff(choices.length === 0 ? help : `${help} (${choices.join(', ')})`),
];

const commandLines = ({ name, usage, help, flags }: CommandEntry): string[] => [
  `.SS "fixpoint ${roff(name)} ${roff(usage)}"`,
  roff(help),
  ...flags.flatMap(flagLines),
];

const exitCodes = [
  ['0', 'clean: every finding is fixed, or needs no fix'],
  ['1', 'failed, or could not start'],
  ['2', 'leftovers: something is not fixed'],
  ['3', 'waiting for answers'],
  ['130', 'cancelled'],
] as const;

const files = [
  ['fixpoint.yaml, fixpoint.json, package.json', 'the configuration, at the root of the repository'],
  ['.fixpointignore', 'files to leave out'],
  ['.fixpoint/', 'dispositions, prompts and reviewers of the repository'],
  ['$XDG_STATE_HOME/fixpoint (~/.local/state/fixpoint)', 'runs'],
] as const;

const entries = (rows: readonly (readonly [string, string])[]): string[] =>
  rows.flatMap(([term, text]) => ['.TP', `\\fB${roff(term)}\\fR`, roff(text)]);

export const manPage = (program: CommandEntry, version: string): string =>
  [
    `.TH FIXPOINT 1 "" "fixpoint ${version}" "User Commands"`,
    '.SH NAME',
    `fixpoint \\- ${roff('get the findings of a code review fixed, and prove every fix')}`,
    '.SH SYNOPSIS',
    '\\fBfixpoint\\fR \\fICOMMAND\\fR [\\fIOPTION\\fR...] [\\fIARGUMENT\\fR...]',
    '.SH DESCRIPTION',
    roff(program.help),
    '.SH OPTIONS',
    ...program.flags.flatMap(flagLines),
    '.SH COMMANDS',
    ...allCommands(program).slice(1).flatMap(commandLines),
    '.SH EXIT STATUS',
    ...entries(exitCodes),
    '.SH FILES',
    ...entries(files),
    '.SH SEE ALSO',
    roff('fixpoint COMMAND --help shows examples. The documentation lies in the folder docs of the package.'),
    '',
  ].join('\n');
