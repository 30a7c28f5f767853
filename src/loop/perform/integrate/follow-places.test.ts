/** Places followed between real commits. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { MovedPlace, Placed } from '../../../model/place.ts';
import { AT, begin } from '../../../../test/support/custody.ts';
import { withRepo } from '../../../../test/support/repo.ts';
import { type Followed, followPlaces } from './follow-places.ts';

const numbered = (count: number, ending = '\n'): string =>
  Array.from({ length: count }, (_, index) => `line ${index + 1}${ending}`).join('');

const followed = async (
  before: Record<string, string>,
  after: Record<string, string | null>,
  findings: readonly Placed[],
): Promise<Followed> => {
  let result: Followed | null = null;
  await withRepo(async (test) => {
    for (const [file, text] of Object.entries(before)) test.write(file, text);
    test.commitAll('before');
    const { custody } = await begin(test);
    const { commit: from } = custody.start;
    const workspace = await custody.workspace(from, 'agent');
    for (const [file, text] of Object.entries(after))
      if (text === null) rmSync(join(workspace.path, file));
      else writeFileSync(join(workspace.path, file), text);
    const { tree } = await custody.capture(workspace, from);
    await workspace.release();
    const { commit } = await custody.commit({ tree, parent: from, message: 'after', at: AT });
    result = await followPlaces(custody, { from, to: commit }, findings);
    await custody.close();
  });
  if (!result) throw new Error('nothing was followed');
  return result;
};

const placeOf = ({ places }: Followed, id = 'a'): MovedPlace | undefined => places.get(id);

describe('1.10 places between two commits', () => {
  it('1.10 a file that was renamed and edited', async () => {
    const text = numbered(30);
    const result = await followed(
      { 'old.txt': text },
      { 'old.txt': null, 'new.txt': `first\n${text.replace('line 3\n', '')}` },
      [
        { id: 'a', file: 'old.txt', line: 20, endLine: 21, column: 4 },
        { id: 'whole', file: 'old.txt' },
        { id: 'gone', file: 'old.txt', line: 3 },
      ],
    );
    expect(placeOf(result)).toEqual({ file: 'new.txt', line: 20, endLine: 21, column: 4, fate: 'kept' });
    expect(placeOf(result, 'whole')).toEqual({ file: 'new.txt', fate: 'kept' });
    expect(placeOf(result, 'gone')).toMatchObject({ file: 'new.txt', line: 4, fate: 'gone' });
    expect([...result.renamed]).toEqual([['new.txt', 'old.txt']]);
  });

  it('1.10 a function that was taken to another file', async () => {
    const block = 'export const one = () => {\n  return compute(1);\n};\n';
    const result = await followed(
      { 'big.ts': `${numbered(10)}${block}${numbered(10)}` },
      { 'big.ts': `${numbered(10)}${numbered(10)}`, 'small.ts': `// new\n${block}` },
      [{ id: 'a', file: 'big.ts', line: 12, column: 3 }],
    );
    expect(placeOf(result)).toEqual({ file: 'small.ts', line: 3, column: 3, fate: 'kept' });
  });

  it('1.10 Windows line breaks, and reports that were merged', async () => {
    const text = numbered(30, '\r\n');
    const said = { reviewer: 'x', severity: 'low', category: 'c', title: 't' } as const;
    const result = await followed({ 'f.txt': text }, { 'f.txt': `new\r\n${text}` }, [
      { id: 'a', file: 'f.txt', line: 10, merged: [{ ...said, line: 10 }, { ...said, line: 12, endLine: 13 }, said] },
    ]);
    expect(placeOf(result)).toEqual({
      file: 'f.txt',
      line: 11,
      merged: [{ line: 11 }, { line: 13, endLine: 14 }, {}],
      fate: 'kept',
    });
  });

  it('1.10 a file that was deleted, one that is no text, and one that nobody changed', async () => {
    const result = await followed(
      { 'dead.txt': numbered(9), 'data.bin': 'a\0b', 'same.txt': 'same\n' },
      { 'dead.txt': null, 'data.bin': 'a\0c' },
      [
        { id: 'a', file: 'dead.txt', line: 4 },
        { id: 'binary', file: 'data.bin' },
        { id: 'same', file: 'same.txt', line: 1 },
        { id: 'nowhere' },
      ],
    );
    expect(placeOf(result)).toEqual({ file: 'dead.txt', line: 4, fate: 'gone' });
    expect(placeOf(result, 'binary')).toEqual({ file: 'data.bin', fate: 'changed' });
    expect([...result.places.keys()].toSorted()).toEqual(['a', 'binary']);
  });
});
