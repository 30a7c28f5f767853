/** Requirement 4.11 over the catalogue of formats: each of them, however it is written down and wherever it is cut. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { encodings, plantedSecrets, type Planted, secretFormats, tellTales } from '../../test/support/secrets.ts';
import { createSecrets } from './secrets.ts';

const { clean: redact, stream } = createSecrets({});
const seeds = [1, 2, 3];
const around = (text: string): string => `a line before it\n${text}\na line after it`;

const parts = new Map<Planted, string[]>();
const isIn = (text: string, planted: Planted): boolean => {
  const known = parts.get(planted) ?? tellTales(planted.secret);
  parts.set(planted, known);
  const unwrapped = text.replaceAll('\n', '');
  return known.some((part) => text.includes(part) || unwrapped.includes(part));
};

/** What is left of it, if anything; the lines around it must not suffer. */
const missed = (planted: Planted, encode: (text: string) => string, clean: (text: string) => string): boolean => {
  const result = clean(around(encode(planted.text)));
  const intact =
    result.startsWith('a line before it\n') && result.endsWith('\na line after it') && result.includes('[redacted]');
  return !intact || isIn(result, planted);
};

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

  it.each(encodings.filter(({ name }) => ['raw', 'URL-encoded', 'base64 behind 0'].includes(name)))(
    'are all found, cut anywhere, $name',
    ({ encode }) => {
      const leaked = plantedSecrets(4).filter((planted) => {
        const { length } = encode(planted.text);
        return Array.from({ length }, (_, at) => at + 'a line before it\n'.length).some((at) =>
          missed(planted, encode, (text) => inTwo(text, at)),
        );
      });
      expect(leaked.map(({ format }) => format)).toEqual([]);
    },
  );

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

const inTwo = (text: string, at: number): string => {
  const one = stream();
  return one.write(text.slice(0, at)) + one.write(text.slice(at)) + one.end();
};

describe('4.11 what is no secret', () => {
  const root = join(import.meta.dirname, '../..');
  const read = (file: string): string => readFileSync(join(root, file), 'utf8');
  const lines = (text: string): string[] => text.split('\n');
  const changed = (file: string): string[] => {
    const text = read(file);
    const after = lines(redact(text));
    return lines(text).filter((line, index) => line !== after[index]);
  };

  it.each([
    'package-lock.json',
    'node_modules/typescript/lib/typescript.js',
    'node_modules/typescript/lib/lib.dom.d.ts',
    'node_modules/zod/v4/core/schemas.js',
    'node_modules/vitest/package.json',
  ])('stays as it is in %s', (file) => {
    expect(changed(file)).toEqual([]);
  });

  it('stays as it is in source maps, types and our own files', () => {
    const files = [
      ...globSync('node_modules/{ajv,picomatch,yaml,commander,katex,markdown-it}/**/*.{map,d.ts,js,json,md}', {
        cwd: root,
      }),
      ...globSync(['src/**/*.ts', 'docs/**/*.md', 'scripts/*.ts'], { cwd: root }),
    ].filter((file) => !/^src\/secrets\/|\.test\.ts$/.test(file));
    expect(files.length).toBeGreaterThan(400);
    expect(files.flatMap((file) => changed(file).map((line) => `${file}: ${line.slice(0, 200)}`))).toEqual([]);
  });

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
