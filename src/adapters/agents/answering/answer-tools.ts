/** Our own tools for a call: how an agent starts them, and what it reported through them. */
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Outcome } from '../../../model/answer.ts';
import { listedFile, outcomesFile, readOutcomeLines } from './outcome-lines.ts';
import { readAnswerFile } from '../shared/answer-file.ts';

export type AnswerTools = { name: 'fixpoint'; command: string; args: string[] };

/** In the bundle the server lies beside this module. */
const server = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? './answer-server.ts' : './answer-server.js', import.meta.url),
);

/** `folder`: the scratch folder of the call, with its `input.json`. */
export const answerTools = (folder: string): AnswerTools => ({
  name: 'fixpoint',
  command: process.execPath,
  args: [server, folder],
});

export type Reported = { outcomes: Outcome[]; problem?: string };

/** What was reported for each finding last. The file is the agent's to write to, so that it may hold anything. */
export const readReported = (folder: string): Reported => {
  const file = readAnswerFile(join(folder, outcomesFile));
  if (file === null) return { outcomes: [] };
  if ('problem' in file)
    return { outcomes: [], problem: `what was reported through the tools is lost: ${file.problem}` };
  const { outcomes, unreadable } = readOutcomeLines(file.text);
  if (unreadable === 0) return { outcomes };
  const lines = unreadable === 1 ? '1 line' : `${unreadable} lines`;
  return { outcomes, problem: `${lines} of what was reported through the tools cannot be read` };
};

/** Whether the agent has come to know our tools. */
export const toolsWereListed = (folder: string): boolean =>
  lstatSync(join(folder, listedFile), { throwIfNoEntry: false }) !== undefined;
