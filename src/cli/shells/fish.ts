/** Completion for fish: a line for each command and each flag. */
import { allCommands, type CommandEntry, type FlagEntry } from './table.ts';

const quoted = (text: string): string => `'${text.replaceAll('\\', String.raw`\\`).replaceAll("'", String.raw`\'`)}'`;

/** When a line counts: the words before the cursor name this command, and none within it. */
const conditionOf = ({ name, commands }: CommandEntry): string => {
  if (name === '') return '__fish_use_subcommand';
  const seen = name.split(' ').map((word) => `__fish_seen_subcommand_from ${word}`);
  const within = commands.map((each) => each.name.split(' ').at(-1)).join(' ');
  return [...seen, ...(within === '' ? [] : [`not __fish_seen_subcommand_from ${within}`])].join('; and ');
};

const nameOf = (flag: string): string => (flag.startsWith('--') ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`);

const flagLine = (condition: string, { names, value, choices, help }: FlagEntry): string => {
  const values = choices.length > 0 ? ` -x -a ${quoted(choices.join(' '))}` : value === '' ? '' : ' -r -F';
  return `complete -c fixpoint -n ${quoted(condition)} ${names.map(nameOf).join(' ')}${values} -d ${quoted(help)}`;
};

const linesOf = (entry: CommandEntry): string[] => {
  const condition = conditionOf(entry);
  return [
    ...entry.commands.map(
      ({ name, help }) =>
        `complete -c fixpoint -f -n ${quoted(condition)} -a ${name.split(' ').at(-1)} -d ${quoted(help)}`,
    ),
    ...entry.flags.map((flag) => flagLine(condition, flag)),
  ];
};

export const fishCompletion = (program: CommandEntry): string =>
  [
    '# Completion of fixpoint for fish: save it as ~/.config/fish/completions/fixpoint.fish.',
    ...allCommands(program).flatMap(linesOf),
    '',
  ].join('\n');
