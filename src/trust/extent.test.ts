import { expect, it } from 'vitest';
import { parse } from '../adapters/inspector/parse.ts';
import type { ChangedFile } from '../model/patch.ts';
import { bringsTests, extentOf, isRich } from './extent.ts';
import { readPatch } from './read-patch.ts';

const words =
  'amber basil cedar delta ember fennel garnet hazel indigo jasper kelp lemon maple nettle olive pepper quartz rowan ' +
  'sable thyme umber violet walnut yarrow';

const linesOf = (by: string): string =>
  words
    .split(' ')
    .map((word) => `exports.${word} = (x) => x${by}.${word}();\n`)
    .join('');

const patchOf = (...files: ChangedFile[]) => readPatch({ files, findings: [], tests: [] }, parse);

it('7.1 counts what no file had, once', () => {
  const patch = patchOf({ path: 'src/a.js', before: linesOf('.own'), after: linesOf('.other') });
  expect(extentOf(patch)).toEqual({ all: { fresh: 24, gone: 24 }, tests: { fresh: 0, gone: 0 } });
  expect(isRich(patch)).toBe(true);
});

it.each([
  ['lines that moved', { before: '', after: linesOf('') }, { before: linesOf(''), after: '' }],
  ['copies', { before: '', after: 'exports.one = (x) => x.one();\n'.repeat(60) }, null],
  [
    'copies with other numbers',
    { before: '', after: Array.from({ length: 60 }, (_, n) => `exports.part${n} = () => ${n};\n`).join('') },
    null,
  ],
  ['comments', { before: '', after: linesOf('').replaceAll('exports', '// exports') }, null],
  ['lines that are only gone', { before: linesOf(''), after: '' }, null],
  ['much less than what is gone', { before: linesOf('.a') + linesOf('.b') + linesOf('.c'), after: linesOf('') }, null],
])('7.1 %s make a patch no larger', (_, one, other) => {
  const files = [{ path: 'src/a.js', ...one }, ...(other === null ? [] : [{ path: 'src/b.js', ...other }])];
  expect(isRich(patchOf(...files))).toBe(false);
});

it('7.1 tests are written anew where no fewer lines of them come than go', () => {
  const code = { path: 'src/a.js', before: '', after: linesOf('') };
  expect(bringsTests(patchOf(code, { path: 'test/a.js', before: linesOf('.a'), after: linesOf('.b') }))).toBe(true);
  expect(
    bringsTests(patchOf(code, { path: 'test/a.js', before: linesOf('.a') + linesOf('.c'), after: linesOf('.b') })),
  ).toBe(false);
});
