/** Fixpoint on one machine: the journal in a file, everything in a state folder, nothing to set up. */
import { join } from 'node:path';
import { systemClock } from '../adapters/clock.ts';
import { makeStateDir } from '../adapters/git/control/state-dir.ts';
import type { Engine, EngineRequest } from '../loop/engine.ts';
import type { StoredEvent } from '../model/event.ts';
import type { Standing } from '../model/run/standing.ts';
import { once } from '../plain/once.ts';
import type { Artifacts } from '../ports/artifacts.ts';
import type { Files } from '../ports/files.ts';
import type { Journal } from '../ports/journal.ts';
import type { Machine } from '../ports/machine.ts';
import type { Sandbox } from '../ports/sandbox.ts';
import type { Trackers } from '../ports/tracker.ts';
import type { Secrets } from '../secrets/secrets.ts';
import { cleanInbox } from './doors/inbox.ts';
import type { Reading } from './engine.ts';
import { runFolder, stateFolder } from './folders.ts';
import { endProcesses, installedAgents, openGit, privateStartsIn, recordings } from './on-demand.ts';

export type LocalOptions = {
  /** Where runs are kept; `$XDG_STATE_HOME/fixpoint` by default. */
  stateDir?: string | undefined;
  /** The variables of this process by default. */
  env?: NodeJS.ProcessEnv | undefined;
};

/** For runs of earlier versions. What it takes is loaded only for them: a list of runs is to be there at once. */
const standingFrom = async (events: readonly StoredEvent[]): Promise<Standing | null> => {
  const [{ standingOf }, { foldAll }] = await Promise.all([
    import('../loop/standing.ts'),
    import('../loop/state/fold.ts'),
  ]);
  const state = foldAll(events);
  return state && standingOf(state);
};

const openFolder = (env: NodeJS.ProcessEnv, chosen: string | undefined, secrets: () => Promise<Secrets>) => {
  const stateDir = (): string => stateFolder(env, chosen);
  const journal = once(async (): Promise<Journal> => {
    const { openJournal } = await import('../adapters/journal/sqlite-journal.ts');
    makeStateDir(stateDir());
    return cleanInbox(openJournal(join(stateDir(), 'journal.db'), { standingOf: standingFrom }), secrets);
  });
  return { stateDir, journal };
};

export const openLocal = ({ stateDir: chosen, env = process.env }: LocalOptions = {}) => {
  const secrets = once(async (): Promise<Secrets> => (await import('../secrets/secrets.ts')).createSecrets(env));
  const { stateDir, journal } = openFolder(env, chosen, secrets.get);
  const git = openGit(stateDir);
  const inspector = once(async () => (await import('../adapters/inspector/inspector.ts')).makeInspector());
  const reading: Reading = {
    inspect: async (patch) => (await inspector.get()).inspect(patch),
    expectChange: () => void inspector.get().then(({ getReady }) => getReady()),
  };
  return {
    env,
    clock: systemClock,
    secrets: secrets.get,
    journal: journal.get,
    artifacts: artifactsIn(stateDir, secrets.get),
    privateStarts: privateStartsIn(stateDir, secrets.get),
    repositories: git.repositories,
    files: async (): Promise<Files> => (await import('./files.ts')).localFiles,
    agents: installedAgents,
    recordings,
    endProcesses,
    trackers: trackersIn(stateDir, env, secrets.get),
    ...machineOf(env, stateDir),
    openEngine: async (request: EngineRequest): Promise<Engine> => {
      const { createEngine } = await import('./engine.ts');
      const [kept, known] = await Promise.all([journal.get(), secrets.get()]);
      return createEngine({ journal: kept, stateDir: stateDir(), env, reading, secrets: known }, request);
    },
    close: async (): Promise<void> => {
      await (await inspector.kept())?.close();
      await (await journal.kept()?.catch(() => undefined))?.close();
      await git.close();
    },
  };
};

const artifactsIn =
  (stateDir: () => string, secrets: () => Promise<Secrets>) =>
  async ({ repo, run }: { repo: string; run: string }): Promise<Artifacts> => {
    const { localDoor } = await import('./doors/artifacts.ts');
    return localDoor(join(runFolder(stateDir(), repo, run), 'artifacts'), stateDir(), await secrets());
  };

const trackersIn =
  (stateDir: () => string, env: NodeJS.ProcessEnv, secrets: () => Promise<Secrets>) => async (): Promise<Trackers> => {
    const [{ localTrackers }, { runProcess }, { cleanTrackers }] = await Promise.all([
      import('../adapters/trackers/trackers.ts'),
      import('../adapters/process/run-process.ts'),
      import('./doors/trackers.ts'),
    ]);
    return cleanTrackers(localTrackers({ stateDir: stateDir(), env, runProcess }), await secrets());
  };

const machineOf = (env: NodeJS.ProcessEnv, stateDir: () => string) => ({
  sandbox: async (checkout: string | null): Promise<Sandbox> => (await import('./cage.ts')).openSandbox(env, checkout),
  machine: async (): Promise<Machine> => (await import('../adapters/machine.ts')).thisMachine(env, stateDir),
});
