import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FileFacts } from '../../model/finding/file-facts.ts';
import type { Finding } from '../../model/finding.ts';
import { evidenceAgainst } from './evidence.ts';

const finding = (more: Partial<Finding> = {}): Finding => ({
  id: 'f1',
  code: 'F001',
  severity: 'medium',
  category: 'style',
  title: 'Title',
  description: '',
  file: 'src/a.ts',
  reviewer: 'lint',
  level: 'blocking',
  ...more,
});

const source = `import { readFile } from 'node:fs';

export function load(path, ...rest) {
  const text = readFile(path, "utf8");
  if (text.length > limit) {
    throw new Error('too large');
  }
  const key = 'sk-123456789';
  return parse(text, ...rest);
}
`;
const text: FileFacts = { kind: 'text', text: source };

describe('a file', () => {
  it.each<[string, FileFacts, string | null]>([
    [
      'that never existed',
      { kind: 'missing', inHistory: false },
      'no evidence: src/a.ts is not in the repository, and never was',
    ],
    ['that is gone, which is for 1.7', { kind: 'missing', inHistory: true }, null],
    ['of which a shallow clone knows nothing', { kind: 'missing', inHistory: 'unknown' }, null],
    ['that is binary', { kind: 'binary' }, 'no evidence: src/a.ts is a binary file'],
    ['that is a folder', { kind: 'folder' }, 'no evidence: src/a.ts is a folder, not a file'],
    ['behind a link', { kind: 'link' }, null],
    ['in a submodule', { kind: 'submodule' }, null],
    ['that is there', text, null],
  ])('1.6 %s', (_, facts, expected) => {
    expect(evidenceAgainst(finding(), facts)).toBe(expected);
    expect(evidenceAgainst(finding({ line: 1, quote: 'import { readFile }' }), facts)).toBe(expected);
  });

  it('1.6 that is not named cannot be missing', () => {
    const { file: _, ...about } = finding({ line: 99, quote: 'no such code' });
    expect(evidenceAgainst(about, { kind: 'missing', inHistory: false })).toBeNull();
  });
});

describe('a line', () => {
  it.each<[string, number, boolean]>([
    ['one\ntwo\n', 2, true],
    ['one\ntwo\n', 3, true],
    ['one\ntwo\n', 4, false],
    ['one\ntwo', 2, true],
    ['one\ntwo', 3, false],
    ['one\r\ntwo\r\n', 3, true],
    ['one\r\ntwo\r\n', 4, false],
    ['one\rtwo', 2, true],
    ['one\u2028two\ftree', 3, true],
    ['', 1, true],
    ['', 2, false],
    ['one', 2_147_483_648, false],
  ])('1.6 of %j: %i is there: %s', (content, line, there) => {
    expect(evidenceAgainst(finding({ line }), { kind: 'text', text: content }) === null).toBe(there);
  });

  it('1.6 past the end is named with the length of the file', () => {
    const said = (content: string) => evidenceAgainst(finding({ line: 40 }), { kind: 'text', text: content });
    expect(said('one\ntwo\n')).toBe('no evidence: line 40 is past the end of src/a.ts, which has 2 lines');
    expect(said('one')).toBe('no evidence: line 40 is past the end of src/a.ts, which has 1 line');
    expect(said('')).toBe('no evidence: line 40 is past the end of src/a.ts, which has 0 lines');
  });

  it('1.6 where only the end of the range is past the end is there', () => {
    expect(evidenceAgainst(finding({ line: 2, endLine: 400 }), text)).toBeNull();
  });
});

const against = (quote: string, facts = text) => evidenceAgainst(finding({ quote }), facts);

describe('quoted code', () => {
  it.each([
    ['as it is', 'const text = readFile(path, "utf8");'],
    ['on several lines', "  if (text.length > limit) {\n    throw new Error('too large');\n  }"],
    ['with other blanks', "if(text.length>limit){\r\n\tthrow new Error( 'too large' ) ; }"],
    ['with a line left out', 'export function load(path, ...rest) {\n  ...\n  return parse(text, ...rest);'],
    ['with lines left out behind a comment', 'export function load(path\n  // …\n  return parse(text'],
    [
      'with lines left out and no word about it',
      'export function load(path, ...rest) {\n  return parse(text, ...rest);',
    ],
    ['cut off', 'const text = readFile(path, …'],
    ['with line numbers', "5: if (text.length > limit) {\n6:   throw new Error('too large');"],
    ['as cat -n has it', "     5→  if (text.length > limit) {\n     6→    throw new Error('too large');"],
    ['as a code frame', "  5 | if (text.length > limit) {\n> 6 |   throw new Error('too large');"],
    [
      'from a diff',
      '@@ -1,3 +1,4 @@\n import { readFile }\n-const gone = true;\n+  const text = readFile(path, "utf8");',
    ],
    [
      'as a diff that proposes something',
      '-  const text = readFile(path, "utf8");\n+  const text = await readFile(path);',
    ],
    ['in a fence', '```ts\nreturn parse(text, ...rest);\n```'],
    ['in backticks', '`return parse(text, ...rest);`'],
    ['with punctuation behind it', 'return parse(text, ...rest);.'],
    ['in quotation marks of a printer', '“return parse(text”, …'],
    ['with curly marks inside', 'throw new Error(‘too large’)'],
    ['with escapes', String.raw`readFile(path, \"utf8\")`],
    ['with escaped line breaks', String.raw`if (text.length > limit) {\n    throw new Error('too large');\n  }`],
    ['with entities', 'if (text.length &gt; limit)'],
    ['without its secret', "const key = '[redacted]';"],
    ['with stars for its secret', "const key = '***';"],
  ])('1.6 is found %s', (_, quote) => {
    expect(against(quote)).toBeNull();
  });

  it.each([
    ['of another file', 'const text = await fetch(path);'],
    ['with another name', 'const content = readFile(path, "utf8");'],
    ['of which only a part is there', "throw new Error('too large');\nprocess.exit(1);"],
    ['in another order', 'return parse(text, ...rest);\nexport function load(path, ...rest) {'],
    ['with something else around what was left out', 'export function load(path\n...\nreturn compile(text'],
    ['in a fence', '```ts\nreturn compile(text);\n```'],
    ['from a diff', '+const fresh = true;\n+const other = false;'],
    ['in another case', 'CONST TEXT = READFILE(PATH)'],
  ])('1.6 that is nowhere is named: %s', (_, quote) => {
    expect(against(quote)).toBe('no evidence: the code that it quotes is nowhere in src/a.ts');
  });

  it.each(['', '   ', 'x', '}', '...', '`foo`', '-\n-\n-', '```\n```'])(
    '1.6 that is as short as %j proves nothing',
    (quote) => {
      expect(against(quote)).toBeNull();
    },
  );

  it.each([
    'The result of read() is never checked.',
    'the caller may pass anything here and nobody looks at it',
    '`compile(text)` is called without `await` on this line',
    'Line 3: `compile(text)` has no error handling',
    'Evidence:\nThere is no test for this function.',
  ])('1.6 is not what a sentence is: %s', (quote) => {
    expect(against(quote)).toBeNull();
  });

  it('1.6 is looked for among sentences', () => {
    expect(against('The code is:\n  return compile(text);\nIt should not be.')).toContain('nowhere');
    expect(against('The code is:\n  return parse(text, ...rest);\nIt should not be.')).toBeNull();
  });

  it('1.6 is looked for in an empty file too', () => {
    expect(against('const text = 1;', { kind: 'text', text: '' })).toContain('nowhere');
  });

  it.each(['+++ count;', '--- count;'])('1.6 is no head of a diff: %s', (quote) => {
    expect(against(quote, { kind: 'text', text: `${quote.slice(1)}\n` })).toBeNull();
  });

  it('1.6 taken from the file is never missing, however it is marked', () => {
    const mark = fc.constantFrom<(line: string, index: number) => string>(
      (line) => line,
      (line, index) => `${index + 7}: ${line}`,
      (line, index) => `${String(index + 99).padStart(6)}\t${line}`,
      (line) => `+${line}`,
      (line) => `> ${line}`,
      (line) => `\t\t${line.trim()}  `,
    );
    const line = fc.string({
      unit: fc.constantFrom(...'a b . ( ) { } = + - : ; " / * 1 é'.split(' '), ' ', '\t'),
      maxLength: 40,
    });
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 12 }), fc.nat(), fc.nat(), mark, (lines, a, b, marked) => {
        const [from, to] = [a % lines.length, b % lines.length].sort((x, y) => x - y);
        const quote = lines
          .slice(from, (to ?? 0) + 1)
          .map(marked)
          .join('\n');
        expect(against(quote, { kind: 'text', text: lines.join('\n') })).toBeNull();
      }),
      { numRuns: 2_000 },
    );
  });
});
