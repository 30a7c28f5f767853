/** Presets: every column is a configuration, and what the user sets wins over it. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { getIn } from '../plain/plain-data.ts';
import { configFromFlags, loadConfig } from './load.ts';
import { matrix, presetNames, presets } from './presets.ts';
import { Config } from './schema.ts';
import { trustsClaims } from './trust.ts';
import { Age } from './values.ts';

describe('the matrix', () => {
  it.each(presetNames)('14 %s is a configuration, and changes every key that it names', (name) => {
    const config = Config.parse({ preset: name, ...Object(presets.get(name)) });
    for (const [key, row] of Object.entries(matrix)) {
      const wanted = name === 'default' ? undefined : row[name];
      // As a person writes it: an age is a number of milliseconds once it was read.
      const read = Age.safeParse(wanted).success && typeof wanted === 'string' ? Age.parse(wanted) : wanted;
      if (wanted !== undefined) expect({ [key]: getIn(config, key.split('.')) }).toMatchObject({ [key]: read });
    }
  });

  it('14 default is what the schema says', () => {
    expect(presets.get('default')).toEqual({});
  });

  it('T34, T39 6.1 turbowrap: claude opus fixes, gemini flash judges, 90, two iterations', () => {
    const { fix, challenger, agents, limits } = configFromFlags({ preset: 'turbowrap' });
    expect(agents[fix.agent ?? '']).toMatchObject({ kind: 'claude', model: 'opus' });
    expect(challenger.agents.map((name) => agents[name])).toMatchObject([
      { kind: 'gemini', model: expect.stringContaining('flash') },
    ]);
    expect(challenger).toMatchObject({ threshold: 90, iterations: 2, timeout: 120_000 });
    expect(limits).toMatchObject({ cycles: 2, attemptsPerFinding: 2 });
  });

  it('T37 11.2 turbowrap: what sessions leave is kept for ten days', () => {
    expect(configFromFlags({ preset: 'turbowrap' }).artifacts.retention).toBe(10 * 86_400_000);
    expect(configFromFlags({}).artifacts.retention).toBeUndefined();
  });
});

describe('14 what the user sets', () => {
  it('wins over the preset, key by key', () => {
    const config = configFromFlags({
      preset: 'turbowrap',
      'agents.claude.model': 'sonnet',
      'limits.cycles': 7,
      'commit.per': 'finding',
    });
    expect(config.agents['claude']).toMatchObject({ kind: 'claude', model: 'sonnet' });
    expect(config.limits).toMatchObject({ cycles: 7, attemptsPerFinding: 2 });
    expect(config.commit).toMatchObject({ per: 'finding', branch: 'fix/{run}' });
  });

  it('is what warnings and rules are about, not what the preset gives', async () => {
    const root = mkdtempSync(join(tmpdir(), 'presets-'));
    writeFileSync(
      join(root, 'fixpoint.yaml'),
      'preset: turbowrap\nagents: { claude: { kind: command, command: ["./a"] } }\ncommit: { per: none }\nlimits: { cycles: 1 }\n',
    );
    const { config, warnings } = await loadConfig({ root });
    expect(warnings).toEqual([]);
    expect(config.agents['claude']).toMatchObject({ kind: 'command', command: ['./a'] });
  });

  it('10.2 names a file for the progress only below the root', () => {
    expect(configFromFlags({ preset: 'ralph' }).progress).toBe('PROGRESS.txt');
    expect(() => configFromFlags({ progress: '../elsewhere.txt' })).toThrow(/progress: this is outside the repository/);
    expect(() => configFromFlags({ progress: '.git/config' })).toThrow(/progress: this is outside the repository/);
  });
});

describe('5.4 verify.claims', () => {
  it('trusts only where nothing is named that could prove a fix', () => {
    expect(presetNames.filter((name) => trustsClaims(configFromFlags({ preset: name })))).toEqual([
      'turbowrap',
      'ralph',
      'unified',
      'accountability',
    ]);
    expect(trustsClaims(configFromFlags({ preset: 'unified', 'verify.commands': ['true'] }))).toBe(false);
    expect(trustsClaims(configFromFlags({ preset: 'unified', 'verify.recheck': ['lint'] }))).toBe(false);
  });
});
