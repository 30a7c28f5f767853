/**
 * A sandbox with findings, a scripted agent and a verification, and a run of it that can be watched and interrupted.
 */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { scriptedAgent, type Scenario, type ScriptedAgent } from '../fakes/scripted.ts';
import type { Ended } from './fixpoint.ts';
import type { FindingInput, Sandbox } from './sandbox.ts';

export type Fixing = { agent: ScriptedAgent; args: string[] };

export type FixingOptions = {
  findings: readonly FindingInput[];
  scenario: Scenario;
  /** A shell line, or none at all. */
  verify?: string | null;
  /** `key=value`, as for `--set`. */
  set?: readonly string[];
  name?: string;
};

/** Passes on the start, and on everything that does not say BROKEN. */
export const notBroken = '! grep -rq BROKEN src';

export const fixing = (
  sandbox: Sandbox,
  { findings, scenario, verify = notBroken, set = [], name = 'agent' }: FixingOptions,
): Fixing => {
  const agent = scriptedAgent(join(sandbox.scratch, name), scenario);
  const flags = [
    '--set',
    `agents.scripted=${JSON.stringify({ kind: 'command', command: agent.command })}`,
    '--agent',
    'scripted',
  ];
  return {
    agent,
    args: [
      'fix',
      '--from',
      sandbox.findings(findings),
      ...flags,
      '--set',
      'findings.dedup=off',
      ...set.flatMap((each) => ['--set', each]),
      ...(verify === null ? [] : ['--verify', verify]),
    ],
  };
};

/** Waits for something that happens for sure; the test's own time limit is the end of it. */
export const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await delay(20);
};

export type UnderWay = {
  pid: number;
  ended: Promise<Ended>;
  /** What it has said on standard error so far. */
  said: () => string;
};

/** Starts a command line and does not wait for it. */
export const start = (sandbox: Sandbox, args: readonly string[]): UnderWay => {
  let pid = 0;
  let said = '';
  const ended = sandbox.run(args, { onStart: (started) => (pid = started), onSaid: (text) => (said += text) });
  return { pid, ended, said: () => said };
};
