/** Reads a patch as git writes it, line by line, with the numbers that the lines have before and after. */
import { patchedFile } from '../../../plain/patched-file.ts';

export type DiffLine =
  | { kind: 'same'; text: string; before: number; after: number }
  | { kind: 'added'; text: string; after: number }
  | { kind: 'removed'; text: string; before: number }
  | { kind: 'place' | 'note'; text: string };

export type FileDiff = { file: string; lines: DiffLine[] };

/** Where in a changed place the reader is: the numbers of the next lines, and how many are still to come. */
type Position = { before: number; after: number; oldLeft: number; newLeft: number };

const fileStart = 'diff --git ';
const placeStart = /^@@ -(\d{1,10})(?:,(\d{1,10}))? \+(\d{1,10})(?:,(\d{1,10}))? @@/;
const binaryStart = /^(?:GIT binary patch|Binary files )/;
const modeLine = /^(?:new file|deleted file|old|new) mode /;

export const readDiff = (patch: string): FileDiff[] => {
  const files: FileDiff[] = [];
  let position: Position | null = null;
  for (const line of patch.replace(/\n$/, '').split('\n')) {
    const isContent = position !== null && (position.oldLeft > 0 || position.newLeft > 0 || line.startsWith('\\'));
    const file = files.at(-1);
    if (isContent && position !== null) file?.lines.push(contentLine(line, position));
    else if (line.startsWith(fileStart)) {
      files.push({ file: patchedFile(line), lines: [] });
      position = null;
    } else position = headerLine(line, file) ?? position;
  }
  return files;
};

/** A sign decides, and the counts of the place: no line of a file can pass for a header. */
const contentLine = (line: string, position: Position): DiffLine => {
  const text = line.slice(1);
  switch (line[0]) {
    case '+':
      position.newLeft -= 1;
      return { kind: 'added', text, after: position.after++ };
    case '-':
      position.oldLeft -= 1;
      return { kind: 'removed', text, before: position.before++ };
    case '\\':
      return { kind: 'note', text: text.trim() };
    default:
      position.oldLeft -= 1;
      position.newLeft -= 1;
      return { kind: 'same', text, before: position.before++, after: position.after++ };
  }
};

/** The position in the place that begins here; null where none does. */
const headerLine = (line: string, file: FileDiff | undefined): Position | null => {
  const place = placeStart.exec(line);
  if (place) {
    const [, before = '0', oldLeft = '1', after = '0', newLeft = '1'] = place;
    file?.lines.push({ kind: 'place', text: line });
    return { before: +before, after: +after, oldLeft: +oldLeft, newLeft: +newLeft };
  }
  if (modeLine.test(line)) file?.lines.push({ kind: 'note', text: line });
  else if (binaryStart.test(line)) file?.lines.push({ kind: 'note', text: 'A binary file; its bytes are not shown.' });
  return null;
};
