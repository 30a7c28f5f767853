/** A verification in the Markdown report: its commands, and what they printed. */
import type { CommandResult, Verification } from '../../model/verification.ts';
import { present } from '../../plain/present.ts';
import { block, code, inline } from './escape.ts';
import { setupWords } from '../../views/words/runs.ts';
import { verdict } from '../../views/words/judgements.ts';
import { duration } from '../../views/words/amounts.ts';

export const behindColon = (words: string | undefined): string => (words === undefined ? '' : `: ${inline(words)}`);

const commandDetail = (command: CommandResult): string[] => {
  const about = command.target ? `, the check of ${command.target.files.map(code).join(', ')}` : '';
  const line = `${code(command.command)}${about}: ${command.status} after ${duration(command.durationMs)}`;
  if (command.status === 'passed') return [line];
  const output = [command.stdout, command.stderr].filter((text) => text.trim() !== '').map((text) => block(text));
  return [line, ...output];
};

export const verificationDetail = (verification: Verification): string[] =>
  present([
    `Verification ${verdict(verification.verdict)} ` +
      `(${duration(verification.durationMs)})${behindColon(verification.reason)}`,
    verification.setup !== undefined && `Set-up ${inline(setupWords(verification.setup))}.`,
    ...verification.failures.map(
      (failure) => `${failure.kind} failure of ${code(failure.command)}: ${inline(failure.detail)}`,
    ),
    ...verification.tools.map(toolDetail),
    ...verification.commands.map(trackedChanges),
    ...verification.commands.flatMap(commandDetail),
  ]);

const toolDetail = ({ reviewer, status, message }: Verification['tools'][number]): string =>
  `Reviewer ${code(reviewer)} run again: ${status}${message === undefined ? '' : `, ${inline(message)}`}`;

const trackedChanges = ({ command, changes: files = [] }: CommandResult): string | false =>
  files.length > 0 && `${code(command)} changes tracked files: ${files.map(code).join(', ')}.`;
