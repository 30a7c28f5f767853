/** Numbers, words and escapes of JSON: the state that a byte leads to, or -1 where it must not stand. */
import {
  afterValue,
  exponent,
  exponentDigits,
  exponentSign,
  fraction,
  hex,
  integer,
  literal,
  minus,
  point,
  string,
  zero,
} from './json-states.ts';

const table = (has: (byte: number) => boolean): Uint8Array =>
  Uint8Array.from({ length: 256 }, (_, byte) => (has(byte) ? 1 : 0));

const isEscape = table((byte) => '"\\/bfnrtu'.includes(String.fromCodePoint(byte)));
const isHex = table((byte) => '0123456789abcdefABCDEF'.includes(String.fromCodePoint(byte)));

const literals = new Map(['true', 'false', 'null'].map((word) => [word.charCodeAt(0), Buffer.from(word)]));
const none = Buffer.alloc(0);

/** The word that begins with a byte; an empty one when there is none. */
export const literalOf = (byte: number): Uint8Array => literals.get(byte) ?? none;

/** What a value that is no string, object or list begins with. */
export const scalarState = (byte: number): number => {
  if (byte === 0x2d) return minus;
  if (byte === 0x30) return zero;
  if (byte > 0x30 && byte <= 0x39) return integer;
  return literals.has(byte) ? literal : -1;
};

/** `afterValue` where the number ends before the byte. */
export const inNumber = (state: number, byte: number): number => {
  const isDigit = byte >= 0x30 && byte <= 0x39;
  if (state === minus) return byte === 0x30 ? zero : isDigit ? integer : -1;
  if (state === point) return isDigit ? fraction : -1;
  if (state === exponent && (byte === 0x2b || byte === 0x2d)) return exponentSign;
  if (state === exponent || state === exponentSign) return isDigit ? exponentDigits : -1;
  return isDigit && state !== zero ? state : afterDigit(state, byte);
};

const afterDigit = (state: number, byte: number): number => {
  if (byte === 0x2e) return state === zero || state === integer ? point : afterValue;
  return (byte === 0x65 || byte === 0x45) && state !== exponentDigits ? exponent : afterValue;
};

/** Behind a backslash. */
export const inEscape = (byte: number): number => {
  if (isEscape[byte] !== 1) return -1;
  return byte === 0x75 ? hex : string;
};

/** `digits`: of the four, those that have been read with this one. */
export const inHex = (byte: number, digits: number): number => {
  if (isHex[byte] !== 1) return -1;
  return digits === 4 ? string : hex;
};
