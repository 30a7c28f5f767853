/** The commands that stand in a file, each as one line. */
import type { FileState } from '../read-patch.ts';
import { anyOf, pattern } from '../../plain/pattern.ts';
import type { Leaf } from './leaves/leaf.ts';

/** Lines that end with a backslash go on in the next. */
const joined = (text: string): string[] => text.replaceAll(/\\\r?\n\s*/g, ' ').split('\n');

const call = /\bsession\.run\(([^)]{0,500})\)?/;

/** What a session of nox runs, as it would be typed. */
const asTyped = (line: string): string => {
  const given = call.exec(line)?.[1];
  return given === undefined ? line : given.replaceAll(/["',]+/g, ' ');
};

/** Of a Makefile, a script, and the like: all lines but comments. */
export const commandLines = ({ text }: FileState): string[] =>
  joined(text)
    .map((line) => asTyped(line).trim())
    .filter((line) => line !== '' && (!line.startsWith('#') || line.startsWith('#!')));

const commandKeys = pattern(
  '',
  '^',
  anyOf(/run|scripts?|commands?|commands_pre|commands_post|before_script|after_script|cmd|args|entry|install|test/),
  '$',
);

/** Whether the value at this path is a command. */
export const isCommand = (path: readonly string[]): boolean => {
  const keys = path.filter((part) => part !== '[]');
  return commandKeys.test(keys.at(-1) ?? '') || keys[0] === 'scripts' || keys.at(-2) === 'scripts';
};

const options = /^(?:addopts|pytest_addopts)$/i;
const lastKey = (path: readonly string[]): string => path.findLast((part) => part !== '[]') ?? '';

export const isOption = (path: readonly string[]): boolean => options.test(lastKey(path));

/** Options of a runner in its settings are a command without the program. */
const optionsAmong = (leaves: readonly Leaf[]): string[] => {
  const given = leaves.filter(({ path }) => isOption(path)).map(({ value }) => value);
  return given.length === 0 ? [] : [`pytest ${given.join(' ')}`];
};

const isRemark = (line: string): boolean => line.trim() === '' || line.trim().startsWith('#');

export const commandsAmong = (leaves: readonly Leaf[]): string[] => [
  ...optionsAmong(leaves),
  ...leaves
    .filter(({ path }) => isCommand(path))
    .flatMap(({ value }) => joined(value).filter((line) => !isRemark(line))),
];
