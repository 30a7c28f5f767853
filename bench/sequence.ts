/** 200 findings one after the other with an instant agent, against a shell script that does the same. */
import { agent, fixAll, here, ms, ratios, type Result, time } from './measure.ts';
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
