/** Files of the repository that the configuration of verification names. */
import type { Config } from '../../../config/schema.ts';
import { isTestFile } from '../../../trust/test-files.ts';
import { comparable } from './names.ts';

const wordsOf = (command: string | readonly string[]): string[] =>
  typeof command === 'string' ? command.split(/[\s"';&|()<>=]+/) : command.flatMap((word) => word.split('='));

/** A word that can be a file: with a folder, or an ending. Tests are judged by what is done to them. */
const isFile = (word: string): boolean =>
  /^[\w@.][\w@./-]*$/.test(word) && /[\w-]\.\w+$|\//.test(word) && !word.endsWith('/') && !isTestFile(word);

/** Compared as names are. */
export const namedByVerification = ({ verify }: Pick<Config, 'verify'>): ReadonlySet<string> => {
  const commands = [...verify.setup, ...verify.commands, ...verify.targets.map(({ command }) => command)];
  return new Set(commands.flatMap(wordsOf).filter(isFile).map(comparable));
};
