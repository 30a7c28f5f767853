/** Reads findings from a file or from a tool's output, in any format that is known. */
import type { FormatName } from '../../config/sections/reviewing.ts';
import type { DraftFinding, ReadProblem } from '../../model/finding.ts';
import { given } from '../../plain/given.ts';
import type { Whereabouts } from '../../ports/files.ts';
import { decodeText } from './decode.ts';
import { FindingsError } from './error.ts';
import type { Format, FormatContext, Verdict } from '../formats/format.ts';
import { formatNamed } from '../formats/registry.ts';
import type { ScanSizes } from '../formats/sarif/log/scan.ts';
import { streamSarif } from '../formats/sarif/log/stream.ts';
import { fromAnywhere } from './another-machine.ts';
import { isBlank } from './nothing-found.ts';
import { type ByteSource, bytesOf } from '../../plain/json/bytes.ts';
import { asNamed, detected, type Recognised } from './recognise.ts';
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
  /** Of an absolute path that is not below one of the roots. */
  whereabouts?: ((path: string) => Whereabouts) | undefined;
  /** Reads a file that the input names; relative names lie beside the input. */
  readFile?: (path: string) => Promise<string | Uint8Array>;
  /** The input is what a configured tool printed: text around the JSON is skipped. */
  fromTool?: boolean;
  /** Nothing at all means that nothing was found, as when a tool is piped into us. */
  mayBeEmpty?: boolean;
  /** How much of a large input is looked at, and parsed, at once. */
  sizes?: ScanSizes;
};

export type ReadResult = {
  format: FormatName;
  findings: DraftFinding[];
  problems: ReadProblem[];
  verdict?: Verdict;
  /** In the words of a review. */
  summary?: string;
};

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

const contextOf = (
  { root, otherRoots = [], folder, exists, fromTool = false, readFile }: ReadOptions,
  elsewhere: FormatContext['elsewhere'],
) => ({
  roots: [root, ...otherRoots],
  folder,
  exists,
  elsewhere,
  fromTool,
  ...given({ readFile }),
});

/** What an input without a word in it means. */
const readEmpty = (name: string, format: Format | null, mayBeEmpty: boolean): ReadResult => {
  if (format?.of === 'text' && format.mayBeEmpty === true) return { ...nothingRead, format: format.name };
  if (!format && mayBeEmpty) return { ...nothingRead, problems: [{ place: 'input', message: emptyInput }] };
  throw new FindingsError(
    'empty',
    name,
    'this is empty. JSON, SARIF and XML are not, even without findings: did the tool that should have written it fail?',
  );
};

const readAs = async ({ format, refusal, read }: Recognised, name: string, context: FormatContext) => {
  if (refusal !== null) throw new FindingsError('version', name, refusal);
  const { findings, problems, verdict, summary, noVerdict, notXml } = await read(context);
  if (notXml) throw new FindingsError('not-xml', `${name}:${notXml.at}`, notXml.message);
  if (noVerdict !== undefined) throw new FindingsError('no-verdict', name, noVerdict);
  return { format, findings: tidied(findings), problems, ...given({ verdict, summary }) };
};

const readWhole = async (
  source: FindingsSource,
  options: ReadOptions,
  elsewhere: FormatContext['elsewhere'],
): Promise<ReadResult> => {
  const { name } = source;
  const context = contextOf(options, elsewhere);
  const { fromTool } = context;
  const early = await streamed(source, options, context);
  if (early) return early;
  const text = decodeText('bytes' in source ? await source.bytes.whole() : source.text, name);
  const format = options.format === undefined ? null : formatNamed(options.format);
  if (!format && fromTool && isBlank(text)) return nothingRead;
  if (text.trim() === '') return readEmpty(name, format, options.mayBeEmpty === true);
  const recognised = format ? asNamed(format, text, name, fromTool) : detected(text, name, fromTool);
  return readAs(await recognised, name, context);
};

const emptyInput = 'Input is empty: taken as "no findings".';

const nothingRead: ReadResult = { format: 'lines', findings: [], problems: [] };

/** Rejects with FindingsError when the input as a whole cannot be read; single items that cannot are in `problems`. */
export const readFindings = (source: FindingsSource, options: ReadOptions): Promise<ReadResult> =>
  fromAnywhere(source.name, options, (roots, elsewhere) =>
    readWhole(source, { ...options, otherRoots: [...(options.otherRoots ?? []), ...roots] }, elsewhere),
  ).catch((error: unknown) => {
    // What JSON can nest, nothing that looks at it can follow.
    if (error instanceof RangeError) throw new FindingsError('not-json', source.name, 'this is nested beyond reason');
    throw error;
  });
