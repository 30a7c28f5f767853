/** Texts whose parts stand in another order than before: formats of dates, paths, messages. */
import { literalsOf } from '../../text/tokens.ts';

const dateFormat = /%-?[A-Za-z](?:\W{1,2}%-?[A-Za-z])+/g;

const formatsIn = (text: string): string[] => text.match(dateFormat) ?? [];

const wordsOf = (literal: string): string[] => literal.match(/[\p{L}\p{N}]+/gu) ?? [];

const textsIn = (text: string): string[] => literalsOf(text).filter((each) => each.startsWith('"'));

const sorted = (words: readonly string[]): string => words.toSorted().join(' ');

/** The same words, in another order. */
const isTurned = (one: string, other: string): boolean => {
  const [mine, theirs] = [wordsOf(one), wordsOf(other)];
  return mine.length > 1 && sorted(mine) === sorted(theirs) && mine.join(' ') !== theirs.join(' ');
};

/** What stands in another order in the lines that are new than in those that are gone. */
export const reordered = (gone: string, fresh: string): string[] => {
  const [formats, texts] = [formatsIn(gone), textsIn(gone)];
  return [
    ...formatsIn(fresh).filter((each) => formats.length > 0 && !formats.includes(each)),
    ...textsIn(fresh).filter((each) => !texts.includes(each) && texts.some((other) => isTurned(each, other))),
  ].map((each) => `+${each}`);
};
