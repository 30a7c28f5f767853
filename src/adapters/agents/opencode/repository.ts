/** Code that opencode would run because it lies in the repository, whatever it is told. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';

const folders = ['.', '.opencode'];
const settings = ['opencode.json', 'opencode.jsonc'];
const plugins = ['.opencode/plugin', '.opencode/plugins'];
/** Loaded as well, unless the settings of the repository are switched off. */
const tools = ['.opencode/tool', '.opencode/tools'];
const largest = 1024 * 1024;

/** A key can be spelled with escapes. */
const namesPlugins = /plugin|\\u/i;
/** Whatever names a program or a module: tool servers, formatters, language servers, packages of providers. */
const namesCode = /plugin|mcp|formatter|lsp|npm|command|\\u/i;

/**
 * The path of plugins, or of settings that may name some; null if there are none. Switching off the settings of a
 * repository, or plugins altogether, does not keep it from loading them.
 */
export const findOpencodePlugins = (workspace: string): string | null => firstOf(workspace, plugins, namesPlugins);

/** The same where the settings of the repository apply, as they do when it is talked to by protocol. */
export const findOpencodeCode = (workspace: string): string | null =>
  firstOf(workspace, [...plugins, ...tools], namesCode);

/** Why it is not called there. */
export const wouldRunPlugins = (path: string): Error =>
  new Error(`it would run the plugins of the repository (${path}); use another agent, or remove them`);

const program = /^(?:npm:)?opencode(?:-ai|-[a-z\d-]+)?(?:@[^/]*)?(?:\.(?:[cm]?js|ts|exe|cmd))?$/i;

/** Whether a command starts it: by its name, a package runner, a shell line, or a path behind a link (`real`). */
export const startsOpencode = (command: readonly string[], real: string | null): boolean =>
  [...command.flatMap((part) => part.split(/[\s'"`;&|()=]+/)), ...(real?.split('/') ?? [])].some((word) =>
    program.test(basename(word)),
  );

const firstOf = (workspace: string, always: readonly string[], names: RegExp): string | null =>
  [
    ...always,
    ...folders.flatMap((folder) =>
      settings.map((name) => join(folder, name)).filter((path) => mayName(join(workspace, path), names)),
    ),
  ].find((path) => existsSync(join(workspace, path))) ?? null;

const mayName = (file: string, names: RegExp): boolean => {
  try {
    return statSync(file).size > largest || names.test(readFileSync(file, 'utf8'));
  } catch {
    return existsSync(file);
  }
};
