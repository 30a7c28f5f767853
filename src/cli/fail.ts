/**
 * Turns whatever went wrong into words, or into one JSON document, and an exit code. An error may quote anything, such
 * as an address with a password: its words are cleaned as a whole.
 */
import type { App } from '../app/app.ts';
import { Expected } from '../model/expected.ts';
import { printable, printableLines } from '../plain/printable.ts';
import { wrapText } from '../report/text/wrap.ts';
import { exitCode } from './exit-code.ts';
import { orFullDisk } from './full-disk.ts';
import type { Io } from './io.ts';
import { asJson } from './texts/as-json.ts';

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

/** Loaded when something went wrong: whoever is successful does not wait for it. Nothing of it has to be closed. */
const appIn = async (env: NodeJS.ProcessEnv): Promise<Pick<App, 'machine'>> => {
  const { openLocal } = await import('../wiring/local.ts');
  return openLocal({ env });
};

/** Where somebody reads it, lines end between words. */
const tell = (text: string, { stderr }: Io): Promise<void> =>
  stderr.print(text, (clean) => (stderr.isTTY ? wrapText(clean, stderr.columns) : clean));

/** Prints the error and returns the exit code. With `json`, standard output gets a document, as for a success. */
export const fail = async (thrown: unknown, io: Io, json: boolean): Promise<number> => {
  const error = await orFullDisk(thrown, await appIn(io.env));
  const debug = (io.env['FIXPOINT_DEBUG'] ?? '') !== '';
  if (json) await io.stdout.print(documentOf(error), asJson);
  if (!json || !(error instanceof Expected)) await tell(textOf(error, debug), io);
  return codeOf(error);
};

/** Prints what commander says of a wrong use: it quotes what was given, which may be a secret in the wrong place. */
export const complain = async (text: string, io: Io): Promise<number> => {
  await tell(text, io);
  return exitCode('failed');
};
