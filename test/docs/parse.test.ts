/** Every command that README and the docs show is one that the program takes, with every flag. */
import { CommanderError, type Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { buildProgram } from '../../src/cli/program.ts';
import { allShown, type Shown } from './commands.ts';

const within = (command: Command): Command[] => [command, ...command.commands.flatMap(within)];

/** Why the program does not take it; undefined when it does. */
const complaintAbout = async ({ args }: Shown): Promise<string | undefined> => {
  const program = buildProgram(async () => undefined);
  for (const each of within(program))
    each.exitOverride().configureOutput({ writeErr: () => undefined, writeOut: () => undefined });
  try {
    await program.parseAsync(args, { from: 'user' });
    return undefined;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return undefined;
    return error instanceof Error ? error.message : String(error);
  }
};

/** In a sentence, a command may be named without what it needs. */
const isIncomplete = (complaint: string): boolean => /missing (?:required )?argument|argument missing/.test(complaint);

describe('13.4 commands in the docs', () => {
  it('finds them', () => {
    expect(allShown().filter(({ inBlock }) => inBlock).length).toBeGreaterThan(40);
    expect(allShown().length).toBeGreaterThan(120);
  });

  it('are taken by the program', async () => {
    const wrong: string[] = [];
    for (const shown of allShown()) {
      const complaint = await complaintAbout(shown);
      if (complaint !== undefined && !(isIncomplete(complaint) && !shown.inBlock))
        wrong.push(`${shown.page}:${shown.line} ${shown.text}: ${complaint}`);
    }
    expect(wrong).toEqual([]);
  });
});
