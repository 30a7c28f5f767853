/** How soon the command line is there: `fixpoint status` against an empty program on the same Node. */
import { fixAll, ms, program, ratios, type Result, time } from './measure.ts';
import { makeRepository } from './repository.ts';

export const start = (): Result => {
  const repository = makeRepository(200, 3);
  for (let run = 0; run < 5; run += 1) fixAll(repository, '--quiet');
  const place = { cwd: repository.root, env: repository.env };
  const ours = (): number => time([program, 'status'], place).ms;
  const theirs = (): number => time([process.execPath, '-e', '0'], place).ms;
  const measured = ratios(21, ours, theirs);
  repository.remove();
  return {
    name: 'fixpoint status',
    value: measured.ratio,
    limit: 3.3,
    detail: `${ms(measured.ours)} against ${ms(measured.theirs)} of node -e 0`,
  };
};
