/** How soon a pooled workspace is ready again after an agent worked in it, against `git status` there. */
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { openRepo } from '../src/adapters/git/user/open-repo.ts';
import { median, ms, type Result, time } from './measure.ts';
import { makeRepository } from './repository.ts';

const rounds = 15;

export const workspace = async (files: number): Promise<Result> => {
  const repository = makeRepository(files, 1);
  const repo = await openRepo(repository.root, { stateDir: join(repository.state, 'fixpoint') });
  const custody = await repo.begin('bench', { includeDirty: false });
  const pairs: { ready: number; status: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const dirty = await custody.workspace(custody.start.commit, 'agent');
    appendFileSync(join(dirty.path, 'src/d0/f0.txt'), `round ${round}\n`);
    await custody.capture(dirty, custody.start.commit);
    await dirty.release();
    const began = performance.now();
    const ready = await custody.workspace(custody.start.commit, 'agent');
    const took = performance.now() - began;
    pairs.push({
      ready: took,
      status: time(['git', 'status', '--short'], { cwd: ready.path, env: repository.env }).ms,
    });
    await ready.release();
  }
  await custody.close();
  repository.remove();
  const [ready, status] = [median(pairs.map((pair) => pair.ready)), median(pairs.map((pair) => pair.status))];
  return {
    name: `workspace ready, ${files} files`,
    value: median(pairs.map((pair) => pair.ready / pair.status)),
    limit: 3,
    detail: `${ms(ready)} against ${ms(status)} of git status`,
  };
};
