import { expect, it } from 'vitest';
import { Places } from './still-there.ts';

it('1.8 stops looking after so much, however many decisions and findings there are', () => {
  let reads = 0;
  const places = new Places(() => {
    reads += 1;
    return 'call(value);\n';
  });
  expect(places.anchorAt('a.ts', 1, 1)).toMatch(/^1:/);
  expect(places.anchorAt('a.ts', 9, 9)).toBeUndefined();
  while (places.look());
  expect(places.anchorAt('a.ts', 1, 1)).toBeUndefined();
  expect(reads).toBe(1);
});

it('1.8 knows nothing of a file without text', () => {
  expect(new Places(() => null).anchorAt('a.bin', 1, 1)).toBeUndefined();
});
