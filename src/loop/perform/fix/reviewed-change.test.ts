/** What a fixer sees of the change under review. */
import { describe, expect, it } from 'vitest';
import { createSecrets } from '../../../secrets/secrets.ts';
import { asDiff } from '../../../stages/fix/diff-text.ts';
import {
  exampleConfig,
  exampleFinding,
  findingsAdmitted,
  runStarted,
  stateOf,
} from '../../../../test/support/loop/examples.ts';
import { reviewedChange, type Versions } from './reviewed-change.ts';

const { clean } = createSecrets({});

const files: Record<string, Record<string, string>> = {
  base: { 'a.ts': 'one\n', 'old.ts': 'same\nold\n', 'same.ts': 'same\n' },
  c0: {
    'a.ts': 'two\n',
    'new.ts': 'same\nnew\n',
    'same.ts': 'same\n',
    'fresh.ts': 'fresh\n',
    'was-binary.ts': 'text\n',
  },
};

const binary = { kind: 'binary' } as const;

const repository = (): Versions & { reads: string[] } => {
  const reads: string[] = [];
  return {
    reads,
    readText: async (revision, file) => {
      reads.push(`${revision}:${file}`);
      return files[revision]?.[file] ?? null;
    },
    renames: async () => new Map([['new.ts', 'old.ts']]),
    facts: async (_, names) => new Map(names.filter((name) => name === 'was-binary.ts').map((name) => [name, binary])),
  };
};

const diffOf = async (
  file: string | undefined,
  base?: { ref: string; commit: string },
  versions: Versions = repository(),
) => {
  const { file: _, ...anywhere } = exampleFinding('a', { line: 1 });
  const finding = file === undefined ? anywhere : { ...anywhere, file };
  const state = stateOf(runStarted(exampleConfig(), base && { base }), findingsAdmitted(finding));
  const found = state.findings.get('a');
  return found ? asDiff(await reviewedChange(versions, state, clean)(found)) : 'not found';
};

const base = { ref: 'main', commit: 'base' };

describe('the change under review', () => {
  it('R05 4.16 is that from the base to the state that was reported about', async () => {
    expect(await diffOf('a.ts', base)).toContain('-one\n+two\n');
    expect(await diffOf('new.ts', base)).toContain('--- a/old.ts\n+++ b/new.ts\n');
    expect(await diffOf('fresh.ts', base)).toContain('--- /dev/null\n');
  });

  it('R05 4.16 is nothing without a base, with everything as its base, and where nothing was changed', async () => {
    for (const none of [undefined, { ref: 'all', commit: 'base' }, { ref: 'HEAD', commit: 'c0' }])
      expect(await diffOf('a.ts', none)).toBe('');
    for (const file of ['same.ts', 'no text', 'was-binary.ts', undefined]) expect(await diffOf(file, base)).toBe('');
  });

  it('R05 4.16 is left out where it cannot be read, and read once for all findings of a file', async () => {
    const broken: Versions = { ...repository(), readText: () => Promise.reject(new Error('not in this clone')) };
    expect(await diffOf('a.ts', base, broken)).toBe('');
    const versions = repository();
    const findings = ['a', 'b'].map((id) => exampleFinding(id, { file: 'a.ts', line: 1 }));
    const state = stateOf(runStarted(exampleConfig(), { base }), findingsAdmitted(...findings));
    const changeAround = reviewedChange(versions, state, clean);
    for (const each of state.findings.values()) expect(await changeAround(each)).not.toEqual([]);
    expect(versions.reads).toEqual(['c0:a.ts', 'base:a.ts']);
  });
});
