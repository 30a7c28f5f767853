/** Finds out which format an input is in, or holds it to the one it is said to be in. */
import type { FormatName } from '../../config/sections/reviewing.ts';
import type { Collected, Format, FormatContext, Reading } from '../formats/format.ts';
import { detectJson, detectText } from '../formats/registry.ts';
import { adviceForJson, adviceForText } from './advice.ts';
import { FindingsError } from './error.ts';
import { findJson, parseJson } from './json.ts';
import { saysNothingFound, saysOnlyThat } from './nothing-found.ts';

/** An input that was found to be of a format. */
export type Recognised = {
  format: FormatName;
  refusal: string | null;
  read: (context: FormatContext) => Collected | Promise<Collected>;
};

const recognised = <Input>(format: Reading<Input>, input: Input): Recognised => ({
  format: format.name,
  refusal: format.refuses?.(input) ?? null,
  read: (context) => format.read(input, context),
});

const flagOf = (fromTool: boolean): string => (fromTool ? '"format" of the reviewer' : '--format');

const unknownJson = (name: string, fromTool: boolean): FindingsError =>
  new FindingsError(
    'unknown-format',
    name,
    'this is JSON, but in no format that is known. Most tools can also write SARIF, Checkstyle or ' +
      'file:line:column lines. If it should be known, name its format with ' +
      `${flagOf(fromTool)}, such as sarif (\`fixpoint fix --help\` lists them).`,
  );

const advised = (advice: string, name: string): FindingsError => new FindingsError('unknown-format', name, advice);

const wrongFormat = (wanted: Format, detected: Format | null, name: string): FindingsError =>
  new FindingsError(
    'wrong-format',
    name,
    `this is not ${wanted.title} (format ${wanted.name}). ${
      detected ? `It looks like ${detected.title}, format ${detected.name}: leave out --format` : noFormat
    }.`,
  );

const noFormat = 'It looks like no format that Fixpoint reads';

type Json = { value: unknown };

const tryJson = (text: string): Json | null => {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return null;
  }
};

/** JSON of a file as a whole; of a tool, also in the midst of what it printed. */
const jsonOf = async (
  text: string,
  name: string,
  fromTool: boolean,
  wanted: (value: unknown) => boolean,
): Promise<unknown> => {
  const whole = tryJson(text);
  if (whole) return whole.value;
  return fromTool ? findJson(text, name, wanted) : parseJson(text, name);
};

/** What it looks like, where it is surely not what it was said to be. */
const likelyFormat = (text: string): Format | null => {
  const whole = tryJson(text);
  return whole ? detectJson(whole.value) : detectText(text, { lastResort: true, spoken: false });
};

export const asNamed = async (format: Format, text: string, name: string, fromTool: boolean): Promise<Recognised> => {
  if (format.of === 'text') {
    if (format.spoken === true || format.recognises(text) || format.saysNothingFound?.(text))
      return recognised(format, text);
    throw wrongFormat(format, likelyFormat(text), name);
  }
  // Not even meant as JSON: what it is helps more than where its first character is.
  if (!holdsJson(text)) throw wrongFormat(format, likelyFormat(text), name);
  const value = await jsonOf(text, name, fromTool, format.recognises);
  if (format.recognises(value)) return recognised(format, value);
  throw wrongFormat(format, detectJson(value), name);
};

/** `[OK] No errors` and `[ERROR] /a.java:[3,5] …` are none. */
const holdsJson = (text: string): boolean => /^[ \t]*(?:\{|\[(?![A-Z]+\] ))/m.test(text);
const isMeantAsJson = (text: string): boolean => /^\s*(?:\{|\[(?![A-Z]+\] ))/.test(text);

/** The whole text is JSON, or that of a tool has some in it. */
const detectedJson = (text: string, name: string, whole: Json | null, fromTool: boolean): Promise<Recognised | null> =>
  Promise.resolve(whole ?? (fromTool ? insideOf(text, name) : null)).then((json) => {
    const format = json && detectJson(json.value);
    return format ? recognised(format, json.value) : null;
  });

/** Text that is no JSON: what resembles a format less and less, then prose. */
const detectedText = (text: string, name: string, fromTool: boolean): Recognised | null => {
  const likely = detectText(text, { lastResort: true, spoken: false });
  if (likely) return recognised(likely, text);
  if (fromTool ? saysNothingFound(text) : saysOnlyThat(text)) return foundNothing;
  const advice = adviceForText(text);
  if (advice !== null) throw advised(advice, name);
  const spoken = fromTool ? null : detectText(text, { lastResort: true, spoken: true });
  return spoken && recognised(spoken, text);
};

/** One object of those that tools write in lines is a whole document as well. */
const detectedLine = (text: string, { value }: Json, name: string, fromTool: boolean): Recognised => {
  const line = detectText(text, { lastResort: false, spoken: false });
  if (line) return recognised(line, text);
  const advice = adviceForJson(value);
  throw advice === null ? unknownJson(name, fromTool) : advised(advice, name);
};

export const detected = async (text: string, name: string, fromTool: boolean): Promise<Recognised> => {
  const whole = tryJson(text);
  const sure = whole ? null : detectText(text, { lastResort: false, spoken: false });
  if (sure) return recognised(sure, text);
  const json = await detectedJson(text, name, whole, fromTool);
  if (json) return json;
  if (whole) return detectedLine(text, whole, name, fromTool);
  // JSON that is broken or of another kind must not pass for something that resembles it.
  if (isMeantAsJson(text)) parseJson(text, name);
  const spoken = detectedText(text, name, fromTool);
  if (spoken) return spoken;
  if (holdsJson(text)) parseJson(text, name);
  if (!fromTool && source.test(name))
    throw advised(
      'this looks like source code. Name what a tool reported about it, such as `eslint -f json > lint.json`; ' +
        '`fixpoint run` looks for findings itself.',
      name,
    );
  throw new FindingsError('unknown-format', name, noPlaces(fromTool));
};

const noPlaces = (fromTool: boolean): string =>
  'this is in no format that is known, and no file:line was found in it. Ask for `file:line: message`, or name its ' +
  `format with ${flagOf(fromTool)} (\`fixpoint fix --help\` lists them).`;

const source = /\.(?:[cm]?[jt]sx?|pyi?|go|rs|java|kts?|rb|php|cs?|cc|cpp|h|hpp|swift|sh|vue|svelte)$/i;

/** In its own words. */
const foundNothing: Recognised = { format: 'lines', refusal: null, read: () => ({ findings: [], problems: [] }) };

/** An empty list in the midst of a line is code that the tool shows, and not its word that it found nothing. */
const isShown = (value: unknown, text: string): boolean =>
  Array.isArray(value) && value.length === 0 && !/^[ \t]*\[[ \t]*\][ \t]*\r?$/m.test(text);

const insideOf = async (text: string, name: string): Promise<Json | null> =>
  findJson(text, name, (value) => detectJson(value) !== null).then(
    (value) => (isShown(value, text) ? null : { value }),
    () => null,
  );
