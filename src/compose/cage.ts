/** Whether an agent runs in a cage (docs/sandbox.md), and what it sees from there. */
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Cage } from '../adapters/agents/cli/cli-agent.ts';
import { borrowedObjects } from '../adapters/git/borrowed-objects.ts';
import type { AgentConfig, Config } from '../config/schema.ts';
import type { Sandbox } from '../ports/sandbox.ts';

export type CageFor = (settings: AgentConfig) => Promise<Cage | undefined>;

/** What a `command` or an `acp` agent needs is known only when it is configured: without, `auto` leaves it alone. */
const isKnown = ({ kind, needs }: AgentConfig): boolean => needs !== undefined || !(kind === 'command' || kind === 'acp');

export const cagesOf = (config: Config, env: NodeJS.ProcessEnv): CageFor => {
  let sandbox: Promise<Sandbox> | undefined;
  return async (settings) => {
    if (config.sandbox === 'off' || (config.sandbox === 'auto' && !isKnown(settings))) return undefined;
    const { check, wrap } = await (sandbox ??= openSandbox(env));
    const checked = await check();
    if (!checked.usable) {
      if (config.sandbox === 'auto') return undefined;
      throw new Error(`${checked.reason}. ${checked.remedy}`);
    }
    const { hosts = [], readable = [], writable = [] } = settings.needs ?? {};
    const home = env['HOME'] ?? homedir();
    const below = (paths: readonly string[]): string[] => paths.map((path) => (path.startsWith('~/') ? join(home, path.slice(2)) : path));
    return ({ needs, ...request }) =>
      wrap({
        ...request,
        hosts: [...needs.hosts, ...hosts],
        readable: [...needs.readable, ...below(readable), ...borrowedObjects(request.workspace)],
        writable: [...needs.writable, ...below(writable)],
      });
  };
};

export const openSandbox = async (env: NodeJS.ProcessEnv): Promise<Sandbox> =>
  (await import('../adapters/sandbox/runtime-sandbox.ts')).runtimeSandbox({ env });
