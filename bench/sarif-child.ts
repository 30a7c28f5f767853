/** Reads one SARIF file in one way, and prints how long it took, how many findings there were, and the most memory that was taken. */
import { readFileSync } from 'node:fs';
import { readSources } from '../src/compose/sources.ts';

const [, , how = '', file = ''] = process.argv;

/** `read`: what a file holds; `library`: taken up as a run takes them up, with identities and codes, by what was built. */
const ways: Record<string, () => Promise<number>> = {
  parse: async () => {
    const log: { runs: { results: unknown[] }[] } = JSON.parse(readFileSync(file, 'utf8'));
    return log.runs[0]?.results.length ?? 0;
  },
  read: async () => {
    const [source] = await readSources([file], process.cwd(), '/repo', undefined);
    return source?.findings.length ?? 0;
  },
  library: async () => {
    const built = new URL('../dist/index.js', import.meta.url).href;
    const { readFindings }: typeof import('../src/index.ts') = await import(built);
    return (await readFindings({ from: [file], root: '/repo', dedup: 'off', check: false })).findings.length;
  },
};

const way = ways[how];
if (!way) throw new Error(`there is no way ${how}`);
const began = performance.now();
const findings = await way();
const ms = performance.now() - began;
// On Linux in kilobytes.
console.log(JSON.stringify({ ms, findings, peakMb: process.resourceUsage().maxRSS / 1_000 }));
