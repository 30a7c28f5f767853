/** A run that fails ends for everybody who waits for it, also when tidying up fails. */
import { expect, test } from 'vitest';
import { openJournal } from '../../adapters/journal/sqlite-journal.ts';
import { fakeCustody, fakeEngine, fakeWriter } from '../../../test/support/loop/fake-engine.ts';
import { exampleState } from '../../../test/support/loop/examples.ts';
import { localFiles } from '../../wiring/files.ts';
import { launch } from './handle.ts';

test('10.1 the events end and the failure is heard of when the workspaces cannot be removed', async () => {
  const custody = { ...fakeCustody(), close: () => Promise.reject(new Error('cannot be removed')) };
  const engine = fakeEngine(
    custody,
    () => Promise.reject(new Error('not asked')),
    () => Promise.resolve(),
  );
  const writer = { ...fakeWriter('run'), append: () => Promise.reject(new Error('disk full')) };
  const handle = launch({
    app: { endProcesses: () => Promise.resolve(0) },
    files: localFiles,
    journal: openJournal(':memory:'),
    writer,
    state: exampleState(),
    engine,
    first: [],
    earlier: [],
  });
  expect(await Array.fromAsync(handle.events)).toEqual([]);
  await expect(handle.result).rejects.toThrow('disk full');
}, 5_000);
