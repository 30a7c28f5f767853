/** Turns whatever went wrong into words, or into one JSON document, and an exit code. */
import { Expected } from '../model/expected.ts';
import { printable, printableLines } from '../plain/printable.ts';
import { exitCode } from './exit-code.ts';
import type { Io } from './io.ts';

/** A wrong use of the command line. */
export class UsageError extends Expected {
  override name = 'UsageError';

  constructor(message: string) {
    super('input', message);
  }
}

const problemsOf = (error: Error): unknown[] =>
  'problems' in error && Array.isArray(error.problems) ? error.problems : [];

const bugText = (error: unknown, debug: boolean): string => {
  const message = printable(error instanceof Error ? `${error.name}: ${error.message}` : String(error));
  const stack = debug && error instanceof Error ? `\n${printableLines(error.stack ?? '')}` : '';
  const advice = debug ? '' : ' Run it again with FIXPOINT_DEBUG=1 to see where, and please report it.';
  return `fixpoint: something went wrong that should not (${message}).${advice}${stack}\n`;
};

const codeOf = (error: unknown): number =>
  error instanceof Expected && error.kind === 'cancelled' ? exitCode('cancelled') : exitCode('failed');

const document = (error: unknown): string => {
  const message = error instanceof Error ? error.message : String(error);
  const problems = error instanceof Error ? problemsOf(error) : [];
  return `${JSON.stringify({ error: { message, problems } }, null, 2)}\n`;
};

/** Prints the error and returns the exit code. With `json`, standard output gets a document, as for a success. */
export const fail = (error: unknown, io: Io, json: boolean): number => {
  const debug = (io.env['FIXPOINT_DEBUG'] ?? '') !== '';
  if (json) io.stdout.write(document(error));
  if (!(error instanceof Expected)) io.stderr.write(bugText(error, debug));
  else if (!json)
    io.stderr.write(
      `fixpoint: ${printableLines(error.message)}\n${debug ? `${printableLines(error.stack ?? '')}\n` : ''}`,
    );
  return codeOf(error);
};
