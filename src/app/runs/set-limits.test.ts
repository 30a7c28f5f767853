/** Other limits for a run, through its inbox in a real journal. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { exampleConfig, runStarted } from '../../../test/support/loop/examples.ts';
import type { Writer } from '../../ports/journal.ts';
import { openLocal } from '../../wiring/local.ts';
import type { App } from '../app.ts';
import { setLimits } from './set-limits.ts';

let folder = '';
let app: App;
let writer: Writer;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fixpoint-limits-'));
  app = openLocal({ stateDir: folder, env: {} });
  writer = await (await app.journal()).create('run', 'repo');
  const house = { kind: 'command' as const, command: ['fixer'], price: { inputPerMTok: 1, outputPerMTok: 5 } };
  await writer.append([runStarted(exampleConfig({ agents: { house }, fix: { agent: 'house' } }))]);
});
afterEach(async () => {
  await writer.release();
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

const inbox = async () => (await app.journal()).commands('run');

it('10.4 are sent to whoever holds the run, as the configuration would read them', async () => {
  const told = await setLimits(app, { run: 'run', set: { 'limits.usd': '3.5', 'limits.wait': '10m' } });
  expect(told).toEqual({ held: true, message: `Told run run (process ${process.pid}) its new limits.` });
  expect(await inbox()).toMatchObject([{ do: 'set-limits', limits: { usd: 3.5, wait: 600_000 } }]);
});

it('10.4 wait for whoever resumes a run that nobody holds', async () => {
  await writer.release();
  const told = await setLimits(app, { run: 'run', set: { 'limits.minutes': 90 } });
  expect(told).toMatchObject({ held: false, message: expect.stringContaining('fixpoint resume run') });
  expect(await inbox()).toMatchObject([{ limits: { minutes: 90 } }]);
});

it.each([
  ['no limit at all', {}, /No limit was given\. Name one, such as --usd 10/],
  ['what is not a limit', { 'fix.mode': 'batch' }, /only limits can be set, not fix\.mode/],
  ['a limit that there is not', { 'limits.money': 3 }, /limits\.money.*there is no such key/s],
  ['a value that is none', { 'limits.usd': 'much' }, /limits\.usd.*must be a number/s],
])('10.4 are refused, and nothing is sent: %s', async (_, set, message) => {
  await expect(setLimits(app, { run: 'run', set })).rejects.toThrow(message);
  expect(await inbox()).toEqual([]);
});

it('10.4 are refused where nobody knows what the agents of the run cost', async () => {
  const unpriced = await (await app.journal()).create('unpriced', 'repo');
  await unpriced.append([runStarted(exampleConfig({ fix: { agent: 'house' } }))]);
  await expect(setLimits(app, { run: 'unpriced', set: { 'limits.usd': 3 } })).rejects.toThrow(
    /limits\.usd could not be kept: nobody knows what agent house costs.*limits\.tokens or limits\.minutes/,
  );
  expect(await setLimits(app, { run: 'unpriced', set: { 'limits.tokens': 3 } })).toMatchObject({ held: true });
});

it('10.4 are refused for a run that is through', async () => {
  await writer.append([{ type: 'run.finished', status: 'clean' }]);
  await expect(setLimits(app, { run: 'run', set: { 'limits.usd': 3 } })).rejects.toThrow(/is finished \(clean\)/);
  expect(await inbox()).toEqual([]);
});
