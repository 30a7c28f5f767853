/**
 * Reading SARIF: 500,000 results against `JSON.parse` of the same file, and the memory that a file of 2 GB takes. Run alone:
 * `node bench/findings-sarif.ts [speed] [memory] [library] [small]`. Without a limit: `library`, where the findings of such a file are taken up
 * as by a run, and `small`, 2 GB of small results, whose findings are the larger part of it.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ms, ratios, type Result, time } from './measure.ts';
import { heavyResult, smallResult, writeSarif } from './sarif-file.ts';

const child = fileURLToPath(new URL('sarif-child.ts', import.meta.url));

type Read = { ms: number; findings: number; peakMb: number };

/** Each in a process of its own, which measures itself: starting up is not reading. */
const inChild = (how: 'parse' | 'read' | 'library', file: string): Read => {
  const { stdout } = time([process.execPath, child, how, file], { cwd: tmpdir(), env: process.env });
  const { ms: took, findings, peakMb }: Read = JSON.parse(stdout);
  return { ms: took, findings, peakMb };
};

const withFolder = (work: (folder: string) => Result): Result => {
  const folder = mkdtempSync(join(tmpdir(), 'fixpoint-bench-sarif-'));
  try {
    return work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
};

const size = (file: string): string => `${Math.round(statSync(file).size / 1_000_000)} MB`;

export const sarifSpeed = (results = 500_000, pairs = 5): Result =>
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

const memory = (kind: string, resultOf: typeof smallResult, how: 'read' | 'library', bytes: number, limit: number): Result =>
  withFolder((folder) => {
    const file = join(folder, 'large.sarif');
    const { count } = writeSarif(file, resultOf, (written) => written.bytes < bytes);
    const read = inChild(how, file);
    if (read.findings !== count) throw new Error(`${count} results gave ${read.findings} findings`);
    return {
      name: `MB of memory for ${size(file)} of SARIF, ${count} ${kind} results`,
      value: read.peakMb,
      limit,
      detail: `${Math.round(statSync(file).size / count)} bytes each, read in ${ms(read.ms)}`,
    };
  });

export const sarifMemory = (bytes = 2_000_000_000): Result => memory('heavy', heavyResult, 'read', bytes, 500);

const benches: Record<string, () => Result> = {
  speed: () => sarifSpeed(),
  memory: () => sarifMemory(),
  library: () => memory('heavy', heavyResult, 'library', 2_000_000_000, Number.POSITIVE_INFINITY),
  small: () => memory('small', smallResult, 'read', 2_000_000_000, Number.POSITIVE_INFINITY),
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const wanted = process.argv.slice(2);
  for (const name of wanted.length > 0 ? wanted : ['speed', 'memory']) {
    const bench = benches[name];
    if (!bench) throw new Error(`there is no ${name}; known are ${Object.keys(benches).join(', ')}`);
    const { name: title, value, limit, detail } = bench();
    if (value > limit) process.exitCode = 1;
    console.log(`${value <= limit ? 'ok  ' : 'OVER'}  ${title}: ${value.toFixed(2)} (at most ${limit}); ${detail}`);
  }
}
