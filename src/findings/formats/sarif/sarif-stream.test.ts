import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FindingsError } from '../../read/error.ts';
import { type FindingsSource, readFindings } from '../../read/read.ts';
import { bytesOf } from '../../../plain/json/bytes.ts';
import type { ScanSizes } from './log/scan.ts';

const fixtures = join(import.meta.dirname, '../../../../test/fixtures/sarif');
const root = '/home/me/repo';

/** Everything that reading gives, or the message with which it refuses. */
const outcome = async (source: FindingsSource, sizes?: ScanSizes): Promise<unknown> => {
  try {
    return await readFindings(source, { root, ...(sizes && { sizes }) });
  } catch (error) {
    if (!(error instanceof FindingsError)) throw error;
    return { kind: error.fault, message: error.message };
  }
};

const both = async (bytes: Uint8Array, sizes: ScanSizes): Promise<{ streamed: unknown; whole: unknown }> => ({
  streamed: await outcome({ name: 'x.sarif', bytes: bytesOf(bytes) }, sizes),
  whole: await outcome({ name: 'x.sarif', text: bytes }),
});

type Refusal = { kind: string; message: string };
const isRefusal = (value: unknown): value is Refusal => typeof value === 'object' && value !== null && 'kind' in value;

const placeIn = (message: string): { line: number; column: number } => {
  const [, line, column] = /^x\.sarif:(\d+):(\d+):/.exec(message) ?? [];
  return { line: Number(line ?? 0), column: Number(column ?? 0) };
};

const large = 64_000_000;
const sizes = fc.record({
  chunk: fc.integer({ min: 4, max: 300 }),
  ahead: fc.integer({ min: 1, max: 2_000 }),
  batch: fc.integer({ min: 1, max: 2_000 }),
  element: fc.constant(large),
});

const text = fc.oneof(
  fc.constantFrom('', 'Words.', 'a {0} b', '[x](1)', 'Ünïcode 😀', '\\"{[', '\u0000', 'm'),
  fc.string({ maxLength: 8 }),
);
const junk = fc.oneof(fc.jsonValue({ maxDepth: 1 }), fc.constant(null));
const sometimes = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | fc.JsonValue> =>
  fc.oneof({ weight: 9, arbitrary }, { weight: 1, arbitrary: junk });

const place = fc.record({
  physicalLocation: fc.record(
    {
      artifactLocation: fc.record(
        {
          uri: fc.constantFrom('a.ts', 'src/b.ts', '../x', 'file:///home/me/repo/c.ts', ''),
          uriBaseId: fc.constantFrom('SRC', 'B'),
          index: fc.integer({ min: -1, max: 3 }),
        },
        { requiredKeys: [] },
      ),
      region: fc.record(
        {
          startLine: fc.integer({ min: -1, max: 9 }),
          endLine: fc.nat(9),
          startColumn: fc.nat(9),
          endColumn: fc.nat(9),
          snippet: fc.record({ text }),
        },
        { requiredKeys: [] },
      ),
    },
    { requiredKeys: [] },
  ),
});

const result = fc.record(
  {
    ruleId: sometimes(fc.constantFrom('R0', 'R1/sub', 'R9')),
    ruleIndex: fc.integer({ min: -1, max: 3 }),
    kind: fc.constantFrom('fail', 'pass', 'open'),
    level: sometimes(fc.constantFrom('error', 'note')),
    message: sometimes(
      fc.record(
        { text, id: fc.constantFrom('m', 'g'), arguments: fc.array(text, { maxLength: 2 }) },
        { requiredKeys: [] },
      ),
    ),
    locations: sometimes(fc.array(sometimes(place), { maxLength: 3 })),
    relatedLocations: sometimes(fc.array(sometimes(place), { maxLength: 3 })),
    partialFingerprints: sometimes(fc.dictionary(text, text, { maxKeys: 3 })),
    baselineState: fc.constantFrom('new', 'unchanged', 'updated', 'absent'),
    suppressions: sometimes(fc.array(fc.record({ status: text }), { maxLength: 2 })),
    occurrenceCount: sometimes(fc.nat(4)),
  },
  { requiredKeys: [] },
);

const rule = fc.record(
  {
    id: fc.constantFrom('R0', 'R1'),
    help: fc.record({ text }),
    messageStrings: fc.constant({ m: { text: 'Use {0}, not {1}' } }),
  },
  { requiredKeys: [] },
);

const run = fc.record(
  {
    tool: sometimes(
      fc.record({
        driver: fc.record({ name: fc.constantFrom('T', 'Fixpoint'), rules: fc.array(rule, { maxLength: 3 }) }),
      }),
    ),
    results: sometimes(fc.array(sometimes(result), { maxLength: 6 })),
    artifacts: sometimes(
      fc.array(sometimes(fc.record({ location: fc.record({ uri: fc.constantFrom('by-index.ts', '') }) })), {
        maxLength: 3,
      }),
    ),
    originalUriBaseIds: sometimes(fc.constant({ SRC: { uri: 'file:///ci/' }, B: { uri: 'lib/' } })),
    invocations: sometimes(fc.array(fc.record({ executionSuccessful: fc.boolean() }), { maxLength: 2 })),
    columnKind: sometimes(fc.constant('unicodeCodePoints')),
    graphs: junk,
  },
  { requiredKeys: [] },
);

/** Keys in any order, so that what results refer to may lie behind them. */
const shuffled = (value: Record<string, unknown>, turn: number): Record<string, unknown> => {
  const entries = Object.entries(value);
  return Object.fromEntries([
    ...entries.slice(turn % (entries.length || 1)),
    ...entries.slice(0, turn % (entries.length || 1)),
  ]);
};

const log = fc
  .tuple(
    fc.array(sometimes(run), { maxLength: 3 }),
    fc.nat(10),
    sometimes(fc.constant('2.1.0')),
    fc.constantFrom(0, 2),
    fc.boolean(),
  )
  .map(([runs, turn, version, indent, marked]) => {
    const turned = runs.map((each) =>
      typeof each === 'object' && each !== null && !Array.isArray(each) ? shuffled(each, turn) : each,
    );
    return `${marked ? '\uFEFF' : ''}${JSON.stringify(shuffled({ version, runs: turned, properties: { a: [1] } }, turn), null, indent)}`;
  });

describe('SARIF that is streamed', () => {
  it.each(readdirSync(fixtures).filter((file) => file.endsWith('.sarif')))(
    '1.2 gives what %s gives as a whole',
    async (file) => {
      const bytes = readFileSync(join(fixtures, file));
      const { streamed, whole } = await both(bytes, { chunk: 1_000, ahead: 10_000, batch: 3_000, element: large });
      expect(streamed).toEqual(whole);
    },
  );

  it('1.2 gives what any log gives as a whole: findings, problems and places, wherever pieces end', async () => {
    await fc.assert(
      fc.asyncProperty(log, sizes, async (content, given) => {
        const { streamed, whole } = await both(Buffer.from(content.toWellFormed()), given);
        expect(streamed).toEqual(whole);
      }),
      { numRuns: 700 },
    );
  });

  it('1.2 refuses damaged input where it is refused as a whole, at the same place', async () => {
    const damage = fc.record({
      at: fc.nat(1_500),
      cut: fc.nat(4),
      insert: fc.oneof(
        fc.uint8Array({ maxLength: 2 }),
        fc.constantFrom(Buffer.from('"'), Buffer.from('}'), Buffer.from(',{')),
      ),
    });
    await fc.assert(
      fc.asyncProperty(log, damage, sizes, async (content, { at, cut, insert }, given) => {
        const bytes = Buffer.from(content.toWellFormed());
        const { streamed, whole } = await both(
          Buffer.concat([bytes.subarray(0, at), insert, bytes.subarray(at + cut)]),
          given,
        );
        if (!isRefusal(streamed) || !isRefusal(whole)) expect(streamed).toEqual(whole);
        // With two things wrong, the one that is met first is told.
        else if (streamed.kind !== whole.kind) expect([streamed.kind, whole.kind]).toEqual(['not-json', 'encoding']);
        else {
          // Within a broken word or number one names its beginning, the other the character.
          const [ours, theirs] = [placeIn(streamed.message), placeIn(whole.message)];
          expect(ours.line).toBe(theirs.line);
          expect(Math.abs(ours.column - theirs.column)).toBeLessThan(25);
        }
      }),
      { numRuns: 1_000 },
    );
  });

  const results = (...messages: string[]) => messages.map((message) => ({ message: { text: message } }));
  const stream = (content: string, element = large) =>
    outcome({ name: 'x', bytes: bytesOf(Buffer.from(content)) }, { chunk: 64, ahead: 250, batch: 100, element });

  it('1.2 lets the last of equal keys count, as parsing does', async () => {
    const a = JSON.stringify([{ results: results('a') }]);
    const b = JSON.stringify([{ results: results('b') }]);
    const inRun = `[{"results":${JSON.stringify(results('a', 'b', 'c'))},"res\\u0075lts":${JSON.stringify(results('d'))}}]`;
    expect(await stream(`{"version":"2.1.0","runs":${a},"runs":${b}}`)).toMatchObject({ findings: [{ title: 'b' }] });
    expect(await stream(`{"version":"2.1.0","runs":${inRun}}`)).toMatchObject({ findings: [{ title: 'd' }] });
    expect(await stream(`{"version":"2.1.0","runs":${a},"runs":5}`)).toHaveProperty('kind', 'unknown-format');
    expect(await stream(`{"version":"1.0.0","runs":${a},"version":"2.1.0"}`)).toHaveProperty('findings.length', 1);
    expect(await stream(`{"version":"2.1.0","runs":${a},"version":"1.0.0"}`)).toHaveProperty('kind', 'version');
  });

  it('1.2 says which element is too large to be read, and reads the others', async () => {
    const content = JSON.stringify({
      version: '2.1.0',
      runs: [{ results: results('first', 'x'.repeat(5_000), 'last') }],
    });
    expect(await stream(content, 1_000)).toMatchObject({
      findings: [{ title: 'first' }, { title: 'last' }],
      problems: [{ place: 'runs[0].results[1]', message: expect.stringContaining('larger than') }],
    });
  });

  it('1.2 says which part of a run is too large to be read', async () => {
    const tool = { driver: { name: 'x'.repeat(5_000) } };
    const content = JSON.stringify({ version: '2.1.0', runs: [{ tool, results: results('one') }] });
    expect(await stream(content, 1_000)).toMatchObject({
      findings: [{ title: 'one' }],
      problems: [{ place: 'runs[0].tool' }],
    });
  });

  it('1.2 leaves what is no SARIF to the other formats, whole', async () => {
    expect(await stream('{"findings":[{"title":"a"}]}')).toMatchObject({ format: 'accountability' });
    expect(await stream('a.ts:1:2: error: Words')).not.toHaveProperty('format', 'sarif');
    const utf16 = Buffer.from(
      `\uFEFF${JSON.stringify({ version: '2.1.0', runs: [{ results: results('wide') }] })}`,
      'utf16le',
    );
    expect(await outcome({ name: 'x', bytes: bytesOf(utf16) })).toMatchObject({
      format: 'sarif',
      findings: [{ title: 'wide' }],
    });
  });

  it('1.2 says that a file changed while it was read', async () => {
    const bytes = Buffer.from(JSON.stringify({ version: '2.1.0', runs: [{ results: results('one') }] }));
    const whole = bytesOf(bytes);
    let reads = 0;
    const changing = {
      ...whole,
      read: (into: Uint8Array, from: number) => ((reads += 1) > 2 ? Promise.resolve(0) : whole.read(into, from)),
    };
    expect(await outcome({ name: 'x', bytes: changing })).toMatchObject({
      message: expect.stringContaining('while it was read'),
    });
  });
});
