/** What tokens are made of. Every repetition is bounded, so that no text makes matching slow. */

/** Beginnings, parted by blanks, and what has to follow. */
export type Beginning = readonly [beginnings: string, rest: string];

export const uuid = '[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}';
/** Nothing of the same kind follows: what has a fixed length is something else when it is longer. */
export const end = '(?![A-Za-z0-9_])';
export const letters = (least: number, most = least): string => `[A-Za-z0-9]{${least},${most}}${end}`;
export const hex = (least: number, most = least): string => `[a-fA-F0-9]{${least},${most}}${end}`;
export const words = (least: number, most = 255): string => String.raw`[\w-]{${least},${most}}`;
/** Many names begin like a token: without a digit it is one of them. */
export const lettersWithDigit = (least: number, most = least): string => `(?=[A-Za-z]{0,60}\\d)${letters(least, most)}`;
export const wordsWithDigit = (least: number): string => String.raw`(?=[\w-]{0,60}\d)[\w-]{${least},255}`;
