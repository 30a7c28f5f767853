/**
 * Cuts a text to a length without leaving a part of a word: what is left of a key or a token could not be recognised
 * as one any more, and would be shown.
 */

/** What words, keys, tokens and addresses are made of; quotes, brackets and commas end them. */
const inWord = /[\w+/=.~%$:@!#*^&?|-]/;
/** With fewer characters, or fewer different ones, it gives nothing away. */
const shortest = 8;
const leastVaried = 6;
/** A longer run is data or packed code, and no word: it may be cut. */
const longest = 4_096;

const tellsSomething = (word: string): boolean => word.length >= shortest && new Set(word).size >= leastVaried;

const runFrom = (text: string, at: number, step: 1 | -1): number => {
  let place = at;
  const limit = at + step * longest;
  while (place !== limit && inWord.test(text.charAt(step === 1 ? place : place - 1))) place += step;
  return place;
};

/** Where the word around a place begins and ends; the place itself where there is none, or none that counts. */
const wordAround = (text: string, at: number): { start: number; end: number } => {
  const start = runFrom(text, at, -1);
  const end = runFrom(text, at, 1);
  const isWhole = start === at || end === at;
  const counts = at - start < longest && end - at < longest && tellsSomething(text.slice(start, end));
  return isWhole || !counts ? { start: at, end: at } : { start, end };
};

/** The beginning, at most so long. */
export const cutEnd = (text: string, length: number): string =>
  text.length <= length ? text : text.slice(0, wordAround(text, length).start);

/** The end, at most so long. */
export const cutStart = (text: string, length: number): string =>
  text.length <= length ? text : text.slice(wordAround(text, text.length - length).end);

/** Without the word that a text ends in the middle of: the rest of it was left out already. */
export const withoutLastWord = (text: string): string => {
  const start = runFrom(text, text.length, -1);
  const word = text.slice(start);
  return word.length < longest && tellsSomething(word) ? text.slice(0, start) : text;
};

/** The same at its beginning. */
export const withoutFirstWord = (text: string): string => {
  const end = runFrom(text, 0, 1);
  const word = text.slice(0, end);
  return word.length < longest && tellsSomething(word) ? text.slice(end) : text;
};
