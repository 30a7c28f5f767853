/** One folder of a repository as a detector looks at it: names are from that folder, places from the root. */
import { posix } from 'node:path';
import { shellWord } from '../plain/shell-word.ts';
import type { Command } from '../config/values.ts';
import { showCommand } from '../config/values.ts';
import type { Place } from './found.ts';

/** All that detectors know: what a commit holds, and which programs this machine has. */
export type Facts = {
  /** Every file, from the root. */
  files: readonly string[];
  /** The text of files that tell something. */
  texts: ReadonlyMap<string, string>;
  canStart: (program: string) => boolean;
};

export type Folder = {
  /** From the root; empty for the root. */
  path: string;
  /** Every file below it. */
  files: readonly string[];
  has: (file: string) => boolean;
  /** Empty where there is none. */
  text: (file: string) => string;
  /** The place of a file, with the line of what is looked for in it. */
  place: (file: string, mark?: RegExp | string) => Place;
  canStart: (program: string) => boolean;
  /** A command that runs there, started at the root. */
  run: (command: Command) => Command;
};

const inside = (path: string, file: string): string => (path === '' ? file : `${path}/${file}`);

const inFolder = (path: string, command: Command): Command =>
  path === '' ? command : `cd ${shellWord(path)} && ${showCommand(command)}`;

export const openFolder = (facts: Facts, path: string): Folder => {
  const files =
    path === ''
      ? facts.files
      : facts.files.flatMap((file) => (file.startsWith(`${path}/`) ? [file.slice(path.length + 1)] : []));
  const names = new Set(files);
  const text = (file: string): string => facts.texts.get(inside(path, file)) ?? '';
  return {
    path,
    files,
    has: (file) => names.has(file),
    text,
    place: (file, mark) => {
      const line = mark === undefined ? undefined : lineOf(text(file), mark);
      return { file: inside(path, file), ...(line !== undefined && { line }) };
    },
    canStart: facts.canStart,
    run: (command) => inFolder(path, command),
  };
};

/** One of its folders, and its way from there. */
export const subfolder = (folder: Folder, below: string): Folder & { below: string } => {
  const files = folder.files.flatMap((file) => (file.startsWith(`${below}/`) ? [file.slice(below.length + 1)] : []));
  const names = new Set(files);
  return {
    below,
    path: inside(folder.path, below),
    files,
    has: (file) => names.has(file),
    text: (file) => folder.text(inside(below, file)),
    place: (file, mark) => folder.place(inside(below, file), mark),
    canStart: folder.canStart,
    run: (command) => inFolder(inside(folder.path, below), command),
  };
};

/** From 1; undefined where the text does not have it. */
export const lineOf = (text: string, mark: RegExp | string): number | undefined => {
  const at = typeof mark === 'string' ? text.indexOf(mark) : text.search(mark);
  if (at < 0) return undefined;
  // A pattern may begin with the line break before what it looks for.
  const shown = text.slice(0, at + (text.slice(at).length - text.slice(at).trimStart().length));
  return shown.split('\n').length;
};

export const baseName = (file: string): string => posix.basename(file);

export const folderOf = (file: string): string => {
  const at = file.lastIndexOf('/');
  return at < 0 ? '' : file.slice(0, at);
};
