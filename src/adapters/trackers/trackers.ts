/** Opens trackers, and lets processes of this machine file issues one after the other. */
import { hash } from 'node:crypto';
import { join } from 'node:path';
import type { TrackerPlace } from '../../model/finding/leftover.ts';
import type { RunProcess } from '../../ports/process.ts';
import type { Trackers } from '../../ports/tracker.ts';
import { ownFolder } from '../files/own-folder.ts';
import { takeLock } from '../setup/lock.ts';
import { apiUrl, locateTracker } from './locate.ts';
import { tokenFor } from './token.ts';

export type TrackersOptions = { stateDir: string; env: NodeJS.ProcessEnv; runProcess: RunProcess };

const lockFile = (stateDir: string, { kind, web, project }: TrackerPlace): string => {
  const folder = ownFolder(stateDir, join(stateDir, 'trackers'));
  return join(folder, `${hash('sha256', `${kind} ${web} ${project.toLowerCase()}`).slice(0, 16)}.lock`);
};

export const localTrackers = ({ stateDir, env, runProcess }: TrackersOptions): Trackers => ({
  locate: (settings) => locateTracker(env, settings),
  open: async (place) => {
    const access = { api: apiUrl(place.kind, env), token: await tokenFor(place, env, runProcess) };
    if (place.kind === 'github') return (await import('./github.ts')).githubTracker(place, access);
    return (await import('./gitlab.ts')).gitlabTracker(place, access);
  },
  inTurn: async (place, work, signal) => {
    const lock = await takeLock(lockFile(stateDir, place), signal);
    if (lock === null) return null;
    try {
      return await work();
    } finally {
      lock.release();
    }
  },
});
