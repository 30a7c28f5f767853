/**
 * Reads a SARIF log of any size: its outline first, then batch by batch, so that little more than the findings is in
 * memory.
 */
import { FindingsError } from '../../../read/error.ts';
import { type ByteSource, Changed } from '../../../../plain/json/bytes.ts';
import type { Collected, FormatContext } from '../../format.ts';
import { notARun, outsideOfRuns, resultReader, sarif } from '../index.ts';
import { asArray } from '../../../../plain/shape.ts';
import { type Outline, type Part, runKeys, type RunOutline } from './outline.ts';
import { collector } from './collector.ts';
import { artifactLocation, stepLocation } from '../run.ts';
import { type ScanSizes, scanLog } from './scan.ts';
import { streamSizes, type Parse, parser, tooLarge } from './parts.ts';
import type { Reading } from './parts.ts';

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
