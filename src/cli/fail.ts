/**
 * Turns whatever went wrong into words, or into one JSON document, and an exit code. An error may quote anything, such
 * as an address with a password, so that secrets are taken out of it here.
 */
import type { Clean } from '../model/clean.ts';
import { Expected } from '../model/expected.ts';
import { printable, printableLines } from '../plain/printable.ts';
import { exitCode } from './exit-code.ts';
import type { Io } from './io.ts';
import { secretsOf } from './secrets-of.ts';

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

const documentOf = (error: unknown): unknown => {
  const message = error instanceof Error ? error.message : String(error);
  return { error: { message, problems: error instanceof Error ? problemsOf(error) : [] } };
};

const expectedText = ({ message, stack = '' }: Expected, debug: boolean): string =>
  `fixpoint: ${printableLines(message)}\n${debug ? `${printableLines(stack)}\n` : ''}`;

const textOf = (error: unknown, debug: boolean): string =>
  error instanceof Expected ? expectedText(error, debug) : bugText(error, debug);

type Words = { document: Clean<string>; text: Clean<string> };

const wordsOf = async (error: unknown, env: NodeJS.ProcessEnv): Promise<Words> => {
  const { clean, json } = await secretsOf(env);
  const debug = (env['FIXPOINT_DEBUG'] ?? '') !== '';
  return { document: json(documentOf(error), 2), text: clean(textOf(error, debug)) };
};

/** Prints the error and returns the exit code. With `json`, standard output gets a document, as for a success. */
export const fail = async (error: unknown, io: Io, json: boolean): Promise<number> => {
  const { document, text } = await wordsOf(error, io.env);
  if (json) io.stdout.write(document);
  if (!json || !(error instanceof Expected)) io.stderr.write(text);
  return codeOf(error);
};
