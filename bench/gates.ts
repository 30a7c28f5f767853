/**
 * Gates that start no command: what they cost together for a patch of ordinary size, in a thread of their own as in a
 * run. The aim is an amount of time, so that is what is measured: the patches of the corpus, the median of each.
 */
import { makeInspector } from '../src/adapters/inspector/inspector.ts';
import type { Patch } from '../src/model/patch.ts';
import { readCases } from '../scripts/gates/cases.ts';
import { here, median, ms, type Result } from './measure.ts';

/** One of so many: enough to see all classes and languages. */
const every = 4;
const rounds = 3;
const limitMs = 150;

const lineCount = ({ files }: Patch): number =>
  files.reduce((sum, { before, after }) => sum + `${before ?? ''}${after ?? ''}`.split('\n').length, 0);

/**
 * The corpus shows what is essential; files of real programs are longer. The same is put behind it under other names, as
 * comments of which a parser has to read every line.
 */
const ordinarySize = 400;

const commentSigns: Readonly<Record<string, string>> = { py: '#', rb: '#', sh: '#', yml: '#', yaml: '#', toml: '#' };

const ofOrdinarySize = (patch: Patch): Patch => {
  const [first, ...others] = patch.files;
  if (first === undefined || first.before === null || first.after === null) return patch;
  const sign = commentSigns[first.path.split('.').at(-1) ?? ''] ?? '//';
  const more = `${sign} what a file of ordinary size has beside what is changed in it\n`.repeat(ordinarySize);
  if (!/\.(?:[cm]?[jt]sx?|py|go|rs|java)$/.test(first.path)) return patch;
  return { ...patch, files: [{ ...first, before: first.before + more, after: first.after + more }, ...others] };
};

export const gates = async (): Promise<Result> => {
  const patches = readCases(here('../test/corpus/patches'))
    .filter((_, n) => n % every === 0)
    .map(({ patch }) => ofOrdinarySize(patch));
  const inspector = makeInspector();
  const timed = async (patch: Patch): Promise<number> => {
    const began = performance.now();
    await inspector.inspect(patch);
    return performance.now() - began;
  };
  // The first ones load the parsers, and what reads them becomes fast.
  for (const patch of patches.slice(0, 20)) await timed(patch);
  const costs: number[] = [];
  for (const patch of patches) {
    const own: number[] = [];
    for (let n = 0; n < rounds; n += 1) own.push(await timed(patch));
    costs.push(median(own));
  }
  await inspector.close();
  const sorted = costs.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN;
  const lines = median(patches.map(lineCount));
  return {
    name: 'gates that only read, for a patch, against 150 ms',
    value: median(costs) / limitMs,
    limit: 1,
    detail: `median ${ms(median(costs))}, of 100 the 95th ${ms(at(0.95))}, the worst ${ms(at(1))}; ${patches.length} patches, ${lines} lines before and after`,
  };
};
