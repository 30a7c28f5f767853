/** What `doctor` says about agents: who fixes, and which others there are. */
import { type FindRequest, type FoundAgent, knownAgents } from '../../ports/installed-agents.ts';
import { given } from '../../plain/given.ts';
import type { App } from '../app.ts';
import { type Options, workFolder } from '../options.ts';
import type { DoctorItem } from './item.ts';
import { type Configured, whoFixes, namedAt } from './fixer.ts';
import { about } from './about-agent.ts';

/** How the agents that Fixpoint knows are started, where the configuration says so. */
export const commandsOf = (configured: Configured): NonNullable<FindRequest['commands']> =>
  Object.fromEntries(
    Object.entries(configured.config.agents).flatMap(([name, { kind, command }]) =>
      name === kind && Array.isArray(command) ? [[name, { command, namedAt: namedAt(configured, name) }]] : [],
    ),
  );

export type AgentCheck = { what: string; found: Promise<DoctorItem[]> };

/** Each of them on its own, and who fixes at the end. */
export const checkAgents = async (
  app: App,
  options: Options,
  configured: Configured | null,
  root: string | null,
): Promise<AgentCheck[]> => {
  const installed = await app.agents();
  const request: FindRequest = {
    env: app.env,
    cwd: workFolder(options),
    ...given({ repository: root ?? undefined, commands: configured ? commandsOf(configured) : undefined }),
  };
  const found = knownAgents.map((name) => ({ name, agent: installed.find(name, request) }));
  const fixer = Promise.all(found.map(({ agent }) => agent)).then((agents) =>
    whoFixes(agents, { installed, request, configured }),
  );
  return [...found.map(versionCheck), { what: 'the agents', found: fixer }];
};

const versionCheck = ({ name, agent }: { name: string; agent: Promise<FoundAgent> }): AgentCheck => ({
  what: `${name} --version`,
  found: agent.then((each) => [about(each)]),
});
