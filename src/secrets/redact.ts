/** Takes the values of secrets out of texts; their names stay. */
import { type Environment, findKnown } from './environment.ts';
import { findSecrets } from './find.ts';
import { replaceSpans } from './span.ts';
import { createStream, type RedactingStream } from './stream.ts';

export type Redactor = {
  redact: (text: string) => string;
  /** For text that comes in pieces: a secret may be cut anywhere. */
  stream: () => RedactingStream;
};

/** Knows the secrets of an environment by value, and others by what they look like. */
export const createRedactor = (environment: Environment): Redactor => {
  const known = findKnown(environment);
  const find = (text: string): ReturnType<typeof findSecrets> => findSecrets(text, known);
  return { redact: (text) => replaceSpans(text, find(text)), stream: () => createStream(find) };
};
