/** Reads findings from a file or from a tool's output, in any format that is known. */
import { type FormatName, formatNames } from '../../config/schema.ts';
import type { DraftFinding, ReadProblem } from '../../model/finding.ts';
import { decodeText } from './decode.ts';
import { FindingsError } from './error.ts';
import type { Format } from './formats/format.ts';
import { detectFormat, formatNamed, formats } from './formats/registry.ts';
import { findJson, parseJson } from './json.ts';
import { oneLine } from './text.ts';

/** `name`: what people know the input by, such as its path. Bytes are decoded, text is taken as it is. */
export type FindingsSource = { name: string; text: string | Uint8Array };

export type ReadOptions = {
  /** Detected when not given. */
  format?: FormatName | undefined;
  /** Absolute path of the repository; absolute paths in the input are made relative to it. */
  root: string;
  /** Other absolute paths that mean the same folder, such as the one behind a symbolic link. */
  otherRoots?: readonly string[];
  /** Reads a file that the input names; relative names lie beside the input. */
  readFile?: (path: string) => Promise<string | Uint8Array>;
  /** The input is what a configured tool printed: text around the JSON is skipped. */
  fromTool?: boolean;
};

export type ReadResult = { format: FormatName; findings: DraftFinding[]; problems: ReadProblem[] };

const known = formats.map((format) => `${format.name} (${format.title})`).join(', ');

const unknownFormat = (name: string, fromTool: boolean): FindingsError =>
  new FindingsError(
    'unknown-format',
    name,
    `this is JSON, but in no format that is known. Known are: ${known}. ${
      fromTool ? 'Name one with "format" of the reviewer' : 'Name one with --format'
    } if it should be one of them (${formatNames.join(', ')}).`,
  );

const formatFor = (value: unknown, name: string, options: ReadOptions): Format => {
  const detected = detectFormat(value);
  if (options.format === undefined) {
    if (!detected) throw unknownFormat(name, options.fromTool === true);
    return detected;
  }
  const format = formatNamed(options.format);
  if (format.recognises(value)) return format;
  const instead = detected ? ` It looks like ${detected.name}.` : '';
  throw new FindingsError('wrong-format', name, `this is not ${format.name} (${format.title}).${instead}`);
};

const valueOf = async (text: string, { name }: FindingsSource, options: ReadOptions): Promise<unknown> => {
  if (options.fromTool !== true) return parseJson(text, name);
  const wanted = options.format === undefined ? detectFormat : formatNamed(options.format).recognises;
  try {
    return JSON.parse(text);
  } catch {
    return findJson(text, name, (value) => Boolean(wanted(value)));
  }
};

/** Whatever the format: names are on one line. */
const tidy = (finding: DraftFinding): DraftFinding => ({
  ...finding,
  category: oneLine(finding.category) || 'general',
  ...(finding.rule !== undefined && { rule: oneLine(finding.rule) }),
  ...(finding.reviewer !== undefined && { reviewer: oneLine(finding.reviewer) }),
  ...(finding.group !== undefined && { group: oneLine(finding.group) }),
});

/** Rejects with FindingsError when the input as a whole cannot be read; single items that cannot are in `problems`. */
export const readFindings = async (source: FindingsSource, options: ReadOptions): Promise<ReadResult> => {
  const text = decodeText(source.text, source.name);
  if (text.trim() === '')
    throw new FindingsError('empty', source.name, 'this is empty. A tool that found nothing writes a document without findings.');
  const value = await valueOf(text, source, options);
  const format = formatFor(value, source.name, options);
  const refusal = format.refuses?.(value);
  if (refusal) throw new FindingsError('version', source.name, refusal);
  const { readFile } = options;
  const { findings, problems } = await format.read(value, {
    roots: [options.root, ...(options.otherRoots ?? [])],
    fromTool: options.fromTool === true,
    ...(readFile && { readFile }),
  });
  return { format: format.name, findings: findings.map(tidy), problems };
};
