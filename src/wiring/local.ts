/** Fixpoint on one machine: the journal in a file, everything in a state folder, nothing to set up. */
import { join } from 'node:path';
import { systemClock } from '../adapters/clock.ts';
import { makeStateDir } from '../adapters/git/control/state-dir.ts';
import { nearbyRepo } from '../adapters/git/user/nearby.ts';
import type { Config } from '../config/schema.ts';
import type { Engine, EngineRequest } from '../loop/engine.ts';
import type { StoredEvent } from '../model/event.ts';
import type { Standing } from '../model/run/standing.ts';
import type { Artifacts } from '../ports/artifacts.ts';
import type { Files } from '../ports/files.ts';
import type { InstalledAgents } from '../ports/installed-agents.ts';
import type { Journal } from '../ports/journal.ts';
import type { Machine } from '../ports/machine.ts';
import type { EndProcesses } from '../ports/process.ts';
import type { Repositories } from '../ports/repositories.ts';
import type { Sandbox } from '../ports/sandbox.ts';
import type { PrivateStarts } from '../ports/private-starts.ts';
import type { Secrets } from '../secrets/secrets.ts';
import { cleanInbox } from './doors/inbox.ts';
import { runFolder, stateFolder } from './folders.ts';

export type LocalOptions = {
  /** Where runs are kept; `$XDG_STATE_HOME/fixpoint` by default. */
  stateDir?: string | undefined;
  /** The variables of this process by default. */
  env?: NodeJS.ProcessEnv | undefined;
};

/** Opened when it is first asked for, then kept; what could not be opened is tried again. */
const once = <T>(open: () => Promise<T>): { get: () => Promise<T>; kept: () => Promise<T> | undefined } => {
  let kept: Promise<T> | undefined;
  const get = (): Promise<T> =>
    (kept ??= open().catch((error: unknown) => {
      kept = undefined;
      throw error;
    }));
  return { get, kept: () => kept };
};

/** For runs of earlier versions. What it takes is loaded only for them: a list of runs is to be there at once. */
const standingFrom = async (run: string, events: readonly StoredEvent[]): Promise<Standing | null> => {
  const [{ standingOf }, { foldAll }] = await Promise.all([
    import('../loop/standing.ts'),
    import('../loop/state/fold.ts'),
  ]);
  return standingOf(foldAll(run, events));
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

/** Git stays warm between calls: what waits for the next one ends with the App. */
const openGit = (stateDir: () => string): { repositories: Repositories; close: () => Promise<void> } => {
  const repo = once(() => import('../adapters/git/user/open-repo.ts'));
  const checkout = once(() => import('../adapters/git/user/checkout.ts'));
  return {
    repositories: {
      nearby: nearbyRepo,
      open: async (folder, id) =>
        (await repo.get()).openRepo(folder, { stateDir: stateDir(), ...(id !== undefined && { id }) }),
      checkout: async (folder) => (await checkout.get()).openCheckout(folder),
    },
    close: async () => {
      if (repo.kept() === undefined && checkout.kept() === undefined) return;
      await (await import('../adapters/git/door/shells.ts')).endIdleShells();
    },
  };
};

const recordings = {
  check: async (folder: string): Promise<void> => (await import('./recording.ts')).checkRecordFolder(folder),
  withReplay: async (config: Config, folder: string): Promise<Config> => {
    const { loadReplay, withReplay } = await import('./recording.ts');
    return withReplay(config, loadReplay(folder));
  },
};

const installedAgents = async (): Promise<InstalledAgents> => {
  const { findAgent: find, chooseAgent: choose } = await import('../adapters/agents/found/find-agents.ts');
  const { findProgram } = await import('../adapters/agents/found/find-program.ts');
  const { howToInstall } = await import('../adapters/agents/found/agent-facts.ts');
  return { find, choose, findProgram, howToInstall };
};

const endProcesses: EndProcesses = async (...process) =>
  (await import('../adapters/process/end.ts')).endProcesses(...process);

const privateStartsIn = (stateDir: () => string, secrets: () => Promise<Secrets>): PrivateStarts => ({
  keep: async (of, started) =>
    (await import('./doors/private-start.ts')).keepPrivateStart(stateDir(), of, started, await secrets()),
  restore: async (of, started) => (await import('./doors/private-start.ts')).withPrivateStart(stateDir(), of, started),
});

export const openLocal = ({ stateDir: chosen, env = process.env }: LocalOptions = {}) => {
  const secrets = once(async (): Promise<Secrets> => (await import('../secrets/secrets.ts')).createSecrets(env));
  const { stateDir, journal } = openFolder(env, chosen, secrets.get);
  const git = openGit(stateDir);
  return {
    env,
    clock: systemClock,
    secrets: secrets.get,
    journal: journal.get,
    artifacts: async ({ repo, run }: { repo: string; run: string }): Promise<Artifacts> =>
      (await import('./doors/artifacts.ts')).localDoor(
        join(runFolder(stateDir(), repo, run), 'artifacts'),
        stateDir(),
        await secrets.get(),
      ),
    privateStarts: privateStartsIn(stateDir, secrets.get),
    repositories: git.repositories,
    files: async (): Promise<Files> => (await import('./files.ts')).localFiles,
    agents: installedAgents,
    sandbox: async (checkout: string | null): Promise<Sandbox> =>
      (await import('./cage.ts')).openSandbox(env, checkout),
    recordings,
    endProcesses,
    machine: async (): Promise<Machine> => (await import('../adapters/machine.ts')).thisMachine(env, stateDir),
    openEngine: async (request: EngineRequest): Promise<Engine> =>
      (await import('./engine.ts')).createEngine({ journal: await journal.get(), stateDir: stateDir(), env }, request),
    close: async (): Promise<void> => {
      await (await journal.kept()?.catch(() => undefined))?.close();
      await git.close();
    },
  };
};
