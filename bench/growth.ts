/** Whether a long run gets slower, or ever larger: what the last findings cost against the first, and its memory. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { agent, median, ms, program, type Result } from './measure.ts';
import { peakOf } from './peak.ts';
import { makeRepository } from './repository.ts';

type LongRun = { finished: number[]; peak: number };

/** When each attempt was finished, in this order: several may be under way at the same time. */
const finishedIn = (jsonl: string): number[] =>
  jsonl
    .split('\n')
    .filter((line) => line.includes('"attempt.finished"'))
    .map((line): { type: string; at: string } => JSON.parse(line))
    .filter(({ type }) => type === 'attempt.finished')
    .map(({ at }) => Date.parse(at));

/** One run over a repository of so many files, with an instant agent; as few or as many findings as wanted. */
const longRun = async (files: number, findings: number, more: readonly string[]): Promise<LongRun> => {
  const repository = makeRepository(files, findings);
  const output = join(repository.home, 'events.jsonl');
  const command = [program, 'fix', '--from', repository.findings, '--agent-command', agent, '--jsonl', ...more];
  try {
    const peak = await peakOf(command, { cwd: repository.root, env: repository.env, codes: [0, 2], output });
    const finished = finishedIn(readFileSync(output, 'utf8'));
    if (finished.length !== findings) throw new Error(`${finished.length} attempts for ${findings} findings`);
    return { finished, peak };
  } finally {
    repository.remove();
  }
};

/** What the first so many cost, and the last so many. */
const endsOf = ({ finished }: LongRun, count: number): { first: number; last: number } => {
  const spent = (from: number, to: number): number =>
    (finished.at(to) ?? Number.NaN) - (finished.at(from) ?? Number.NaN);
  return { first: spent(0, count), last: spent(-1 - count, -1) };
};

/** One after the other, with nothing that verifies. */
export const growth = async (files: number, runs: number): Promise<Result> => {
  const ends: { first: number; last: number }[] = [];
  for (let run = 0; run < runs; run += 1)
    ends.push(endsOf(await longRun(files, 200, ['--set', 'fix.concurrency=1']), 10));
  return {
    name: `last ten against first ten, ${files} files`,
    value: median(ends.map(({ first, last }) => last / first)),
    limit: 1.2,
    detail: `${ms(median(ends.map(({ last }) => last)))} against ${ms(median(ends.map(({ first }) => first)))}`,
  };
};

const manyFiles = 2_000;
const many = 2_000;
const few = 200;

const verified = (findings: number): Promise<LongRun> => longRun(manyFiles, findings, ['--verify', 'true']);

let manyFindings: Promise<LongRun> | undefined;

/** Two benches look at it. */
const runOfMany = (): Promise<LongRun> => (manyFindings ??= verified(many));

export const growthOfMany = async (): Promise<Result> => {
  const { first, last } = endsOf(await runOfMany(), 100);
  return {
    name: `last hundred against first hundred, ${many} findings`,
    value: last / first,
    limit: 1.2,
    detail: `${ms(last)} against ${ms(first)}`,
  };
};

export const memoryOfMany = async (): Promise<Result> => {
  const [small, large] = [await verified(few), await runOfMany()];
  return {
    name: `MB of memory more for ${many} findings than for ${few}`,
    value: large.peak - small.peak,
    limit: 100,
    detail: `${Math.round(large.peak)} MB against ${Math.round(small.peak)} MB`,
  };
};
