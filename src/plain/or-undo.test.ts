import { expect, it } from 'vitest';
import { orUndo } from './or-undo.ts';

it('undoes nothing when all went well', async () => {
  const done: string[] = [];
  expect(
    await orUndo(async (undo) => {
      undo.defer(() => void done.push('undone'));
      return 'result';
    }),
  ).toBe('result');
  expect(done).toEqual([]);
});

it('undoes everything, last first, and says why the work failed, also when undoing fails', async () => {
  const done: string[] = [];
  const work = orUndo(async (undo) => {
    undo.defer(() => void done.push('first'));
    undo.defer(() => Promise.reject(new Error('cannot be undone')));
    undo.defer(async () => void done.push('last'));
    throw new Error('the work failed');
  });
  await expect(work).rejects.toThrow('the work failed');
  expect(done).toEqual(['last', 'first']);
});
