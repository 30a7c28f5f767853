/** JSON of a file, with the place of what is wrong; or JSON in the midst of what a tool printed. */
import { extractJson } from '../../plain/json/extract-json.ts';
import { scanJson } from '../../plain/json/scan.ts';
import { FindingsError } from './error.ts';

const lineAndColumn = (text: string, at: number): string => {
  const before = text.slice(0, at);
  return `${before.split('\n').length}:${at - before.lastIndexOf('\n')}`;
};

/** The parser names a place only sometimes; where it does not, the text is followed up to where it breaks. */
const breakOf = (text: string, message: string): number => {
  const named = /at position (\d+)/.exec(message)?.[1];
  if (named !== undefined) return Number(named);
  const start = text.search(/\S/);
  const scan =
    text[start] === '{' || text[start] === '[' ? scanJson(text, start) : { kind: 'broken' as const, at: start };
  if (scan.kind === 'broken') return scan.at;
  return scan.kind === 'cut' ? text.length : scan.end;
};

const notJson = (text: string, name: string, message: string): FindingsError => {
  const at = Math.min(breakOf(text, message), text.length);
  return brokenJson(
    `${name}:${lineAndColumn(text, at)}`,
    at === text.length ? undefined : String.fromCodePoint(text.codePointAt(at) ?? 0),
  );
};

/** `found`: the character that should not be there; none where the text ends too soon. */
export const brokenJson = (place: string, found: string | undefined): FindingsError => {
  const said = found === undefined ? 'it ends in the middle; is it cut off?' : `unexpected ${JSON.stringify(found)}`;
  return new FindingsError('not-json', place, `this is not JSON: ${said}`);
};

export const parseJson = (text: string, name: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw notJson(text, name, error instanceof Error ? error.message : '');
  }
};

/** The last JSON value in a tool's output that is wanted. Tools print banners and summaries around it. */
export const findJson = async (text: string, name: string, wanted: (value: unknown) => boolean): Promise<unknown> => {
  const found = await extractJson(text, wanted);
  // What had to be repaired may lack findings: half a report must not pass for a whole one.
  if (!found || found.how === 'repaired') return parseJson(text, name);
  return found.value;
};
