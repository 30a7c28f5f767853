/** The `command` agent: any program that reads a prompt on standard input and changes files in its working folder. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Agent, AgentHooks, AgentRequest } from '../../../ports/agent.ts';
import type { ProcessOutcome, RunProcess } from '../../../ports/process.ts';
import type { Cage } from '../shared/cli-agent.ts';
import { readCommandAnswer } from './answer.ts';
import { toResult } from './result.ts';
import { notCalled } from '../shared/failed-call.ts';

/** The part of the configuration that concerns this agent. */
export type CommandAgentConfig = {
  command: string | readonly string[];
  env: readonly string[];
};

type Options = {
  runProcess: RunProcess;
  /** Gives the values of the variables that the configuration names. */
  passEnv?: (names: readonly string[]) => Record<string, string>;
  cage?: Cage | undefined;
};

/** An answer on standard output has to fit into the tail of it. */
const keepBytes = 2 * 1024 * 1024;

export const commandAgent = (name: string, config: CommandAgentConfig, options: Options): Agent => ({
  name,
  run: async (request, hooks) => {
    const files = { input: join(request.scratch, 'input.json'), answer: join(request.scratch, 'answer.json') };
    try {
      writeFileSync(files.input, JSON.stringify(request.input), { mode: 0o600 });
    } catch (error) {
      return notCalled(name, error);
    }
    const process = await start(config, options, request, hooks, files);
    return toResult(name, process, await readCommandAnswer(files.answer, request.role, process, keepBytes));
  },
});

const start = async (
  config: CommandAgentConfig,
  options: Options,
  request: AgentRequest,
  hooks: AgentHooks,
  files: { input: string; answer: string },
): Promise<ProcessOutcome> => {
  const { onEvent } = hooks;
  const output = onEvent === undefined ? undefined : (text: string): void => onEvent({ kind: 'text', text });
  const { workspace, scratch, access, layer } = request;
  // What it may reach and read is configured; nothing else is known about it.
  const needs = { hosts: [], readable: [], writable: [] };
  const caged = await options.cage?.({ command: config.command, workspace, scratch, access, needs, layer });
  const env = {
    ...(options.passEnv ?? fromOwnEnvironment)(config.env),
    FIXPOINT_ROLE: request.role,
    FIXPOINT_RUN: request.input.run,
    FIXPOINT_INPUT: files.input,
    FIXPOINT_ANSWER: files.answer,
    // The contract has no way to ask for a copy, and what others begin from as well stays as it is.
    ...(request.session === undefined || request.session.fork === true ? {} : { FIXPOINT_SESSION: request.session.id }),
    ...caged?.env,
  };
  const running = options.runProcess({
    command: caged?.command ?? config.command,
    cwd: workspace,
    ownsFolder: true,
    stdin: request.prompt,
    env,
    timeoutMs: request.limits.timeoutMs,
    ...(request.limits.idleMs === undefined ? {} : { idleMs: request.limits.idleMs }),
    signal: hooks.signal,
    keepBytes,
    ...(output === undefined ? {} : { onStdout: output, onStderr: output }),
    ...(hooks.onProcess === undefined ? {} : { onStart: hooks.onProcess }),
    marker: request.input.run,
  });
  try {
    return await running;
  } finally {
    await caged?.dispose();
  }
};

const fromOwnEnvironment = (names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])));
