/** Reads one SARIF file in one way, and prints how long it took and how many findings there were. */
import { readFileSync } from 'node:fs';
import { readFindings } from '../src/findings/read/read.ts';
import { localFiles } from '../src/wiring/files.ts';

const [, , how = '', file = ''] = process.argv;

const ways: Record<string, () => Promise<number>> = {
  parse: async () => {
    const log: { runs: { results: unknown[] }[] } = JSON.parse(readFileSync(file, 'utf8'));
    return log.runs[0]?.results.length ?? 0;
  },
  read: async () => {
    const input = await localFiles.openInput(file, file);
    const { findings } = await readFindings({ name: file, ...input }, { root: '/repo' });
    if ('bytes' in input) await input.bytes.close();
    return findings.length;
  },
};

const way = ways[how];
if (!way) throw new Error(`there is no way ${how}`);
const began = performance.now();
const findings = await way();
const ms = performance.now() - began;
console.log(JSON.stringify({ ms, findings }));
