/**
 * Checks that speak about single files (5.7): whether one is about a file, and how it is called for it. Names of files
 * may be anything: they are filled in as arguments, and never become options.
 */
import { posix } from 'node:path';
import picomatch from 'picomatch';
import { type Target, targetPlaceholder } from '../../config/sections/targets.ts';
import type { Command } from '../../config/values.ts';

type Part = 'name' | 'dir' | 'file';
type Parts = Readonly<Record<Part, string>>;

const standsFor: Parts = { name: '[^/]+', dir: '[^]+', file: '[^]+' };

/** Letters that no glob gives a meaning to, in place of a placeholder until the glob has become an expression. */
const marked = (part: string): string => `__placeholder__${part}__`;
const mark = /__placeholder__(name|dir|file)__/g;

/** What a placeholder stands for in one place, it stands for in all. */
const asExpression = (files: string): RegExp => {
  const seen = new Set<string>();
  const glob = files.replaceAll(targetPlaceholder, (_, part: Part) => marked(part));
  const source = picomatch.makeRe(glob, { dot: true }).source.replaceAll(mark, (_, part: Part) => {
    if (seen.has(part)) return `\\k<${part}>`;
    seen.add(part);
    return `(?<${part}>${standsFor[part]})`;
  });
  return new RegExp(source, 's');
};

const expressions = new Map<string, RegExp>();

const expressionOf = (files: string): RegExp => {
  const known = expressions.get(files) ?? asExpression(files);
  expressions.set(files, known);
  return known;
};

/** Null when the check is not about this file. */
const partsOf = (files: string, path: string): Parts | null => {
  const match = expressionOf(files).exec(path);
  if (!match) return null;
  const { name, dir } = posix.parse(path);
  const { groups = {} } = match;
  return { name: groups['name'] ?? name, dir: groups['dir'] ?? (dir || '.'), file: groups['file'] ?? path };
};

/** What programs take for something else than the name of a file: options, and files with more arguments. */
const isMisread = /^[-+@]/;
const beginsWithPart = /^\{(?:name|dir|file)\}/;

const fillIn = (argument: string, parts: Parts): string => {
  const filled = argument.replaceAll(targetPlaceholder, (_, part: Part) => parts[part]);
  return beginsWithPart.test(argument) && isMisread.test(filled) ? `./${filled}` : filled;
};

/** The command of a check for one file; null when it is not about it. */
export const targetCommand = ({ files, command }: Target, path: string): Command | null => {
  const parts = partsOf(files, path);
  if (parts === null || typeof command === 'string') return parts && command;
  return command.map((argument) => fillIn(argument, parts));
};

/** What a finding says is filled in as an argument, and never becomes an option. */
export const reproductionCommand = (command: readonly string[], test: string): Command =>
  command.map((argument) =>
    argument.startsWith('{test}') && isMisread.test(test)
      ? argument.replaceAll('{test}', () => `./${test}`)
      : argument.replaceAll('{test}', () => test),
  );
