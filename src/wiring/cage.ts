/** What runs in a cage (docs/sandbox.md), and what it sees from there. */
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Cage } from '../adapters/agents/shared/run-call.ts';
import { borrowedObjects } from '../adapters/git/control/borrowed-objects.ts';
import type { AgentConfig, Config } from '../config/schema.ts';
import type { Sandbox } from '../ports/sandbox.ts';

export type CageFor = (settings: AgentConfig) => Promise<Cage | undefined>;

/** What a `command` or an `acp` agent needs is known only when it is configured. */
const isKnown = ({ kind, needs }: AgentConfig): boolean =>
  needs !== undefined || !(kind === 'command' || kind === 'acp');

/** A path of the configuration. */
export const belowHome = (env: NodeJS.ProcessEnv, paths: readonly string[]): string[] => {
  const home = env['HOME'] ?? homedir();
  return paths.map((path) => (path.startsWith('~/') ? join(home, path.slice(2)) : path));
};

/** The sandbox of a run, opened when it is first needed; undefined where none is to be used. */
export const sandboxOf = (
  config: Config,
  env: NodeJS.ProcessEnv,
  checkout: string,
): (() => Promise<Sandbox>) | undefined => {
  let sandbox: Promise<Sandbox> | undefined;
  return config.sandbox === 'off' ? undefined : () => (sandbox ??= openSandbox(env, checkout));
};

export const cagesOf = (
  config: Config,
  root: string,
  open: (() => Promise<Sandbox>) | undefined,
  env: NodeJS.ProcessEnv,
): CageFor => {
  return async (settings) => {
    if (open === undefined) return undefined;
    const sandbox = await open();
    const checked = await sandbox.check();
    if (!checked.usable) {
      if (config.sandbox === 'auto') return undefined;
      throw new Error(`${checked.reason}. ${checked.remedy}`);
    }
    return config.sandbox === 'auto' && !isKnown(settings) ? contained(sandbox, root) : fenced(sandbox, settings, env);
  };
};

/** Nobody knows what it needs, so it may do what it likes; but nothing that it starts outlives it. */
const contained =
  ({ contain }: Sandbox, root: string): Cage =>
  ({ command, workspace, layer }) => {
    if (!layer) return contain({ command, cwd: workspace });
    // Where its workspace takes the place of the checkout, the objects that its git borrows lie behind it.
    const visible = borrowedObjects(workspace).filter((folder) => folder.startsWith(`${root}/`));
    return contain({ command, cwd: workspace, layers: [layer], visible });
  };

const fenced = ({ wrap }: Sandbox, settings: AgentConfig, env: NodeJS.ProcessEnv): Cage => {
  const { hosts = [], readable = [], writable = [] } = settings.needs ?? {};
  return ({ needs, layer, ...request }) =>
    wrap({
      ...request,
      hosts: [...needs.hosts, ...hosts],
      readable: [...needs.readable, ...belowHome(env, readable), ...borrowedObjects(request.workspace)],
      writable: [...needs.writable, ...belowHome(env, writable)],
      ...(layer && { layers: [layer], cwd: request.workspace }),
    });
};

/** `checkout`: of the user; nothing in it is seen from inside, except for what is needed by name. */
export const openSandbox = async (env: NodeJS.ProcessEnv, checkout: string | null): Promise<Sandbox> =>
  (await import('../adapters/sandbox/runtime-sandbox.ts')).runtimeSandbox({
    env,
    hidden: checkout === null ? [] : [checkout],
  });
