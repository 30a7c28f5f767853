/** How many git processes one accepted finding takes: the difference between a long and a short run. */
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fixAll, type Result } from './measure.ts';
import { makeRepository } from './repository.ts';

const counted = (findings: number): number => {
  const repository = makeRepository(200, findings);
  const shim = join(repository.home, 'bin');
  const log = join(repository.home, 'git.log');
  mkdirSync(shim);
  writeFileSync(join(shim, 'git'), `#!/bin/sh\necho x >>'${log}'\nPATH=\${PATH#*:}\nexec git "$@"\n`);
  chmodSync(join(shim, 'git'), 0o755);
  writeFileSync(log, '');
  fixAll(
    { ...repository, env: { ...repository.env, PATH: `${shim}:${repository.env['PATH']}` } },
    '--set',
    'fix.concurrency=1',
    '--quiet',
  );
  const count = readFileSync(log, 'utf8').length / 2;
  repository.remove();
  return count;
};

export const processes = (): Result => {
  const [few, many] = [counted(10), counted(60)];
  return {
    name: 'git processes per accepted finding',
    value: (many - few) / 50,
    limit: 6,
    detail: `${few} for 10 findings, ${many} for 60`,
  };
};
