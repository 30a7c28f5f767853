/**
 * The world as use cases see it. Wiring makes one, for as many runs over as many repositories as there are; whoever
 * opened it closes it. What takes time to open or to load is a function, and is opened when it is first asked for.
 */
import type { Config } from '../config/schema.ts';
import type { Engine, EngineRequest } from '../loop/engine.ts';
import type { Artifacts } from '../ports/artifacts.ts';
import type { Clock } from '../ports/clock.ts';
import type { Files } from '../ports/files.ts';
import type { InstalledAgents } from '../ports/installed-agents.ts';
import type { Journal } from '../ports/journal.ts';
import type { Machine } from '../ports/machine.ts';
import type { PrivateStarts } from '../ports/private-starts.ts';
import type { EndProcesses } from '../ports/process.ts';
import type { Repositories } from '../ports/repositories.ts';
import type { Sandbox } from '../ports/sandbox.ts';
import type { Trackers } from '../ports/tracker.ts';
import type { Secrets } from '../secrets/secrets.ts';

export type Recordings = {
  /** Rejects with InputError a folder that cannot be recorded into. */
  check: (folder: string) => Promise<void>;
  /** The configuration with the agents of a recording; InputError when it cannot be played. */
  withReplay: (config: Config, folder: string) => Promise<Config>;
};

export type App = {
  /** As it was when the App was opened: agents, commands and the configuration get their variables from here. */
  env: NodeJS.ProcessEnv;
  clock: Clock;
  secrets: () => Promise<Secrets>;
  /** One for all runs. */
  journal: () => Promise<Journal>;
  /** `repo`: id of the repository that the run is about. */
  artifacts: (of: { repo: string; run: string }) => Promise<Artifacts>;
  privateStarts: PrivateStarts;
  repositories: Repositories;
  files: () => Promise<Files>;
  agents: () => Promise<InstalledAgents>;
  /** `checkout`: of the user; nothing in it is seen from inside, except for what is needed by name. */
  sandbox: (checkout: string | null) => Promise<Pick<Sandbox, 'check'>>;
  recordings: Recordings;
  endProcesses: EndProcesses;
  /** Where leftovers become issues. */
  trackers: () => Promise<Trackers>;
  machine: () => Promise<Machine>;
  /** What one run needs from the outside. */
  openEngine: (request: EngineRequest) => Promise<Engine>;
  /** Closes what was opened, when the runs that were started with it are over. */
  close: () => Promise<void>;
};
