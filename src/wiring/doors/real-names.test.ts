import { expect, it } from 'vitest';
import { createSecrets } from '../../secrets/secrets.ts';
import { realNamesOf } from './real-names.ts';

const token = 'hunter2-hunter2-1234';
const { clean } = createSecrets({ MY_TOKEN: token });
const names = realNamesOf({ files: async () => ['a.ts', `x-${token}.ts`, `y/${token}`] }, clean);

it('4.11 finds a file whose clean name hides a secret, and takes every other name as it is', async () => {
  const hidden = clean(`x-${token}.ts`);
  expect(hidden).not.toContain(token);
  expect(await names.one('HEAD', hidden)).toBe(`x-${token}.ts`);
  expect(await names.all('HEAD', 'a.ts')).toEqual(['a.ts']);
  expect(await names.each('HEAD', ['a.ts', hidden, 'z-[redacted]'])).toEqual(
    new Map([
      ['a.ts', 'a.ts'],
      [hidden, `x-${token}.ts`],
      ['z-[redacted]', 'z-[redacted]'],
    ]),
  );
});
