/** What a call changed, as text in the report. */
import { expect, it } from 'vitest';
import { sampleReport } from '../../../test/report/sample.ts';
import type { Report } from '../../model/report.ts';
import { vouchFor } from '../../secrets/clean.ts';
import { withDiffs } from './diffs.ts';

const diffsIn = ({ cycles }: Report): (string | undefined)[] =>
  cycles.flatMap(({ calls }) => calls.map(({ diff }) => diff));

const bare: Report = structuredClone(sampleReport);
for (const { calls } of bare.cycles) for (const call of calls) delete call.diff;

const kept = (patches: Record<string, string>) => ({
  artifacts: {
    get: (name: string) =>
      name === 'attempts/1.1.2/change.patch' && patches[name] === undefined
        ? Promise.reject(new Error('no such disk'))
        : Promise.resolve(patches[name] === undefined ? null : Buffer.from(patches[name])),
  },
  secrets: {
    clean: <T>(value: T) => vouchFor<T>(typeof value === 'string' ? value.replaceAll('hush', '***') : value),
  },
});

it('R15 10.3 tells what each call changed, without secrets; what cannot be read is left out', async () => {
  const report = await withDiffs(bare, kept({ 'attempts/1.1.1/change.patch': 'diff --git a/a b/a\n+hush\n' }));
  expect(diffsIn(report)).toEqual(['diff --git a/a b/a\n+***\n', undefined]);
});

it('R15 10.3 cuts a long one, and says where the rest is', async () => {
  const long = `diff --git a/a b/a\n${'+ some words\n'.repeat(10_000)}`;
  const report = await withDiffs(bare, kept({ 'attempts/1.1.1/change.patch': long }));
  const [diff = ''] = diffsIn(report);
  expect(diff.length).toBeLessThan(20_100);
  expect(diff).toMatch(/… \d+ more characters in the patch\n$/);
});

it('R15 10.3 bounds all of them together', async () => {
  const [cycle] = bare.cycles;
  const [call] = cycle?.calls ?? [];
  if (!cycle || !call) throw new Error('the sample has a call');
  const many: Report = { ...bare, cycles: [{ ...cycle, calls: Array.from({ length: 150 }, () => call) }] };
  const patch = `diff --git a/a b/a\n${'+ some words\n'.repeat(3_000)}`;
  const diffs = diffsIn(await withDiffs(many, kept({ 'attempts/1.1.1/change.patch': patch })));
  expect(diffs.filter((diff) => diff !== undefined).length).toBeLessThan(110);
  expect(diffs.at(-1)).toBeUndefined();
});
