/** What a reviewing agent said: JSON first, then Ralph's markdown, then text as far as it goes. */
import type { Collected, FormatContext, TextFormat } from '../format.ts';
import { readJsonAnswer } from './json.ts';
import { beginsWithPlace } from './blocks.ts';
import { readProse } from './prose.ts';
import { lines } from '../lines/index.ts';
import { readStart } from '../markdown/items.ts';
import { readLabel } from '../markdown/labels.ts';
import { findMention } from '../place/place.ts';
import { ralph } from '../ralph/index.ts';
import { toLines } from '../ralph/entries.ts';
import { toVerdict, verdictLine } from '../verdict.ts';

const read = async (text: string, context: FormatContext): Promise<Collected> => {
  const json = await readJsonAnswer(text, context);
  if (json) return json;
  const prose = (): Collected => readProse(toLines(text), context);
  if (!ralph.recognises(text)) return prose();
  const structured = await ralph.read(text, context);
  if (structured.noVerdict === undefined) return structured;
  const loose = prose();
  return loose.findings.length > 0 ? loose : structured;
};

const reviewKeys = /"(?:findings|groups)"\s{0,9}:\s{0,9}\[/;

const isVerdict = (line: string): boolean => toVerdict(verdictLine(line) ?? '') !== null;

/** An item of a list that names a place. */
const isItem = (line: string): boolean => {
  const words = readStart(line)?.words;
  const label = readLabel(line);
  return (
    beginsWithPlace(line) ||
    (words !== undefined && findMention(words)?.line !== undefined) ||
    (label?.label === 'file' && findMention(label.words) !== null)
  );
};

const recognises = (text: string): boolean => {
  if (reviewKeys.test(text)) return true;
  const all = text.split('\n').map((line) => line.slice(0, 2_000));
  return all.some(isVerdict) || (!lines.recognises(text) && all.some(isItem));
};

export const answer: TextFormat = {
  of: 'text',
  name: 'answer',
  title: 'what a reviewing agent answered',
  lastResort: true,
  spoken: true,
  recognises,
  read,
};
