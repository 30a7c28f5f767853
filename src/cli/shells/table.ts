/** The commands and flags of the program as data: what completions and the man page are made from. */
import type { Command, Option } from 'commander';

export type FlagEntry = {
  /** As it is written: `--base`, `-q`. */
  names: string[];
  /** `<ref>`; empty for one that takes nothing. */
  value: string;
  choices: string[];
  help: string;
};

export type CommandEntry = {
  /** `prompts list` for one within another. */
  name: string;
  usage: string;
  help: string;
  flags: FlagEntry[];
  commands: CommandEntry[];
};

const flagOf = ({ short, long, flags, argChoices, description }: Option): FlagEntry => ({
  names: [short, long].filter((name) => name !== undefined),
  value: /[<[].*$/.exec(flags)?.[0] ?? '',
  choices: [...(argChoices ?? [])],
  help: description,
});

/** Without what is hidden; with the flag for help, which every command has. */
export const tableOf = (command: Command, parents: readonly string[] = []): CommandEntry => {
  const help = command.createHelp();
  const names = [...parents, command.name()];
  return {
    name: names.slice(1).join(' '),
    usage: command.usage(),
    help: command.description(),
    flags: help.visibleOptions(command).map(flagOf),
    commands: help
      .visibleCommands(command)
      .filter((each) => each.name() !== 'help')
      .map((each) => tableOf(each, names)),
  };
};

/** Every command with those within it, from the top. */
export const allCommands = (entry: CommandEntry): CommandEntry[] => [entry, ...entry.commands.flatMap(allCommands)];
