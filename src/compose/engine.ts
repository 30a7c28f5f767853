/** Wires the adapters into what a run needs. */
import { realpath, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { autofixAgent } from '../adapters/agents/autofix.ts';
import { commandAgent } from '../adapters/agents/command.ts';
import { localArtifacts } from '../adapters/artifacts/local.ts';
import { systemClock } from '../adapters/clock.ts';
import { copyTree } from '../adapters/git/index.ts';
import { runProcess } from '../adapters/process/run-process.ts';
import { createPrepare } from '../adapters/setup/prepare.ts';
import { type Config, formatNames } from '../config/schema.ts';
import type { Engine } from '../loop/engine.ts';
import type { Agent } from '../ports/agent.ts';
import type { Journal } from '../ports/journal.ts';
import type { Custody, Repo } from '../ports/repo.ts';
import { readFindings } from '../stages/findings/read.ts';
import { redactFindings } from '../stages/findings/redact.ts';
import { createRedactor } from '../stages/fix/redact.ts';
import { readDispositions } from './dispositions.ts';
import { isProgram, readMatching, readTextBelow, scratchIn } from './files.ts';
import { runFolder } from './store.ts';

export type EngineRequest = {
  repo: Repo;
  custody: Custody;
  journal: Journal;
  config: Config;
  stateDir: string;
  run: string;
  env: NodeJS.ProcessEnv;
};

/** How many runs back a finding is recognised. */
export const remembered = 10;

export const createEngine = async ({ repo, custody, journal, config, stateDir, run, env }: EngineRequest): Promise<Engine> => {
  const folder = runFolder(stateDir, repo.id, run);
  const redactor = createRedactor(env);
  const passEnv = (names: readonly string[]): Record<string, string> =>
    Object.fromEntries(names.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])));
  return {
    custody,
    agent: agentsOf(config, passEnv),
    runProcess,
    prepare: createPrepare({ folder: join(stateDir, repo.id, 'setup'), copyTree }),
    artifacts: localArtifacts(join(folder, 'artifacts'), stateDir),
    clock: systemClock,
    redact: redactor.redact,
    redactStream: redactor.stream,
    scratch: () => scratchIn(stateDir, join(folder, 'scratch')),
    readText: readTextBelow,
    writeText: (path, text) => writeFile(path, text, { mode: 0o600 }),
    isProgram,
    passEnv,
    readToolOutput: async (text, reviewer, root) => {
      const format = formatNames.find((name) => name === reviewer.format);
      // Tools print the path they were started in, or what is behind it.
      const read = await readFindings(
        { name: `output of ${reviewer.name}`, text },
        { root, otherRoots: [await realpath(root)], fromTool: true, format },
      );
      return redactFindings(read, redactor.redact);
    },
    readFiles: readMatching,
    known: () => journal.remember(repo.id, remembered),
    dispositions: () => readDispositions(repo.root),
  };
};

const agentsOf = (config: Config, passEnv: (names: readonly string[]) => Record<string, string>): ((name: string) => Agent) => {
  const agents = new Map<string, Agent>([['autofix', autofixAgent()]]);
  for (const [name, settings] of Object.entries(config.agents)) agents.set(name, commandAgent(name, settings, { runProcess, passEnv }));
  return (name) => {
    const agent = agents.get(name);
    if (!agent) throw new Error(`there is no agent ${name}`);
    return agent;
  };
};
