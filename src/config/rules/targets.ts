/**
 * Checks of single files (5.7): names of files are whatever somebody has called them, so that they reach a program as
 * arguments, and never as its name or as code.
 */
import { posix } from 'node:path';
import type { Path } from '../../plain/plain-data.ts';
import { type Target, targetPlaceholder } from '../sections/targets.ts';
import type { Breach, Rule } from './rule.ts';

const holdsPlaceholder = (text: string): boolean => text.search(targetPlaceholder) !== -1;

const interpreters = /^(?:(?:ba|da|z|k|fi|pw)?sh|powershell|cmd|node|deno|bun|python[\d.]*|perl|ruby|php)(?:\.exe)?$/i;
const takesCode = /^(?:-\w*[cer]|-p|--eval|--print|-command|\/c)$/i;

/** An argument that an interpreter reads as code, such as what comes after `sh -c`. */
const isCode = (command: readonly string[], index: number): boolean =>
  takesCode.test(command[index - 1] ?? '') &&
  command.slice(0, index - 1).some((part) => interpreters.test(posix.basename(part.replaceAll('\\', '/'))));

const anotherPlaceholder = /\{(?!(?:name|dir|file)\})\w+\}/;

const problemOf = ({ command }: Target): Omit<Breach, 'path'> | null => {
  const words = [command].flat();
  if (words.some((word) => word.includes('{files}')))
    return { message: 'there is no {files} here', suggestion: 'one file at a time: {file}, {dir} or {name}' };
  if (!words.some(holdsPlaceholder)) return null;
  if (typeof command === 'string')
    return {
      message: 'a shell line takes no placeholders, since the name of a file could be read as a command',
      suggestion: 'write a list of arguments, such as ["pytest", "tests/test_{name}.py"]',
    };
  if (holdsPlaceholder(command[0] ?? ''))
    return {
      message: 'the name of a file cannot say which program is run',
      suggestion: 'name the program, and give it the file as an argument',
    };
  return command.some((word, index) => holdsPlaceholder(word) && isCode(command, index))
    ? {
        message: 'this is read as code, and the name of a file could be any',
        suggestion: 'hand it over as an argument, as in ["sh", "-c", "pytest -- \\"$1\\"", "sh", "{file}"]',
      }
    : null;
};

const unknownIn = ({ files }: Target): Omit<Breach, 'path'> | null => {
  const [found] = anotherPlaceholder.exec(files) ?? [];
  return found === undefined
    ? null
    : { message: `there is no placeholder ${found}`, suggestion: 'known here: {name}, {dir} and {file}' };
};

const breachAt = (path: Path, problem: Omit<Breach, 'path'> | null): Breach[] =>
  problem === null ? [] : [{ path, ...problem }];

export const targets: Rule = ({ config }) =>
  config.verify.targets.flatMap((target, index) => [
    ...breachAt(['verify', 'targets', index, 'files'], unknownIn(target)),
    ...breachAt(['verify', 'targets', index, 'command'], problemOf(target)),
  ]);
