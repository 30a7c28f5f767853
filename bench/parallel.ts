/**
 * 16 findings in 16 of 200 files, eight at a time, with an agent that takes its time: how much of the ideal speed-up is
 * left. Eight workspaces have to be made first.
 */
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { agent, median, ms, program, type Result, time } from './measure.ts';
import { makeRepository } from './repository.ts';

const files = 200;
const findings = 16;
const concurrency = 8;

export const parallel = (seconds: number, limit: number, runs: number): Result => {
  const took = Array.from({ length: runs }, () => {
    const repository = makeRepository(files, findings);
    const slow = join(repository.home, 'slow-agent.sh');
    writeFileSync(slow, `#!/bin/sh\nBENCH_SLEEP=${seconds} exec '${agent}'\n`);
    chmodSync(slow, 0o755);
    const command = [
      program,
      'fix',
      '--from',
      repository.findings,
      '--agent-command',
      slow,
      '--set',
      `fix.concurrency=${concurrency}`,
      '--quiet',
    ];
    const timed = time(command, { cwd: repository.root, env: repository.env, codes: [0, 2] });
    repository.remove();
    return timed.ms;
  });
  const ideal = (findings / concurrency) * seconds * 1_000;
  return {
    name: `parallel, agent of ${seconds} s`,
    value: ideal / median(took),
    limit,
    atLeast: true,
    detail: `${ms(median(took))} where ${ms(ideal)} is ideal`,
  };
};
