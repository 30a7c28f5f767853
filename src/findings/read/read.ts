/** Reads findings from a file or from a tool's output, in any format that is known. */
import { type FormatName, formatNames } from '../../config/schema.ts';
import type { DraftFinding, ReadProblem } from '../../model/finding.ts';
import { decodeText } from './decode.ts';
import { FindingsError } from './error.ts';
import type { Collected, Format, FormatContext, Reading, Verdict } from '../formats/format.ts';
import { detectJson, detectText, formatNamed } from '../formats/registry.ts';
import type { ScanSizes } from '../formats/sarif/log/scan.ts';
import { streamSarif } from '../formats/sarif/log/stream.ts';
import { findJson, parseJson } from './json.ts';
import { isBlank, saysNothingFound, saysOnlyThat } from './nothing-found.ts';
import { type ByteSource, bytesOf } from '../../plain/json/bytes.ts';
import { oneLine } from './text.ts';

/**
 * `name`: what people know the input by, such as its path. Bytes are decoded, text is taken as it is, what is large is
 * streamed if it can be.
 */
export type FindingsSource = { name: string; text: string | Uint8Array } | { name: string; bytes: ByteSource };

export type ReadOptions = {
  /** Detected when not given. */
  format?: FormatName | undefined;
  /** Absolute path of the repository; absolute paths in the input are made relative to it. */
  root: string;
  /** Other absolute paths that mean the same folder, such as the one behind a symbolic link. */
  otherRoots?: readonly string[];
  /** The folder, from the root, that relative paths are tried in first: where the tool ran. */
  folder?: string | undefined;
  /** Whether the repository has such a file or folder. */
  exists?: ((path: string) => boolean) | undefined;
  /** Reads a file that the input names; relative names lie beside the input. */
  readFile?: (path: string) => Promise<string | Uint8Array>;
  /** The input is what a configured tool printed: text around the JSON is skipped. */
  fromTool?: boolean;
  /** Nothing at all means that nothing was found, as when a tool is piped into us. */
  mayBeEmpty?: boolean;
  /** How much of a large input is looked at, and parsed, at once. */
  sizes?: ScanSizes;
};

export type ReadResult = { format: FormatName; findings: DraftFinding[]; problems: ReadProblem[]; verdict?: Verdict };

/** An input that was found to be of a format. */
type Recognised = {
  format: FormatName;
  refusal: string | null;
  read: (context: FormatContext) => Collected | Promise<Collected>;
};

const recognised = <Input>(format: Reading<Input>, input: Input): Recognised => ({
  format: format.name,
  refusal: format.refuses?.(input) ?? null,
  read: (context) => format.read(input, context),
});

const unknownFormat = (what: string, name: string, fromTool: boolean): FindingsError =>
  new FindingsError(
    'unknown-format',
    name,
    `this is ${what}, but in no format that is known. ${
      fromTool ? 'Name one with "format" of the reviewer' : 'Name one with --format'
    } if it should be one of them (${formatNames.join(', ')}).`,
  );

const wrongFormat = (wanted: Format, detected: Format | null, name: string): FindingsError =>
  new FindingsError(
    'wrong-format',
    name,
    `this is not ${wanted.name} (${wanted.title}).${detected ? ` It looks like ${detected.name}.` : ''}`,
  );

const tryJson = (text: string): { value: unknown } | null => {
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

const asNamed = async (format: Format, text: string, name: string, fromTool: boolean): Promise<Recognised> => {
  if (format.of === 'text') {
    if (format.spoken === true || format.recognises(text) || format.saysNothingFound?.(text))
      return recognised(format, text);
    const whole = tryJson(text);
    throw wrongFormat(
      format,
      whole ? detectJson(whole.value) : detectText(text, { lastResort: false, spoken: false }),
      name,
    );
  }
  const value = await jsonOf(text, name, fromTool, format.recognises);
  if (format.recognises(value)) return recognised(format, value);
  throw wrongFormat(format, detectJson(value), name);
};

const holdsJson = (text: string): boolean => /^[ \t]*[[{]/m.test(text);
/** `[OK] No errors` is not. */
const isMeantAsJson = (text: string): boolean => /^\s*(?:\{|\[(?![A-Z]+\] ))/.test(text);

const detected = async (text: string, name: string, fromTool: boolean): Promise<Recognised> => {
  const whole = tryJson(text);
  const sure = whole ? null : detectText(text, { lastResort: false, spoken: false });
  if (sure) return recognised(sure, text);
  const inside = whole ?? (fromTool ? await insideOf(text, name) : null);
  const format = inside && detectJson(inside.value);
  if (inside && format) return recognised(format, inside.value);
  // JSON that is broken or of another kind must not pass for something that resembles it.
  if (!whole && isMeantAsJson(text)) parseJson(text, name);
  const likely = whole ? null : detectText(text, { lastResort: true, spoken: false });
  if (likely) return recognised(likely, text);
  if (!whole && (fromTool ? saysNothingFound(text) : saysOnlyThat(text))) return foundNothing;
  const spoken = whole || fromTool ? null : detectText(text, { lastResort: true, spoken: true });
  if (spoken) return recognised(spoken, text);
  if (!whole && holdsJson(text)) parseJson(text, name);
  throw unknownFormat(whole ? 'JSON' : 'text', name, fromTool);
};

/** In its own words. */
const foundNothing: Recognised = { format: 'lines', refusal: null, read: () => ({ findings: [], problems: [] }) };

const insideOf = async (text: string, name: string): Promise<{ value: unknown } | null> =>
  findJson(text, name, (value) => detectJson(value) !== null).then(
    (value) => ({ value }),
    () => null,
  );

/** Whatever the format: names are on one line. Most findings share their names, so each is looked at once. */
const tidied = (findings: DraftFinding[]): DraftFinding[] => {
  const seen = new Map<string, string>();
  const tidy = (name: string): string => {
    const known = seen.get(name);
    if (known !== undefined) return known;
    const line = oneLine(name);
    if (seen.size < mostNames) seen.set(name, line);
    return line;
  };
  for (const finding of findings) {
    finding.category = tidy(finding.category) || 'general';
    if (finding.rule !== undefined) finding.rule = tidy(finding.rule);
    if (finding.reviewer !== undefined) finding.reviewer = tidy(finding.reviewer);
    if (finding.group !== undefined) finding.group = tidy(finding.group);
  }
  return findings;
};

const mostNames = 10_000;

/** Above this, SARIF is not held as one value. */
const large = 32_000_000;

const largeBytes = (source: FindingsSource): ByteSource | null => {
  if ('bytes' in source) return source.bytes;
  return typeof source.text !== 'string' && source.text.length > large ? bytesOf(source.text) : null;
};

/** Null for what is not large, or no SARIF. Around the JSON of a tool may be anything. */
const streamed = async (
  source: FindingsSource,
  options: ReadOptions,
  context: FormatContext,
): Promise<ReadResult | null> => {
  const bytes = largeBytes(source);
  if (!bytes || context.fromTool || (options.format ?? 'sarif') !== 'sarif') return null;
  const collected = await streamSarif(bytes, source.name, context, options.sizes);
  return collected && { format: 'sarif', findings: tidied(collected.findings), problems: collected.problems };
};

const readWhole = async (source: FindingsSource, options: ReadOptions): Promise<ReadResult> => {
  const fromTool = options.fromTool === true;
  const { readFile, folder, exists } = options;
  const context = {
    roots: [options.root, ...(options.otherRoots ?? [])],
    folder,
    exists,
    fromTool,
    ...(readFile && { readFile }),
  };
  const early = await streamed(source, options, context);
  if (early) return early;
  const text = decodeText('bytes' in source ? await source.bytes.whole() : source.text, source.name);
  const named = options.format === undefined ? null : formatNamed(options.format);
  if (!named && fromTool && isBlank(text)) return nothingRead;
  if (text.trim() === '') {
    if (named?.of === 'text' && named.mayBeEmpty === true) return { ...nothingRead, format: named.name };
    if (!named && options.mayBeEmpty === true)
      return { ...nothingRead, problems: [{ place: 'input', message: emptyInput }] };
    throw new FindingsError(
      'empty',
      source.name,
      'this is empty. A tool that found nothing writes a document without findings.',
    );
  }
  const { format, refusal, read } = named
    ? await asNamed(named, text, source.name, fromTool)
    : await detected(text, source.name, fromTool);
  if (refusal !== null) throw new FindingsError('version', source.name, refusal);
  const { findings, problems, verdict, noVerdict, notXml } = await read(context);
  if (notXml) throw new FindingsError('not-xml', `${source.name}:${notXml.at}`, notXml.message);
  if (noVerdict !== undefined) throw new FindingsError('no-verdict', source.name, noVerdict);
  return { format, findings: tidied(findings), problems, ...(verdict && { verdict }) };
};

const emptyInput = 'Input is empty: taken as "no findings".';

const nothingRead: ReadResult = { format: 'lines', findings: [], problems: [] };

/** Rejects with FindingsError when the input as a whole cannot be read; single items that cannot are in `problems`. */
export const readFindings = (source: FindingsSource, options: ReadOptions): Promise<ReadResult> =>
  readWhole(source, options).catch((error: unknown) => {
    // What JSON can nest, nothing that looks at it can follow.
    if (error instanceof RangeError) throw new FindingsError('not-json', source.name, 'this is nested beyond reason');
    throw error;
  });
