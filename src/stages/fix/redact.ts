/** Takes the values of secrets out of texts; their names stay. */
import { secretValues } from './redact-environment.ts';
import { secretPatterns } from './redact-patterns.ts';

const replacement = '[redacted]';

export type Redactor = {
  redact: (text: string) => string;
  /** For text that comes in pieces: a secret may be cut anywhere. */
  stream: () => RedactingStream;
};

export type RedactingStream = {
  /** Takes the next piece; gives what can be passed on by now. */
  write: (text: string) => string;
  /** The rest. */
  end: () => string;
};

/** Knows the secrets of an environment by value, and others by what they look like. */
export const createRedactor = (environment: Readonly<Record<string, string | undefined>>): Redactor => {
  const values = secretValues(environment);
  const redact = (text: string): string => {
    let result = text;
    for (const value of values) if (result.includes(value)) result = result.replaceAll(value, replacement);
    for (const pattern of secretPatterns) result = result.replace(pattern, keepName);
    return result;
  };
  return { redact, stream: () => createStream(redact) };
};

const keepName = (_match: string, name: string | undefined): string => `${name ?? ''}${replacement}`;

/** A line longer than this is passed on in parts. */
const longestHeld = 64 * 1024;
/** No secret that is known by its looks is longer, except for keys of many lines. */
const overlap = 16 * 1024;
const keyBegins = '-----BEGIN ';
const keyEnds = /-----END [^\n-]{0,60}-----/;

/** Whole lines are passed on; the lines of a private key are held until it is complete. */
const createStream = (redact: (text: string) => string): RedactingStream => {
  let held = '';
  const take = (length: number): string => {
    const taken = held.slice(0, length);
    held = held.slice(length);
    return redact(taken);
  };
  return {
    write: (text) => {
      held += text;
      const whole = wholeLines(held);
      const ready = whole > 0 ? take(whole) : '';
      return held.length > longestHeld ? ready + take(borderBefore(held, held.length - overlap)) : ready;
    },
    end: () => take(held.length),
  };
};

/** How much of a text is whole lines, none of them inside of a key. */
const wholeLines = (text: string): number => {
  const end = text.lastIndexOf('\n') + 1;
  const begins = text.lastIndexOf(keyBegins);
  if (begins === -1 || begins >= end) return end;
  const rest = text.slice(begins);
  const ends = keyEnds.exec(rest);
  const isInKey = ends === null || end < begins + ends.index + ends[0].length;
  return isInKey ? text.lastIndexOf('\n', begins) + 1 : end;
};

/** A place to cut a long line at: between words if there are any, since no secret holds a space. */
const borderBefore = (text: string, limit: number): number => {
  for (let at = limit; at > limit - overlap; at -= 1) if (/\s/.test(text.charAt(at))) return at;
  return limit;
};
