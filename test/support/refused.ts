/** Bad input is refused: one clear error, in words and as one JSON document, and nothing at all is left behind. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { openJournal } from '../../src/adapters/journal/sqlite-journal.ts';
import type { Ended, RunOptions } from './fixpoint.ts';
import { manifestOf } from './manifest.ts';
import type { Sandbox } from './sandbox.ts';

export type Problem = { place: string; message: string; suggestion?: string };

export type Refusal = {
  args: readonly string[];
  /** What the error has to say: the place, what is wrong, the remedy. */
  says: readonly (string | RegExp)[];
  options?: Partial<RunOptions>;
};

/** Line breaks and tabs are all that a terminal may be steered with. */
export const expectPlain = (text: string): void => expect(text).not.toMatch(/[^\n\t\P{Cc}]/u);

/** Runs that the journal knows, and folders that belong to runs. */
export const tracesOf = async ({ state }: Sandbox): Promise<string[]> => {
  const folder = join(state, 'fixpoint');
  const file = join(folder, 'journal.db');
  if (!existsSync(folder)) return [];
  const folders = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    /(?:^|\/)(?:runs|tmp)\/./.test(path),
  );
  if (!existsSync(file)) return folders;
  const journal = openJournal(file);
  try {
    return [...folders, ...(await journal.list()).map(({ run }) => run)];
  } finally {
    await journal.close();
  }
};

const expectSays = (text: string, says: Refusal['says']): void => {
  for (const each of says) expect(text).toMatch(typeof each === 'string' ? new RegExp(RegExp.escape(each)) : each);
};

const expectWords = (ended: Ended, says: Refusal['says']): void => {
  expect(ended.stderr).not.toContain('something went wrong');
  expect(ended.stderr).toMatch(/^(?:fixpoint|error): /);
  expectSays(ended.stderr, says);
  expect({ code: ended.code, stdout: ended.stdout }).toEqual({ code: 1, stdout: '' });
  expectPlain(ended.stderr);
};

const errorOf = (ended: Ended): { message: string; problems: Problem[] } => {
  expect({ code: ended.code, stderr: ended.stderr }).toEqual({ code: 1, stderr: '' });
  const document: unknown = JSON.parse(ended.stdout);
  expect(document).toEqual({ error: { message: expect.stringMatching(/\S/), problems: expect.any(Array) } });
  const { error }: { error: { message: string; problems: Problem[] } } = JSON.parse(ended.stdout);
  return error;
};

/** Gives the problems of the JSON document. */
export const expectRefused = async (sandbox: Sandbox, { args, says, options }: Refusal): Promise<Problem[]> => {
  const before = { files: manifestOf(sandbox.root), traces: await tracesOf(sandbox) };
  expectWords(await sandbox.run(args, options), says);
  const error = errorOf(await sandbox.run([...args, '--json'], options));
  expectSays(error.message, says);
  expect(manifestOf(sandbox.root), 'the repository').toEqual(before.files);
  expect(await tracesOf(sandbox), 'traces of runs').toEqual(before.traces);
  return error.problems;
};
