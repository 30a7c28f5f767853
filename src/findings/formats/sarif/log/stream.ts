/**
 * Reads a SARIF log of any size: its outline first, then batch by batch, so that little more than the findings is in
 * memory.
 */
import { isAscii } from 'node:buffer';
import { FindingsError } from '../../../read/error.ts';
import { type ByteSource, Changed, readExactly } from '../../../../plain/json/bytes.ts';
import type { Collected, FormatContext } from '../../format.ts';
import { notARun, outsideOfRuns, resultReader, sarif } from '../index.ts';
import { asArray } from '../../../../plain/shape.ts';
import { type Outline, type Part, runKeys, type RunOutline, type Span } from './outline.ts';
import { type Collector, collector } from './collector.ts';
import { artifactLocation, stepLocation } from '../run.ts';
import { type ScanSizes, scanLog } from './scan.ts';

export const streamSizes: ScanSizes = { chunk: 1 << 20, ahead: 1 << 22, batch: 1 << 16, element: 64_000_000 };

type Parse = (span: Span, wrap: 'list' | 'value') => Promise<unknown>;

/**
 * Gives the bytes of a span with room for one byte on either side. More is read than asked for: what comes next is
 * asked for next.
 */
const reader = (source: ByteSource, ahead: number) => {
  let buffer = Buffer.alloc(0);
  let from = 0;
  let filled = 0;
  return async ({ start, end }: Span): Promise<Buffer> => {
    if (start < from || end > from + filled) {
      from = start;
      filled = Math.max(end - start, Math.min(ahead, source.size - start));
      if (buffer.length < filled + 2) buffer = Buffer.allocUnsafeSlow(filled + 2);
      await readExactly(source, buffer.subarray(1, filled + 1), start);
    }
    return buffer.subarray(start - from, end - from + 2);
  };
};

/** Brackets go around the elements of a batch, for as long as it is parsed. */
const parser = (source: ByteSource, { ahead }: ScanSizes): Parse => {
  const read = reader(source, ahead);
  return async (span, wrap) => {
    const text = await read(span);
    const [before = 0, behind = 0] = [text[0], text.at(-1)];
    text[0] = wrap === 'list' ? 0x5b : 0x20;
    text[text.length - 1] = wrap === 'list' ? 0x5d : 0x20;
    try {
      return JSON.parse(text.toString(isAscii(text) ? 'latin1' : 'utf8'));
    } catch {
      throw new Changed('it changed while it was read');
    } finally {
      // The bytes around it may belong to what is asked for next.
      text[0] = before;
      text[text.length - 1] = behind;
    }
  };
};

type Reading = { parse: Parse; sizes: ScanSizes; into: Collector; context: FormatContext };

const tooLarge = ({ start, end }: Span, { sizes, into }: Reading, place: string): boolean => {
  if (end - start <= sizes.element) return false;
  into.tell(() => place, `left out: it is larger than ${sizes.element / 1_000_000} MB`);
  return true;
};

/** Elements in turn; of one that is too large, undefined. */
const eachBatch = async (
  part: Part | undefined,
  reading: Reading,
  place: string,
  take: (elements: readonly unknown[], first: number) => void,
): Promise<void> => {
  for (const batch of part?.batches ?? []) {
    if (tooLarge(batch, reading, `${place}[${batch.first}]`)) take([], batch.first);
    else take(asArray(await reading.parse(batch, 'list')), batch.first);
  }
};

const listOf = async <T>(
  part: Part | undefined,
  reading: Reading,
  place: string,
  map: (element: unknown) => T,
): Promise<T[]> => {
  const list: T[] = [];
  await eachBatch(part, reading, place, (elements, first) => {
    for (const [n, element] of elements.entries()) list[first + n] = map(element);
  });
  return list;
};

/** Missing and null are empty lists. */
const isList = async (part: Part | undefined, { parse }: Reading): Promise<boolean> =>
  !part || part.batches !== undefined || (part.end - part.start === 4 && (await parse(part, 'value')) === null);

const readRun = async ({ parts }: RunOutline, place: string, reading: Reading): Promise<void> => {
  const results = parts?.get('results');
  if (!parts || !(await isList(results, reading))) {
    reading.into.tell(() => place, notARun);
    return;
  }
  const run: Record<string, unknown> = {};
  for (const key of runKeys) {
    const part = parts.get(key);
    if (part && !tooLarge(part, reading, `${place}.${key}`)) run[key] = await reading.parse(part, 'value');
  }
  const artifacts = await listOf(parts.get('artifacts'), reading, `${place}.artifacts`, artifactLocation);
  const steps = await listOf(parts.get('threadFlowLocations'), reading, `${place}.threadFlowLocations`, stepLocation);
  const read = resultReader(run, { artifacts, steps }, place, reading.context, reading.into);
  await eachBatch(results, reading, `${place}.results`, read);
};

/** What tells a SARIF log from other JSON, and its version. */
const headOf = async ({ parts, runs }: Outline, parse: Parse): Promise<Record<string, unknown>> => {
  const head: Record<string, unknown> = runs ? { runs: [] } : {};
  for (const key of ['version', '$schema']) {
    const part = parts.get(key);
    if (part) head[key] = part.end - part.start > 10_000 ? {} : await parse(part, 'value');
  }
  return head;
};

const readOutline = async (outline: Outline, reading: Reading): Promise<void> => {
  for (const [index, run] of (outline.runs ?? []).entries()) await readRun(run, `runs[${index}]`, reading);
  const { moreRuns } = outline;
  if (moreRuns > 0)
    reading.into.tell(
      () => `runs[${outline.runs?.length ?? 0}]`,
      `left out, with all behind it: ${moreRuns} runs too many`,
    );
  const outside = outline.parts.get('inlineExternalProperties');
  if (
    outside &&
    !tooLarge(outside, reading, 'inlineExternalProperties') &&
    asArray(await reading.parse(outside, 'value')).length > 0
  ) {
    reading.into.tell(() => 'inlineExternalProperties', outsideOfRuns);
  }
};

/** Null for what is no SARIF. Rejects with FindingsError, as reading it whole does. */
export const streamSarif = async (
  source: ByteSource,
  name: string,
  context: FormatContext,
  sizes: ScanSizes = streamSizes,
): Promise<Collected | null> => {
  try {
    const outline = await scanLog(source, name, sizes);
    const parse = parser(source, sizes);
    const head = outline && (await headOf(outline, parse));
    if (!outline || !sarif.recognises(head)) return null;
    const refusal = sarif.refuses?.(head) ?? null;
    if (refusal !== null) throw new FindingsError('version', name, refusal);
    const into = collector();
    await readOutline(outline, { parse, sizes, into, context });
    return into.collected;
  } catch (error) {
    if (error instanceof Changed)
      throw new FindingsError('not-json', name, `${error.message}. Wait until it is written, and try again.`);
    throw error;
  }
};
