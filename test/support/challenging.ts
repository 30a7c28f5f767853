/** Findings, a scripted fixer and scripted challengers that are not the same agent. */
import { join } from 'node:path';
import { type Scenario, scriptedAgent, type ScriptedAgent } from '../fakes/scripted.ts';
import { fixing, type FixingOptions } from './fixing.ts';
import type { Sandbox } from './sandbox.ts';

export type ChallengingOptions = FixingOptions & {
  /** By name of the challenger. */
  judges: Readonly<Record<string, NonNullable<Scenario['challenge']>>>;
};

export type Challenging = { fixer: ScriptedAgent; judge: (name: string) => ScriptedAgent; args: string[] };

export const challenging = (sandbox: Sandbox, { judges, set = [], ...options }: ChallengingOptions): Challenging => {
  const agents = new Map(
    Object.entries(judges).map(([name, challenge]) => [
      name,
      scriptedAgent(join(sandbox.scratch, name), { challenge }),
    ]),
  );
  const settings = [...agents].map(
    ([name, { command }]) => `agents.${name}=${JSON.stringify({ kind: 'command', command })}`,
  );
  const { agent, args } = fixing(sandbox, {
    ...options,
    set: [...settings, `challenger.agents=${JSON.stringify([...agents.keys()])}`, ...set],
  });
  return { fixer: agent, judge: (name) => agents.get(name) ?? agent, args };
};
