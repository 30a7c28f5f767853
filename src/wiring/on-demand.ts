/** Parts of the App that are loaded when they are first used: no command waits for what it does not need. */
import { nearbyRepo } from '../adapters/git/user/nearby.ts';
import type { Config } from '../config/schema.ts';
import { given } from '../plain/given.ts';
import { once } from '../plain/once.ts';
import type { InstalledAgents } from '../ports/installed-agents.ts';
import type { PrivateStarts } from '../ports/private-starts.ts';
import type { EndProcesses } from '../ports/process.ts';
import type { Repositories } from '../ports/repositories.ts';
import type { Secrets } from '../secrets/secrets.ts';

/** Git stays warm between calls: what waits for the next one ends with the App. */
export const openGit = (stateDir: () => string): { repositories: Repositories; close: () => Promise<void> } => {
  const repo = once(() => import('../adapters/git/user/open-repo.ts'));
  const checkout = once(() => import('../adapters/git/user/checkout.ts'));
  const repositories: Repositories = {
    nearby: nearbyRepo,
    open: async (folder, id) => (await repo.get()).openRepo(folder, { stateDir: stateDir(), ...given({ id }) }),
    checkout: async (folder) => (await checkout.get()).openCheckout(folder),
  };
  const isUsed = (): boolean => repo.kept() !== undefined || checkout.kept() !== undefined;
  return { repositories, close: async () => (isUsed() ? endShells() : undefined) };
};

const endShells = async (): Promise<void> => (await import('../adapters/git/door/shells.ts')).endIdleShells();

export const recordings = {
  check: async (folder: string): Promise<void> => (await import('./recording.ts')).checkRecordFolder(folder),
  withReplay: async (config: Config, folder: string): Promise<Config> => {
    const { loadReplay, withReplay } = await import('./recording.ts');
    return withReplay(config, loadReplay(folder));
  },
};

export const installedAgents = async (): Promise<InstalledAgents> => {
  const { findAgent: find, chooseAgent: choose } = await import('../adapters/agents/found/find-agents.ts');
  const { findProgram } = await import('../adapters/agents/found/find-program.ts');
  const { howToInstall } = await import('../adapters/agents/found/agent-facts.ts');
  return { find, choose, findProgram, howToInstall };
};

export const endProcesses: EndProcesses = async (...process) =>
  (await import('../adapters/process/end.ts')).endProcesses(...process);

export const privateStartsIn = (stateDir: () => string, secrets: () => Promise<Secrets>): PrivateStarts => ({
  keep: async (of, started) =>
    (await import('./doors/private-start.ts')).keepPrivateStart(stateDir(), of, started, await secrets()),
  restore: async (of, started) => (await import('./doors/private-start.ts')).withPrivateStart(stateDir(), of, started),
});
