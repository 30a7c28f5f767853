/** Requirement 4.11 over the catalogue of formats: each of them, however it is written down and wherever it is cut. */
import { describe, expect, it } from 'vitest';
import { isIn, missed } from '../../test/support/missed-secret.ts';
import { encodings, plantedSecrets, secretFormats } from '../../test/support/secrets.ts';
import { createSecrets } from './secrets.ts';

const { clean: redact } = createSecrets({});
const seeds = [1, 2, 3];

describe('4.11 the formats of secrets', () => {
  it('are more than a hundred', () => {
    expect(new Set(secretFormats.map(({ name }) => name)).size).toBeGreaterThan(200);
  });

  it.each(encodings)('are all found, $name', ({ encode }) => {
    const all = seeds.flatMap(plantedSecrets);
    expect(
      all.filter((planted) => missed(planted, encode, redact)).map(({ format, text }) => `${format}: ${text}`),
    ).toEqual([]);
  });

  it('keep their names', () => {
    for (const { text, name, format } of plantedSecrets(5).filter((planted) => planted.name !== undefined))
      expect(redact(text), format).toContain(name);
  });

  it('are known by value when they are in the environment, without what tells what they are', () => {
    const all = plantedSecrets(6).filter(({ secret }) => !secret.includes('\n'));
    const known = createSecrets(Object.fromEntries(all.map(({ secret }, index) => [`SERVICE_${index}_TOKEN`, secret])));
    for (const { encode, name } of encodings) {
      const shown = all.filter((planted) => isIn(known.clean(encode(`so: ${planted.secret} .`)), planted));
      expect(
        shown.map(({ format }) => format),
        name,
      ).toEqual([]);
    }
  });
});

describe('4.11 what is no secret', () => {
  it.each([
    ['a git id', 'commit 4f3c2b1a0d9e8f7a6b5c4d3e2f1a0b9c8d7e6f5a'],
    ['a hash', 'sha512-oIQLCGWtcFZy2JW77j9k8nHzAOpqMHLQejDA48XXMWH6tjCQHz5RCFz1bzsmROyL6PUm+LLnUiI4BCn221inxA=='],
    ['a UUID', 'id: 123e4567-e89b-12d3-a456-426614174000'],
    [
      'an image',
      `data:image/png;base64,${Buffer.from(Uint8Array.from({ length: 3_000 }, (_, at) => (at * 7919) % 251)).toString('base64')}`,
    ],
    ['text in base64', Buffer.from('nothing to see here, this is a text like any other').toString('base64')],
    ['a percent-encoded text', encodeURIComponent('a text, with "quotes" & signs: nothing=else')],
    ['a variable', 'password: ${{ secrets.DB_PASSWORD }}'],
    ['a type', 'token: Uint8Array; secret: string | undefined; apiKey?: string'],
    ['a call', 'const token = await getToken(options.user2, 1);'],
    ['prose', 'The token is checked for expiry, then the password policy applies; basic internationalization follows.'],
  ])('stays as it is: %s', (_, text) => {
    expect(redact(text)).toBe(text);
  });
});
