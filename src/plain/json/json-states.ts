/**
 * What a scan of JSON expects next, or what it is in the midst of. Plain numbers: this is the innermost loop of reading
 * gigabytes.
 */

export const value = 0;
export const valueOrEnd = 1;
export const key = 2;
export const keyOrEnd = 3;
export const colon = 4;
export const afterValue = 5;
export const string = 6;
export const escape = 7;
export const hex = 8;
export const literal = 9;
export const minus = 10;
export const zero = 11;
export const integer = 12;
export const point = 13;
export const fraction = 14;
export const exponent = 15;
export const exponentSign = 16;
export const exponentDigits = 17;
