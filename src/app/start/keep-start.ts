/** Keeps what a run needs to be rebuilt elsewhere, before its first event. */
import { isAbsolute, relative, sep } from 'node:path';
import type { RunEvent } from '../../model/event.ts';
import type { Origin } from '../../model/repository/origin.ts';
import type { Artifacts } from '../../ports/artifacts.ts';
import type { Custody } from '../../ports/repo.ts';

export type KeptStart = { repository: Origin; events: RunEvent[] };

/** A start that is a snapshot of the work tree is in no clone, so it is kept like every other commit of the run. */
export const keepStart = async (artifacts: Artifacts, custody: Custody): Promise<KeptStart> => {
  const { commit, remote, facts, digest } = custody.origin();
  const artifact = await artifacts.put('custody.json', facts);
  const repository = { commit, ...(remote !== null && { remote }), facts: { artifact, digest } };
  const start = custody.start.commit;
  return { repository, events: start === commit ? [] : [await keepSnapshot(artifacts, custody, commit)] };
};

const keepSnapshot = async (artifacts: Artifacts, custody: Custody, head: string): Promise<RunEvent> => {
  const of = { tips: [custody.start.commit], prerequisites: [head] };
  const { bytes, digest } = await custody.bundle(of);
  const artifact = await artifacts.put(`commits/${custody.start.commit}.bundle`, bytes);
  return { type: 'commits.kept', artifact, digest, ...of };
};

/** A path in the repository is one from its root, wherever that lies; any other is a hint that may lead nowhere. */
export const fromRoot = (root: string, path: string): string => {
  const inside = relative(root, path);
  return isAbsolute(inside) || inside === '..' || inside.startsWith(`..${sep}`) ? path : inside;
};
