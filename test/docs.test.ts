/** Documentation that could go stale, compared with the code. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { buildProgram } from '../src/cli/program.ts';
import { presetNames } from '../src/config/presets.ts';
import { allowedNames } from '../src/model/gates/gate-rules.ts';
import { configTable } from '../scripts/config-docs.ts';
import { rulesTable } from '../scripts/gate-docs.ts';
import { presetsPage, proofs, unknownIds, unproven } from '../scripts/presets.ts';

const root = join(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

it('13.1 names every command in README', () => {
  const commands = buildProgram(() => Promise.resolve()).commands.map((command) => command.name());
  expect(commands.length).toBeGreaterThan(15);
  expect(commands.filter((name) => !new RegExp(`^\\|.*\`${name}\``, 'm').test(read('README.md')))).toEqual([]);
});

it('14 lists every configuration key with its default', () => {
  expect(read('docs/configuration.md')).toContain(configTable());
});

it('7.1 lists every gate and rule', () => {
  expect(read('docs/gates.md')).toContain(rulesTable());
});

it('7.1 knows every rule that a patch can be refused by, so that gates.allow can name it', () => {
  const known = new Set(allowedNames);
  const sources = globSync('src/{trust,adapters/inspector}/**/*.ts', { cwd: root }).filter(
    (file) => !file.endsWith('.test.ts'),
  );
  const used = sources
    .flatMap((file) => [...read(file).matchAll(/(?:\brule: |\bconst rule = |factAt\()'([a-z-]+)'/gm)])
    .map(([, rule = '']) => rule);
  expect(used.length).toBeGreaterThan(10);
  expect([...new Set(used)].filter((rule) => !known.has(rule))).toEqual([]);
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
