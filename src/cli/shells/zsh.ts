/** Completion for zsh: commands and flags with what they do. */
import { allCommands, type CommandEntry, type FlagEntry } from './table.ts';

/** In single quotes, where brackets and colons mean something to `_arguments` and `_describe`. */
const quoted = (text: string): string => text.replaceAll("'", `'\\''`).replaceAll(/[[\]:]/g, String.raw`\$&`);

const valueOf = ({ value, choices }: FlagEntry): string => {
  if (value === '') return '';
  return choices.length > 0 ? `:value:(${choices.join(' ')})` : `:${quoted(value.replaceAll(/[<>[\].]/g, ''))}:_files`;
};

const flagLines = (flag: FlagEntry): string[] =>
  flag.names.map((name) => `'*${name}[${quoted(flag.help)}]${valueOf(flag)}'`);

const functionOf = (name: string): string => `_fixpoint${name === '' ? '' : `_${name.replace(' ', '_')}`}`;

const describe = (commands: readonly CommandEntry[]): string[] => [
  '  local -a commands=(',
  ...commands.map(({ name, help }) => `    '${name.split(' ').at(-1)}:${quoted(help)}'`),
  '  )',
];

const branches = (commands: readonly CommandEntry[]): string[] =>
  commands.map(({ name }) => `      ${name.split(' ').at(-1)}) ${functionOf(name)} ;;`);

const bodyOf = ({ name, commands, flags }: CommandEntry): string => {
  const lines = flags.flatMap(flagLines).join(' \\\n    ');
  if (commands.length === 0)
    return `${functionOf(name)}() {\n  _arguments -s -S \\\n    ${lines} \\\n    '*:file:_files'\n}\n`;
  return [
    `${functionOf(name)}() {`,
    '  local context state line',
    ...describe(commands),
    `  _arguments -C -S ${lines} '1:command:->command' '*::argument:->argument'`,
    '  case $state in',
    "    command) _describe -t commands 'command' commands ;;",
    '    argument) case $line[1] in',
    ...branches(commands),
    '    esac ;;',
    '  esac',
    '}',
    '',
  ].join('\n');
};

export const zshCompletion = (program: CommandEntry): string =>
  [
    '#compdef fixpoint',
    '# Completion of fixpoint for zsh: save it as _fixpoint in a folder of your fpath.',
    ...allCommands(program).map(bodyOf),
    'if [ "$funcstack[1]" = "_fixpoint" ]; then _fixpoint "$@"; else compdef _fixpoint fixpoint; fi',
    '',
  ].join('\n');
