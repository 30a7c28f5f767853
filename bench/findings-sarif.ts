/**
 * Reading SARIF: 500,000 results against `JSON.parse` of the same file, and the memory that a file of 2 GB takes. Run
 * alone:
 * `node bench/findings-sarif.ts [speed] [memory] [small]`. `small` has no limit: 500 MB of small results, whose
 * findings are the larger part
 * of what is in memory.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ms, program, ratios, type Result, time } from './measure.ts';
import { peakOf } from './peak.ts';
import { heavyResult, smallResult, writeSarif } from './sarif-file.ts';

const child = fileURLToPath(new URL('sarif-child.ts', import.meta.url));

type Read = { ms: number; findings: number };

/** Each in a process of its own, which measures itself: starting up is not reading. */
const inChild = (how: 'parse' | 'read', file: string): Read => {
  const { stdout } = time([process.execPath, child, how, file], { cwd: tmpdir(), env: process.env });
  const { ms: took, findings }: Read = JSON.parse(stdout);
  return { ms: took, findings };
};

const withFolder = async (work: (folder: string) => Result | Promise<Result>): Promise<Result> => {
  const folder = mkdtempSync(join(tmpdir(), 'fixpoint-bench-sarif-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
};

const size = (file: string): string => `${Math.round(statSync(file).size / 1_000_000)} MB`;

export const sarifSpeed = (results = 500_000, pairs = 5): Promise<Result> =>
  withFolder((folder) => {
    const file = join(folder, 'many.sarif');
    writeSarif(file, smallResult, ({ count }) => count < results);
    const measured = ratios(
      pairs,
      () => inChild('read', file).ms,
      () => inChild('parse', file).ms,
    );
    return {
      name: `SARIF with ${results} results (${size(file)})`,
      value: measured.ratio,
      limit: 2,
      detail: `${ms(measured.ours)} against ${ms(measured.theirs)} of readFileSync and JSON.parse`,
    };
  });

/** Through the built command line, from one SARIF file to another. */
const memory = (kind: string, resultOf: typeof smallResult, bytes: number, limit: number): Promise<Result> =>
  withFolder(async (folder) => {
    const file = join(folder, 'large.sarif');
    const { count } = writeSarif(file, resultOf, (written) => written.bytes < bytes);
    const out = join(folder, 'out.json');
    const began = performance.now();
    const peak = await peakOf(
      [program, 'findings', '--from', file, '--dedup', 'off', '--quiet', '--json', '--output', out],
      { cwd: folder },
    );
    const took = performance.now() - began;
    const written = (await readFile(out, 'latin1')).match(/"status":"open"/g)?.length ?? 0;
    if (written !== count) throw new Error(`${count} results gave ${written} findings`);
    return {
      name: `MB of memory for ${size(file)} of SARIF, ${count} ${kind} results`,
      value: peak,
      limit,
      detail: `${Math.round(statSync(file).size / count)} bytes each, from file to file in ${ms(took)}`,
    };
  });

export const sarifMemory = (bytes = 2_000_000_000): Promise<Result> => memory('heavy', heavyResult, bytes, 500);

const benches: Record<string, () => Promise<Result>> = {
  speed: () => sarifSpeed(),
  memory: () => sarifMemory(),
  small: () => memory('small', smallResult, 500_000_000, Number.POSITIVE_INFINITY),
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const wanted = process.argv.slice(2);
  for (const name of wanted.length > 0 ? wanted : ['speed', 'memory']) {
    const bench = benches[name];
    if (!bench) throw new Error(`there is no ${name}; known are ${Object.keys(benches).join(', ')}`);
    const { name: title, value, limit, detail } = await bench();
    if (value > limit) process.exitCode = 1;
    console.log(`${value <= limit ? 'ok  ' : 'OVER'}  ${title}: ${value.toFixed(2)} (at most ${limit}); ${detail}`);
  }
}
