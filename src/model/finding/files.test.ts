import { expect, test } from 'vitest';
import { filesOf } from './files.ts';

const edit = (file: string) => ({
  file,
  range: { by: 'lines' as const, startLine: 1, endLine: 1 },
  text: '',
});

test('a finding is about its file and those that its edits change, each once', () => {
  expect(filesOf({ file: 'b.ts', edits: [edit('a.ts'), edit('b.ts'), edit('a.ts')] })).toEqual(['b.ts', 'a.ts']);
  expect(filesOf({ edits: [edit('a.ts')] })).toEqual(['a.ts']);
});

test('a finding without a file could be about anything', () => {
  expect(filesOf({})).toEqual([]);
});
