/** reviewdog's rdjsonl: a diagnostic in each line. */
import type { Collected, FormatContext, TextFormat } from '../format.ts';
import { isDiagnostic } from './index.ts';
import { readDiagnostic } from './diagnostic.ts';
import { filledLines, parseLine } from '../shared/json-lines.ts';
import { cutEnd } from '../../../plain/cut.ts';

/** How many lines are looked at to recognise the format: one may be broken, or a tool may have said something first. */
const sample = 5;

const recognises = (text: string): boolean =>
  filledLines(text)
    .take(sample)
    .some(({ line }) => isDiagnostic(parseLine(line)));

const read = (text: string, context: FormatContext): Collected => {
  const into: Collected = { findings: [], problems: [] };
  for (const { line, number } of filledLines(text)) {
    const value = parseLine(line);
    const place = `line ${number}`;
    if (value === undefined)
      into.problems.push({ place, message: `not a JSON object: ${cutEnd(line, 80).toWellFormed()}` });
    else readDiagnostic(value, place, {}, context, into);
  }
  return into;
};

export const rdjsonl: TextFormat = {
  of: 'text',
  name: 'rdjsonl',
  title: 'reviewdog rdjsonl, a diagnostic in each line',
  mayBeEmpty: true,
  recognises: (text) => !text.trimStart().startsWith('[') && recognises(text),
  read,
};
