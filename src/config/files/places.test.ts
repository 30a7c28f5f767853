/** A configuration may lie in several files: errors have their place in that one, and two of them are an error. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ConfigError } from '../error.ts';
import { loadConfig } from '../load.ts';
import type { ConfigCommit } from './outcome.ts';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'fixpoint-config-'));
});
afterEach(() => {
  rmSync(root, { recursive: true });
});

const write = (name: string, text: string): void => writeFileSync(join(root, name), text);

const committed = (files: Record<string, string>): ConfigCommit => ({
  ref: 'main',
  find: async (path) => (files[path] === undefined ? null : { kind: 'file', bytes: files[path].length }),
  read: async (path) => Buffer.from(files[path] ?? ''),
});

const complaints = async (commit?: ConfigCommit): Promise<string[]> => {
  const error: unknown = await loadConfig({ root, commit }).catch((cause: unknown) => cause);
  if (!(error instanceof ConfigError)) throw new Error(`a ConfigError was expected, not ${String(error)}`);
  return error.problems.map(({ place, message }) => `${place}: ${message}`);
};

const inPackage = `{
\t"name": "x",
\t"fixpoint": {
\t\t"fix": { "concurrency": 3 }
\t}
}
`;

describe('where the configuration lies', () => {
  it('13.2 reads fixpoint.json', async () => {
    write('fixpoint.json', '{ "fix": { "concurrency": 3 } }');
    expect(await loadConfig({ root })).toMatchObject({
      config: { fix: { concurrency: 3 } },
      file: join(root, 'fixpoint.json'),
    });
  });

  it('13.2 reads the key fixpoint of package.json', async () => {
    write('package.json', inPackage);
    const { config, file, namedByRepository } = await loadConfig({ root });
    expect({ concurrency: config.fix.concurrency, file }).toEqual({ concurrency: 3, file: join(root, 'package.json') });
    expect(namedByRepository(['fix', 'concurrency'])).toBe('package.json:4:12');
  });

  it('13.2 does not care for a package.json without the key, however it is written', async () => {
    write('package.json', '{ "name": "fixpoint", broken');
    expect((await loadConfig({ root })).file).toBeNull();
    write('package.json', '{ "name": "x", "nested": { "fixpoint": { "preset": "nonsense" } } }');
    expect((await loadConfig({ root })).config.preset).toBe('default');
  });

  it('13.2 names the place in that file', async () => {
    write('package.json', inPackage.replace('concurrency', 'concurency'));
    expect(await complaints()).toEqual(['package.json:4:12 fix.concurency: there is no such key']);
    write('package.json', inPackage.replace('3 }', '3 '));
    expect((await complaints())[0]).toMatch(/^package\.json:\d+:\d+: broken JSON/);
  });

  it.each([
    ['fixpoint.yaml', 'fixpoint.json', 'there is also a fixpoint.json'],
    ['fixpoint.json', 'package.json', 'there is also a "fixpoint" in package.json'],
  ])('13.2 refuses %s beside %s, and names both', async (one, other, message) => {
    write(one, '{}');
    write(other, inPackage);
    expect(await complaints()).toEqual([`${one}: ${message}`]);
    expect(await complaints(committed({ [one]: '{}', [other]: inPackage }))).toEqual([`main:${one}: ${message}`]);
  });

  it('13.2 reads it from a commit too', async () => {
    const { config } = await loadConfig({ root, commit: committed({ 'package.json': inPackage }) });
    expect(config.fix.concurrency).toBe(3);
  });
});

describe('what is left out', () => {
  it('13.2 adds up .fixpointignore, the configuration and the option, in this order', async () => {
    write('.fixpointignore', '# not ours\nvendor/\n\n*.min.js\n');
    write('fixpoint.yaml', 'exclude: ["!vendor/ours.js"]\n');
    expect((await loadConfig({ root, exclude: ['docs'] })).config.exclude).toEqual([
      'vendor/',
      '*.min.js',
      '!vendor/ours.js',
      'docs',
    ]);
  });

  it('13.2 goes by the commit that the configuration is taken from', async () => {
    write('.fixpointignore', 'src/');
    const { config } = await loadConfig({ root, commit: committed({ '.fixpointignore': 'vendor/\n' }) });
    expect(config.exclude).toEqual(['vendor/']);
  });
});
