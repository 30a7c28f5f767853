/** 200 findings one after the other with an instant agent, against a shell script that does the same. */
import { agent, fixAll, here, median, ms, ratios, type Result, time } from './measure.ts';
import { type BenchRepository, copyRepository, makeRepository } from './repository.ts';

const findings = 200;

export const sequence = (files: number, limit: number, pairs: number): Result => {
  const base = makeRepository(files, findings);
  const onCopy = (use: (copy: BenchRepository) => number): number => {
    const copy = copyRepository(base);
    try {
      return use(copy);
    } finally {
      copy.remove();
    }
  };
  const ours = (): number => onCopy((copy) => fixAll(copy, '--set', 'fix.concurrency=1', '--quiet').ms);
  const theirs = (): number =>
    onCopy((copy) => time([here('reference.sh'), agent], { cwd: copy.root, env: copy.env, input: copy.lines }).ms);
  const measured = ratios(pairs, ours, theirs);
  base.remove();
  return {
    name: `sequence, ${files} files`,
    value: measured.ratio,
    limit,
    detail: `${ms(measured.ours / findings)} a finding against ${ms(measured.theirs / findings)} of the script`,
  };
};

/** Whether a long run gets slower: what the last ten findings cost against the first ten. */
export const growth = (files: number, runs: number): Result => {
  const values = Array.from({ length: runs }, () => {
    const repository = makeRepository(files, findings);
    const { stdout } = fixAll(repository, '--set', 'fix.concurrency=1', '--jsonl');
    repository.remove();
    const starts = stdout
      .trim()
      .split('\n')
      .map((line): { type: string; at: string } => JSON.parse(line))
      .filter((event) => event.type === 'step.started')
      .map((event) => Date.parse(event.at));
    const spent = (from: number, to: number): number => (starts[to] ?? Number.NaN) - (starts[from] ?? Number.NaN);
    return { first: spent(0, 10), last: spent(findings - 11, findings - 1) };
  });
  const first = median(values.map((value) => value.first));
  const last = median(values.map((value) => value.last));
  return {
    name: `last ten against first ten, ${files} files`,
    value: median(values.map((value) => value.last / value.first)),
    limit: 1.2,
    detail: `${ms(last)} against ${ms(first)}`,
  };
};
