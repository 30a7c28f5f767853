/** A run from review to commit in a sandbox, with one scripted agent in every role. */
import { join } from 'node:path';
import { type Scenario, scriptedAgent, type ScriptedAgent } from '../fakes/scripted.ts';
import { notBroken } from './fixing.ts';
import type { Sandbox } from './sandbox.ts';

export type Judging = { agent: ScriptedAgent; args: string[] };

export type JudgingOptions = {
  scenario: Scenario;
  command?: readonly string[];
  /** By name; the agent is the scripted one. */
  reviewers?: readonly Record<string, unknown>[];
  verify?: string | null;
  /** `key=value`, as for `--set`. */
  set?: readonly string[];
  /** Settings of the scripted agent. */
  settings?: Record<string, unknown>;
};

const setting = (key: string, value: unknown): string[] => ['--set', `${key}=${JSON.stringify(value)}`];

/** The base is the first commit of the sandbox. */
export const judging = (sandbox: Sandbox, options: JudgingOptions): Judging => {
  const agent = scriptedAgent(join(sandbox.scratch, 'agent'), options.scenario);
  const { command = ['run'], reviewers = [{ name: 'technical' }], verify = notBroken, set = [] } = options;
  return {
    agent,
    args: [
      ...command,
      ...setting('agents.scripted', { kind: 'command', command: agent.command, ...options.settings }),
      '--agent',
      'scripted',
      ...setting(
        'reviewers',
        reviewers.map((reviewer) => ({ kind: 'agent', ...reviewer })),
      ),
      '--set',
      'review.base=base',
      '--set',
      'review.again=never',
      ...set.flatMap((each) => ['--set', each]),
      ...(verify === null ? [] : ['--verify', verify]),
    ],
  };
};

/** A branch with a change, to be compared with the tag `base`. */
export const changeSince = (sandbox: Sandbox, files: Readonly<Record<string, string>>): void => {
  sandbox.git('tag', 'base');
  sandbox.git('checkout', '--quiet', '-b', 'feature');
  for (const [file, text] of Object.entries(files)) sandbox.write(file, text);
  sandbox.commitAll('feature');
};
