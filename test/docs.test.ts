/** Documentation that could go stale, compared with the code. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { presetNames } from '../src/config/presets.ts';
import { configTable } from '../scripts/config-docs.ts';
import { presetsPage, proofs, unknownIds, unproven } from '../scripts/presets.ts';

const root = join(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

it('14 lists every configuration key with its default', () => {
  expect(read('docs/configuration.md')).toContain(configTable());
});

it('14 describes every preset', () => {
  for (const name of presetNames) expect(read('docs/presets.md')).toMatch(new RegExp(`\`${name}\``));
});

it('14 shows every statement of the five documents with the tests that prove it, as their titles are now', () => {
  expect(read('docs/presets.md') === presetsPage(), 'stale: node scripts/presets.ts writes it').toBe(true);
});

it('14 has a test, or a reason, for every statement of the five documents, and no test for one that is not there', () => {
  expect(proofs().length).toBeGreaterThan(150);
  expect(unproven()).toEqual([]);
  expect(unknownIds()).toEqual([]);
});

it('has no link that leads nowhere', () => {
  const pages = [...globSync('*.md', { cwd: root }), ...globSync('docs/**/*.md', { cwd: root })];
  const broken = pages.flatMap((page) =>
    [...read(page).matchAll(/\]\((?!https?:|#)([^)#]+)(?:#[^)]*)?\)/g)]
      .map(([, target = '']) => join(dirname(page), target))
      .filter((target) => !existsSync(join(root, target)))
      .map((target) => `${page}: ${target}`),
  );
  expect(pages.length).toBeGreaterThan(10);
  expect(broken).toEqual([]);
});
