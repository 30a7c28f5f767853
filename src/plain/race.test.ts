/** The first of several promises, without a trace in the others. */
import { expect, it } from 'vitest';
import { race } from './race.ts';

it('11.1 gives what comes first, also when it came before', async () => {
  const never = Promise.withResolvers<string>();
  const later = Promise.withResolvers<string>();
  const first = race([never.promise, later.promise]);
  later.resolve('later');
  expect(await first).toBe('later');
  expect(await race([never.promise, later.promise])).toBe('later');
});

it('11.1 rejects with what failed first', async () => {
  const never = Promise.withResolvers<string>();
  await expect(race([never.promise, Promise.reject(new Error('no'))])).rejects.toThrow('no');
  never.resolve('at last');
  expect(await race([never.promise])).toBe('at last');
});
