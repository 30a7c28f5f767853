/** Configuration of checks that speak about single files (5.7). */
import { z } from 'zod';
import { Command } from '../values.ts';

/** What may stand for a part of a path in `files`, and is filled in in `command`. */
export const targetPlaceholder = /\{(name|dir|file)\}/g;

export const Target = z.strictObject({
  files: z
    .string()
    .min(1)
    .describe(
      'The files that it tests: a glob in which {name} (no slash), {dir} and {file} may stand for a part of ' +
        'the path',
    ),
  command: Command.describe(
    'What must pass. In a list of arguments {name}, {dir} and {file} are filled in: what they stand for in files, ' +
      'else the name without its last extension, the folder and the whole path',
  ),
});
export type Target = z.infer<typeof Target>;

/** A list of arguments: what a finding says never reaches a shell. */
export const Reproduction = z
  .array(z.string())
  .min(1)
  .refine((command) => command.some((argument) => argument.includes('{test}')), {
    error: 'a list of arguments in which {test} stands for the test, such as [npx, vitest, run, "{test}"]',
  });

/** Of a configuration as a journal has it: earlier versions know of none. */
export const targetsIn = ({
  verify: { targets = [] },
}: {
  verify: { targets?: readonly Target[] };
}): readonly Target[] => targets;
