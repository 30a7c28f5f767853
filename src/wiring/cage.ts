/** What runs in a cage (docs/sandbox.md), and in which. */
import { homedir } from 'node:os';
import { join } from 'node:path';
import { contained, fenced } from '../adapters/agents/shared/cages.ts';
import type { Cage } from '../adapters/agents/shared/run-call.ts';
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
    return config.sandbox === 'auto' && !isKnown(settings)
      ? contained(sandbox, root)
      : fenced(sandbox, neededBy(settings, env));
  };
};

const neededBy = ({ needs }: AgentConfig, env: NodeJS.ProcessEnv): NonNullable<AgentConfig['needs']> => ({
  hosts: needs?.hosts ?? [],
  readable: belowHome(env, needs?.readable ?? []),
  writable: belowHome(env, needs?.writable ?? []),
});

type Known = Map<string | null, Sandbox>;
const known = new WeakMap<NodeJS.ProcessEnv, Known>();

/**
 * `checkout`: of the user; nothing in it is seen from inside, except for what is needed by name. One that was found to
 * be usable serves all who ask: finding out starts two programs.
 */
export const openSandbox = async (env: NodeJS.ProcessEnv, checkout: string | null): Promise<Sandbox> => {
  const earlier = known.get(env)?.get(checkout);
  const checked = await earlier?.check().catch(() => undefined);
  if (earlier && checked?.usable === true) return earlier;
  const { runtimeSandbox } = await import('../adapters/sandbox/runtime-sandbox.ts');
  const sandbox = runtimeSandbox({ env, hidden: checkout === null ? [] : [checkout] });
  const ofEnvironment: Known = known.get(env) ?? new Map();
  known.set(env, ofEnvironment.set(checkout, sandbox));
  return sandbox;
};
