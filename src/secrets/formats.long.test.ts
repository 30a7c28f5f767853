/** Requirement 4.11 where it takes long: secrets cut at every place, and large files without any. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { encodings, plantedSecrets } from '../../test/support/secrets.ts';
import { missed } from '../../test/support/missed-secret.ts';
import { createSecrets } from './secrets.ts';

const { clean: redact, stream } = createSecrets({});

const inTwo = (text: string, at: number): string => {
  const one = stream();
  return one.write(text.slice(0, at)) + one.write(text.slice(at)) + one.end();
};

describe('4.11 the formats of secrets', () => {
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
});

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
});
