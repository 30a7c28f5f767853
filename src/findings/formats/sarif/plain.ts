/** Words that are as clean as can be, as nearly all are: the costlier ways of cleaning and cutting them are spared. */
import { titleOf } from '../../read/text.ts';

const longest = 10_000;
const longestTitle = 120;

/** Printable ASCII on one line, without blanks at its ends or side by side; short enough to be kept whole. */
export const isPlain = (text: string): boolean => {
  const { length } = text;
  if (length === 0 || length > longest) return false;
  let before = 0x20;
  for (let at = 0; at < length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 0x20 || code > 0x7e || (code === 0x20 && before === 0x20)) return false;
    before = code;
  }
  return before !== 0x20;
};

/** Where the first sentence of a plain text ends, its full stop included; a few characters are no sentence. */
const endOfSentence = (text: string): number => {
  for (let at = 9; at < text.length - 1; at += 1) {
    const code = text.charCodeAt(at);
    if ((code === 0x2e || code === 0x21 || code === 0x3f) && text.charCodeAt(at + 1) === 0x20) return at + 1;
  }
  return text.length;
};

/** The same as `titleOf`, sooner. */
export const titleOfPlain = (text: string): string => {
  const end = endOfSentence(text);
  const isStop = text.charCodeAt(end - 1) === 0x2e && text.charCodeAt(end - 2) !== 0x2e;
  const length = isStop ? end - 1 : end;
  return length > longestTitle ? titleOf(text) : text.slice(0, length);
};
