/** Breaks long lines between words, so that a terminal does not break them within. */
import { stripVTControlCharacters } from 'node:util';

/** Narrower than this, more lines are harder to read than broken ones. */
const narrowest = 40;
/** What is copied stays whole: commands, and names of files and branches. */
const copied = /^(?:Branch|Report|Patch|Page)\s|^\s+(?:git|fixpoint|cd) /;

const lengthOf = (text: string): number => stripVTControlCharacters(text).length;

const wrapLine = (line: string, width: number): string => {
  if (lengthOf(line) <= width || copied.test(stripVTControlCharacters(line))) return line;
  const indent = `${/^\s*/.exec(line)?.[0] ?? ''}    `;
  const lines: string[] = [];
  let current = '';
  for (const word of line.split(/(?<=\S)(?= )/)) {
    const isFull = current.trim() !== '' && lengthOf(current + word) > width;
    if (isFull) lines.push(current);
    current = isFull ? indent + word.trimStart() : current + word;
  }
  return [...lines, current].join('\n');
};

/** Undefined: nobody knows how wide it is, as in a pipe. */
export const wrapText = (text: string, width: number | undefined): string =>
  width === undefined || width < narrowest
    ? text
    : text
        .split('\n')
        .map((line) => wrapLine(line, width))
        .join('\n');
