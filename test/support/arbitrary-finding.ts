/** Findings of every shape that the model allows, with names and texts that are hard to carry over. */
import * as fc from 'fast-check';
import { type Finding, Severity } from '../../src/model/finding.ts';
import { endOfLine, type TextEdit } from '../../src/model/finding/edits.ts';

const hard = [
  'a b',
  'a#b',
  '100%',
  '%41',
  'ä',
  '日本',
  '😀',
  'a:b',
  'a?b',
  "it's",
  'x[1](2)',
  '{0}',
  '{{x}}',
  'a&b',
  '+',
  '~',
  'c\\d',
  '`q`',
  '-',
];

const segment = fc.oneof(fc.constantFrom(...hard), fc.stringMatching(/^[a-z]{1,8}(?:\.ts)?$/));

/** As `toRepoPath` gives them. */
export const path: fc.Arbitrary<string> = fc
  .array(segment, { minLength: 1, maxLength: 4 })
  .map((parts) => parts.join('/'));

/** Trimmed, as every reader leaves texts. */
const words = (maxLength: number): fc.Arbitrary<string> =>
  fc
    .oneof(
      fc.string({ maxLength, unit: 'grapheme' }),
      fc.array(fc.constantFrom(...hard, '\n', '. ', 'word'), { maxLength: 8 }).map((all) => all.join(' ')),
    )
    .map((text) => text.replaceAll('\0', '').toWellFormed().trim());

const name: fc.Arbitrary<string> = fc
  .oneof(
    fc.constantFrom('no-var', 'Security: XSS', 'bug', 'TS2304', 'a/b'),
    fc.stringMatching(/^[A-Za-z][A-Za-z0-9 /_.-]{0,20}[a-z]$/),
  )
  .map((text) => text.replaceAll(/\s+/g, ' '));

const hex = fc.stringMatching(/^[0-9a-f]{4,16}$/);

const forward = fc.tuple(fc.nat(500), fc.nat(40));

const range: fc.Arbitrary<TextEdit['range']> = fc.oneof(
  forward.map(([start, length]) => ({ by: 'offset' as const, start, end: start + length })),
  fc
    .record({
      line: fc.integer({ min: 1, max: 99 }),
      column: fc.integer({ min: 1, max: 80 }),
      lines: fc.nat(3),
      columns: fc.option(fc.nat(9)),
      unit: fc.constantFrom('utf16', 'codePoint', 'utf8'),
    })
    .map(({ line, column, lines, columns, unit }) => ({
      by: 'position' as const,
      startLine: line,
      startColumn: column,
      endLine: line + lines,
      endColumn: columns === null ? endOfLine : column + columns,
      unit,
    })),
  fc
    .record({ startLine: fc.integer({ min: 1, max: 99 }), lines: fc.nat(3) })
    .map(({ startLine, lines }) => ({ by: 'lines' as const, startLine, endLine: startLine + lines })),
  fc.constant<TextEdit['range']>({ by: 'offset', start: 5, end: 2 }),
);

const edit: fc.Arbitrary<TextEdit> = fc.record({
  file: path,
  range,
  text: fc.oneof(fc.constant(''), fc.string({ unit: 'grapheme' }), fc.constantFrom('a\nb', '\r\n')),
});

const place = fc.oneof(
  fc.constant({}),
  fc.record({ file: path }),
  fc
    .record({
      file: path,
      line: fc.integer({ min: 1, max: 9_999 }),
      lines: fc.nat(9),
      columns: fc.option(fc.tuple(fc.integer({ min: 1, max: 200 }), fc.nat(20))),
    })
    .map(({ file, line, lines, columns }) => ({
      file,
      line,
      ...(lines > 0 && { endLine: line + lines }),
      ...(columns && { column: columns[0], endColumn: columns[0] + columns[1] }),
    })),
);

const optional = fc.record(
  {
    suggestion: words(60).filter((text) => text !== ''),
    rule: name,
    group: name,
    quote: words(40).filter((text) => text !== ''),
    anchor: hex,
    baseline: fc.constantFrom('new', 'unchanged', 'updated'),
    fingerprints: fc.dictionary(fc.constantFrom('primaryLocationLineHash', 'contextRegionHash/v1', 'x/y'), hex, {
      minKeys: 1,
    }),
    edits: fc.array(edit, { minLength: 1, maxLength: 4 }),
    reviewers: fc.array(name, { minLength: 2, maxLength: 3 }),
    merged: fc.array(
      fc.record({ reviewer: name, severity: fc.constantFrom(...Severity.options), category: name, title: words(20) }),
      {
        minLength: 2,
        maxLength: 3,
      },
    ),
  },
  { requiredKeys: [] },
);

const required = fc.record({
  id: fc.stringMatching(/^f[0-9a-f]{12}$/),
  code: fc.stringMatching(/^[A-Z]{1,3}-?[0-9]{1,4}$/),
  severity: fc.constantFrom(...Severity.options),
  category: name,
  title: words(60).map((text) => text.replaceAll(/\s+/g, ' ') || 'A title'),
  description: words(200),
  reviewer: name,
  level: fc.constantFrom('blocking', 'warning', 'suggestion'),
});

export const finding: fc.Arbitrary<Finding> = fc
  .tuple(required, place, optional)
  .map(([must, where, may]) => ({ ...must, ...where, ...may }));
