import { expect, it } from 'vitest';
import { once } from './once.ts';

it('opens once, and tries again what could not be opened', async () => {
  let calls = 0;
  const opened = once(async () => {
    calls += 1;
    if (calls === 1) throw new Error('not yet');
    return calls;
  });
  expect(opened.kept()).toBeUndefined();
  await expect(opened.get()).rejects.toThrow('not yet');
  expect(opened.kept()).toBeUndefined();
  expect(await Promise.all([opened.get(), opened.get()])).toEqual([2, 2]);
  expect(await opened.kept()).toBe(2);
});
