/** Where reported outcomes are kept: lines at the end of one file, which several servers may write at once. */
import { closeSync, constants, fstatSync, openSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Outcome } from '../../../model/answer.ts';
import { listedFile, outcomesFile, readOutcomeLines } from './outcome-lines.ts';

/** Well below what is read of an answer, so that what was accepted can be read. */
const longestLog = 4 * 1024 * 1024;

const { O_RDWR, O_APPEND, O_CREAT, O_NOFOLLOW, O_NONBLOCK } = constants;
/** No link is followed and no pipe waited for: the agent may have put one there. */
const appending = O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK;

/** Adds an outcome and returns all that were reported so far. Throws with words for the agent when it cannot. */
export const addOutcome = (folder: string, outcome: Outcome): Outcome[] => {
  const fd = openSync(join(folder, outcomesFile), appending, 0o600);
  try {
    const line = Buffer.from(`${JSON.stringify(outcome)}\n`);
    const before = fstatSync(fd);
    if (!before.isFile()) throw new Error(`${outcomesFile} is not a regular file`);
    if (before.size + line.length > longestLog) throw new Error('too much was reported already');
    // In one write, so that lines of several servers never mix.
    if (writeSync(fd, line) !== line.length) throw new Error('no space is left');
    return readOutcomeLines(readAll(fd)).outcomes;
  } finally {
    closeSync(fd);
  }
};

/** Leaves a sign that the tools were asked for: few agents say so when they could not be. */
export const noteListed = (folder: string): void => {
  try {
    closeSync(openSync(join(folder, listedFile), 'wx', 0o600));
  } catch {
    // It is there, or cannot be; nothing but a warning depends on it.
  }
};

const readAll = (fd: number): string => {
  const bytes = Buffer.alloc(Math.min(fstatSync(fd).size, longestLog));
  let length = 0;
  for (let read = -1; read !== 0 && length < bytes.length; length += read)
    read = readSync(fd, bytes, length, bytes.length - length, length);
  return bytes.toString('utf8', 0, length);
};
