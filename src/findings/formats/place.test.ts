import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findMention, readPlace } from './place/place.ts';
import { isNoFile } from './place/file-names.ts';

describe('readPlace', () => {
  it.each([
    ['a.py:42', { path: 'a.py', line: 42 }],
    ['a.py:42-50', { path: 'a.py', line: 42, endLine: 50 }],
    ['a.py:42–50', { path: 'a.py', line: 42, endLine: 50 }],
    ['a.py:42:7', { path: 'a.py', line: 42, column: 7 }],
    ['a.py:42:7-50:3', { path: 'a.py', line: 42, column: 7, endLine: 50 }],
    ['a.py:L42-L50', { path: 'a.py', line: 42, endLine: 50 }],
    ['`a.py:42`', { path: 'a.py', line: 42 }],
    ['`a.py`:42', { path: 'a.py', line: 42 }],
    ['**a.py:42**', { path: 'a.py', line: 42 }],
    ['**`a.py:42`**', { path: 'a.py', line: 42 }],
    ['"a b.py" line 3', { path: 'a b.py', line: 3 }],
    ['`a.py` line 42', { path: 'a.py', line: 42 }],
    ['a.py (line 42)', { path: 'a.py', line: 42 }],
    ['a.py, lines 42-50', { path: 'a.py', line: 42, endLine: 50 }],
    ['a.py lines 42 to 50', { path: 'a.py', line: 42, endLine: 50 }],
    ['a.py, line 42, column 7', { path: 'a.py', line: 42, column: 7 }],
    ['a.py#L42', { path: 'a.py', line: 42 }],
    ['a.py L42', { path: 'a.py', line: 42 }],
    ['`a.py` (L42-L50)', { path: 'a.py', line: 42, endLine: 50 }],
    ['a.py#L42-L50', { path: 'a.py', line: 42, endLine: 50 }],
    ['a.ts(4,2)', { path: 'a.ts', line: 4, column: 2 }],
    ['[src/a.py:42](https://x.y/src/a.py#L42)', { path: 'src/a.py', line: 42 }],
    ['[src/a.py](src/a.py)', { path: 'src/a.py' }],
    ['C:\\x\\a.py:42', { path: 'C:\\x\\a.py', line: 42 }],
    ['C:\\a b\\x.c:10:5', { path: 'C:\\a b\\x.c', line: 10, column: 5 }],
    ['src\\a.py:42', { path: 'src\\a.py', line: 42 }],
    ['my dir/a b.py:42', { path: 'my dir/a b.py', line: 42 }],
    ['src/my dir/a.py', { path: 'src/my dir/a.py' }],
    ['src/(group)/page.tsx:3', { path: 'src/(group)/page.tsx', line: 3 }],
    ['src/[id].ts:3', { path: 'src/[id].ts', line: 3 }],
    ['.github/workflows/ci.yml:7', { path: '.github/workflows/ci.yml', line: 7 }],
    ['.gitignore', { path: '.gitignore' }],
    ['a.py', { path: 'a.py' }],
    ['Makefile:12', { path: 'Makefile', line: 12 }],
    ['Makefile line 12', { path: 'Makefile', line: 12 }],
    ['plans/PROGRESS.txt:0', { path: 'plans/PROGRESS.txt' }],
    ['src/ralph/services', { path: 'src/ralph/services' }],
    ['in src/a.py:42', { path: 'src/a.py', line: 42 }],
  ])('1.2 reads %j', (text, expected) => {
    expect(readPlace(text)).toEqual({ ...expected, rest: '' });
  });

  it.each([
    ['a.py:42 (in foo)', { path: 'a.py', line: 42 }, '(in foo)'],
    ['a.py, L42: bad', { path: 'a.py', line: 42 }, 'bad'],
    ['model.py L2 regularisation', { path: 'model.py' }, 'L2 regularisation'],
    ['a.py:42, b.py:7', { path: 'a.py', line: 42 }, 'b.py:7'],
    ['`a.py:42`, `b.py:7`', { path: 'a.py', line: 42 }, '`b.py:7`'],
    ['`a.py:42` and `b.py:7`', { path: 'a.py', line: 42 }, 'and `b.py:7`'],
    ['a.py and b.py:7', { path: 'a.py' }, 'and b.py:7'],
    ['a.py, b.py', { path: 'a.py' }, 'b.py'],
    ['a.py:42 - the second argument', { path: 'a.py', line: 42 }, 'the second argument'],
    ['a.py:42,57,63', { path: 'a.py', line: 42 }, '57,63'],
    ['a.py - whole file', { path: 'a.py' }, 'whole file'],
    ['src/services (whole folder)', { path: 'src/services' }, '(whole folder)'],
  ])('1.2 reads %j and gives back what stands behind it', (text, expected, rest) => {
    expect(readPlace(text)).toEqual({ ...expected, rest });
  });

  it.each(['', '   ', 'Multiple files affected', 'https://x.y:80/a.py', 'http://x:80: y', '``'])(
    '1.2 finds no place in %j',
    (text) => {
      expect(readPlace(text)).toBeNull();
    },
  );

  it.each(['N/A', '(none)', 'None', 'multiple files', 'Entire project', '-'])(
    '1.2 knows that %j names no file',
    (text) => {
      expect(isNoFile(text)).toBe(true);
    },
  );

  it.each(['all.py', 'none/a.py', 'general.ts:3'])('1.2 does not take %j for none', (text) => {
    expect(isNoFile(text)).toBe(false);
  });
});

describe('findMention', () => {
  it.each([
    ['The query in `src/db.py:12` is built from input', 'src/db.py', 12],
    ['see src/db.py, lines 3-4', 'src/db.py', 3],
    ['(src/a.ts)', 'src/a.ts', undefined],
    ['C:\\x\\a.py:4 fails', 'C:\\x\\a.py', 4],
    ['Makefile:3 has no target', 'Makefile', 3],
  ])('1.3 finds the file in %j', (text, path, line) => {
    const found = findMention(text);
    expect({ path: found?.path, line: found?.line }).toEqual({ path, line });
  });

  it.each(
    [
      'Use Node.js and Vue.js',
      'input/output, and/or, TCP/IP, N/A',
      'e.g. this, i.e. that, etc.',
      'https://example.com/a.py is the page',
      'version 2.1.0 took 3.5s',
      'at 12:30:45 it said a:b',
    ].slice(0, 6),
  )('1.3 finds none in %j', (text) => {
    expect(findMention(text)).toBeNull();
  });
});

describe('any text', () => {
  it('1.2 gives a path that stands in it, and never throws', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[`*a-z.:/\\ ()#L0-9,-]{0,60}$/)),
        (text) => {
          for (const place of [readPlace(text), findMention(text)]) {
            if (!place) continue;
            expect(text).toContain(place.path);
            expect(place.path).not.toBe('');
            expect(place.line ?? 1).toBeGreaterThan(0);
          }
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it.each(['a:', '(', '`', ' ', '1', 'a/', '**', '[', 'a.b ', ':1', '#L1'])(
    '1.2 of a megabyte of %j is done with',
    (unit) => {
      const text = unit.repeat(1_000_000 / unit.length);
      expect([readPlace(text), findMention(text), isNoFile(text)]).toHaveLength(3);
    },
  );
});
