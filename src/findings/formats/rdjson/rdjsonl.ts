/** reviewdog's rdjsonl: a diagnostic in each line. */
import type { Collected, FormatContext, TextFormat } from '../format.ts';
import { isDiagnostic } from './index.ts';
import { readDiagnostic } from './diagnostic.ts';
import { cutEnd } from '../../../plain/cut.ts';

/** Undefined for what is not an object of JSON, which most lines that are none show without being parsed. */
const parse = (line: string): unknown => {
  if (!line.startsWith('{') || !line.endsWith('}')) return undefined;
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
};

/** How many lines are looked at to recognise the format: one may be broken, or a tool may have said something first. */
const sample = 5;

function* filled(text: string): Generator<{ line: string; number: number }> {
  let number = 0;
  for (let from = 0; from < text.length;) {
    const found = text.indexOf('\n', from);
    const until = found === -1 ? text.length : found;
    const line = text.slice(from, until).trim();
    number += 1;
    if (line !== '') yield { line, number };
    from = until + 1;
  }
}

const recognises = (text: string): boolean =>
  filled(text)
    .take(sample)
    .some(({ line }) => isDiagnostic(parse(line)));

const read = (text: string, context: FormatContext): Collected => {
  const into: Collected = { findings: [], problems: [] };
  for (const { line, number } of filled(text)) {
    const value = parse(line);
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
