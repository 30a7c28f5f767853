/** Takes the values of secrets out of whatever leaves; their names stay. */
import type { Clean } from '../model/clean.ts';
import { createCleaner, vouchFor } from './clean.ts';
import { type Environment, findKnown } from './find/environment.ts';
import { findSecrets } from './find/find.ts';
import { replaceSpans, type Span } from './find/span.ts';
import { createStream, type CleanStream } from './stream.ts';

export type Secrets = {
  /**
   * The same value without secrets, at any depth: every text and every key. What holds none is given back as it is.
   * Left alone: bytes, functions, and the text of machine-made edits, which is code that is put back.
   */
  clean: <T>(value: T) => Clean<T>;
  /** The same, and by a catalogue that others maintain as well: for text that may wait. */
  thorough: <T>(value: T) => Promise<Clean<T>>;
  /** As a JSON document. Made of clean parts, so that no rule for whole texts can break its form. */
  json: (value: unknown, indent?: number) => Clean<string>;
  /** For text that comes in pieces: a secret may be cut anywhere. */
  stream: () => CleanStream;
  /** Where in a text secrets are; in order, none touching another. */
  find: (text: string) => Span[];
};

type CleanText = (text: string) => string;

/** Texts that are as short as names are seen again and again. */
const shortText = 200;
const mostShort = 4_000;

/** A prompt or a message goes through several doors, one right after the other. */
const longText = 50_000;
const mostLong = 8;

const remembering = (clean: CleanText): CleanText => {
  const [short, long] = [rememberingUpTo(mostShort, clean), rememberingUpTo(mostLong, clean)];
  return (text) => (text.length <= shortText ? short(text) : text.length <= longText ? long(text) : clean(text));
};

const rememberingUpTo = (most: number, clean: CleanText): CleanText => {
  const known = new Map<string, string>();
  return (text) => {
    const earlier = known.get(text);
    if (earlier !== undefined) return earlier;
    const cleaned = clean(text);
    if (known.size >= most) known.clear();
    known.set(text, cleaned);
    return cleaned;
  };
};

const nothingKnown = (): Span[] => [];

/** What is left after `clean` is gone through again; the catalogue is loaded when it is first asked. */
const createThorough = (clean: Secrets['clean']): Secrets['thorough'] => {
  let cleaner: Promise<Secrets['clean']> | undefined;
  return async (value) => (await (cleaner ??= loadMaintained()))(clean(value));
};

const loadMaintained = async (): Promise<Secrets['clean']> => {
  const { findMaintained } = await import('./maintained/catalogue.ts');
  const text = remembering((each) => replaceSpans(each, findMaintained(each)));
  return createCleaner({ text, name: text });
};

/** Knows the secrets of an environment by value, and others by what they look like. */
export const createSecrets = (environment: Environment): Secrets => {
  const known = findKnown(environment);
  const find = (text: string): Span[] => findSecrets(text, known);
  const clean = createCleaner({
    text: remembering((text) => replaceSpans(text, find(text))),
    name: remembering((text) => replaceSpans(text, findSecrets(text, nothingKnown))),
  });
  return {
    clean,
    thorough: createThorough(clean),
    json: (value, indent) => vouchFor(`${JSON.stringify(clean(value), null, indent)}\n`),
    stream: () => createStream(find),
    find,
  };
};
