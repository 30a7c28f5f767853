/** Text that is hidden in base64, of either alphabet, in one line or wrapped. */
import type { Scanned, Span } from './span.ts';

export type Hidden = Span & { texts: string[] };

const alphabet = 'A-Za-z0-9+/_-';
/** Nothing shorter hides a secret with its name. */
const shortest = 20;

const alphanumeric = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** What a character can be: no digit at all, or a digit, and the first, second or third of four that encode ASCII. */
const [digit, first, second, third] = [1, 2, 4, 8];
const roles = new Uint8Array(256);
/** No byte has its highest bit, and none but line breaks and tabs is below a space. */
const roleOf = (value: number): number =>
  digit |
  ((value >= 8 && value < 32) || value === 2 || value === 3 ? first : 0) |
  ((value & 8) === 0 && (value & 15) !== 1 ? second : 0) |
  ((value & 2) === 0 ? third : 0);
for (let value = 0; value < alphanumeric.length; value += 1) roles[alphanumeric.charCodeAt(value)] = roleOf(value);
for (const character of '+-') roles[character.charCodeAt(0)] = roleOf(62);
for (const character of '/_') roles[character.charCodeAt(0)] = roleOf(63);

const shortestWrapped = 60;
const wrapped = /^\r?\n[ \t]{0,20}$/;
const lastLine = new RegExp(`\\r?\\n[ \\t]{0,20}[${alphabet}]{1,19}={0,2}(?=["']?[ \\t]{0,8}(?:\\r?\\n|$))`, 'y');

/** `lines`: one, or those that it is wrapped in. */
type Run = Span & { lines: string[] };

/** By hand: it looks at every character of every text, and a regular expression takes ten times as long. */
const stretchesIn = ({ text, bytes }: Scanned): Span[] => {
  const result: Span[] = [];
  let start = 0;
  const end = (at: number): void => {
    if (at - start >= shortest) result.push({ start, end: withPadding(text, at) });
    start = at + 1;
  };
  for (let at = 0; at < bytes.length; at += 1) if (roles[bytes[at] ?? 0] === 0) end(at);
  end(bytes.length);
  return result;
};

const withPadding = (text: string, end: number): number => {
  if (text.startsWith('==', end)) return end + 2;
  return text.startsWith('=', end) ? end + 1 : end;
};

/** What is wrapped counts as one run. */
const runsIn = (scanned: Scanned): Run[] => {
  const { text } = scanned;
  const result: Run[] = [];
  for (const { start, end } of stretchesIn(scanned)) {
    const last = result.at(-1);
    if (last && mayGoOn(text, last) && start - last.end <= 22 && wrapped.test(text.slice(last.end, start))) {
      last.end = end;
      last.lines.push(text.slice(start, end));
    } else result.push({ start, end, lines: [text.slice(start, end)] });
  }
  return result.map((run) => (mayGoOn(text, run) ? withLastLine(text, run) : run));
};

const mayGoOn = (text: string, { end, lines }: Run): boolean =>
  (lines[0] ?? '').length >= shortestWrapped && text.charAt(end - 1) !== '=';

const withLastLine = (text: string, run: Run): Run => {
  lastLine.lastIndex = run.end;
  const rest = lastLine.exec(text)?.[0];
  return rest === undefined
    ? run
    : { start: run.start, end: run.end + rest.length, lines: [...run.lines, rest.trim()] };
};

/** Twelve letters in a row, wherever they begin: other data has them once in ten thousand places. */
const fewest = 4;

/** At which of the four digits that three bytes take text begins, somewhere in a run. */
const phasesOf = (run: string): Set<number> => {
  const bytes = Buffer.from(run, 'latin1');
  const has = (at: number, role: number): boolean => ((roles[bytes[at] ?? 0] ?? 0) & role) !== 0;
  const phases = new Set<number>();
  const inARow = [0, 0, 0, 0];
  for (let at = 0; at + 3 < run.length; at += 1) {
    const phase = at & 3;
    const isAscii = has(at, first) && has(at + 1, second) && has(at + 2, third);
    const count = isAscii ? (inARow[phase] ?? 0) + 1 : 0;
    inARow[phase] = count;
    if (count === fewest) phases.add(phase);
  }
  return phases;
};

/** A run is decoded four times at most. */
export const hiddenIn = (scanned: Scanned): Hidden[] => {
  const result: Hidden[] = [];
  for (const { start, end, lines } of runsIn(scanned)) {
    const digits = lines.join('');
    const texts = Array.from(phasesOf(digits), (phase) => Buffer.from(digits.slice(phase), 'base64').toString('utf8'));
    if (texts.length > 0) result.push({ start, end, texts });
  }
  return result;
};

/** The digits that a text has in base64, wherever in other data it stands: what its neighbours share in is left out. */
export const inBase64 = (value: string): string[] => {
  const bytes = Buffer.from(value);
  return [0, 1, 2].flatMap((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    const digitsOfItsOwn = encoded.slice(Math.ceil((before * 4) / 3), Math.floor(((before + bytes.length) * 4) / 3));
    return [digitsOfItsOwn, digitsOfItsOwn.replaceAll('+', '-').replaceAll('/', '_')];
  });
};
