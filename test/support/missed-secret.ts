/** Whether a planted secret can still be read in what was cleaned. */
import { type Planted, tellTales } from './secrets.ts';

const around = (text: string): string => `a line before it\n${text}\na line after it`;

const parts = new Map<Planted, string[]>();
export const isIn = (text: string, planted: Planted): boolean => {
  const known = parts.get(planted) ?? tellTales(planted.secret);
  parts.set(planted, known);
  const unwrapped = text.replaceAll('\n', '');
  return known.some((part) => text.includes(part) || unwrapped.includes(part));
};

/** What is left of it, if anything; the lines around it must not suffer. */
export const missed = (
  planted: Planted,
  encode: (text: string) => string,
  clean: (text: string) => string,
): boolean => {
  const result = clean(around(encode(planted.text)));
  const intact =
    result.startsWith('a line before it\n') && result.endsWith('\na line after it') && result.includes('[redacted]');
  return !intact || isIn(result, planted);
};
