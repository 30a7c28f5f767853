/** `fixpoint completion SHELL`: prints what a shell completes commands and flags by. */
import { Argument, type Command } from 'commander';
import type { Perform } from '../../perform.ts';

const shells = ['bash', 'zsh', 'fish'] as const;

const examples = `
Examples:
  $ source <(fixpoint completion bash)                 for this shell; in ~/.bashrc for all
  $ fixpoint completion zsh > ~/.zfunc/_fixpoint       in a folder of your fpath
  $ fixpoint completion fish > ~/.config/fish/completions/fixpoint.fish
`;

const scriptFor = async (shell: (typeof shells)[number], program: Command): Promise<string> => {
  const { tableOf } = await import('../../shells/table.ts');
  const table = tableOf(program);
  if (shell === 'zsh') return (await import('../../shells/zsh.ts')).zshCompletion(table);
  if (shell === 'fish') return (await import('../../shells/fish.ts')).fishCompletion(table);
  return (await import('../../shells/bash.ts')).bashCompletion(table);
};

export const completionCommand = (program: Command, perform: Perform): void => {
  program
    .command('completion')
    .addArgument(new Argument('<shell>', 'your shell').choices(shells))
    .description('print completions of commands and flags for your shell')
    .addHelpText('after', examples)
    .action((shell: (typeof shells)[number]) =>
      perform(async (io) => {
        const script = await scriptFor(shell, program);
        await io.stdout.print(shell, () => script);
        return 0;
      }),
    );
};
