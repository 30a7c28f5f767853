/** The `command` agent: any program that reads a prompt on standard input and changes files in its working folder. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Agent, AgentHooks, AgentRequest } from '../../../ports/agent.ts';
import type { ProcessOutcome, RunProcess } from '../../../ports/process.ts';
import { type Cage, runCall } from '../shared/run-call.ts';
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
  /** Gives the values of the variables that the configuration names; none are passed on without it. */
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
    return toResult(
      name,
      request.limits,
      process,
      await readCommandAnswer(files.answer, request.role, process, keepBytes),
    );
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
  const show = onEvent && ((text: string): void => onEvent({ kind: 'text', text }));
  return runCall(options, request, hooks, {
    command: config.command,
    // What it may reach and read is configured; nothing else is known about it.
    needs: { hosts: [], readable: [], writable: [] },
    env: { ...options.passEnv?.(config.env), ...contractOf(request, files) },
    keepBytes,
    streams: { stdin: request.prompt, ...(show && { onStdout: show, onStderr: show }) },
  });
};

/** What every program of the user is told. */
const contractOf = (
  { role, input, session }: AgentRequest,
  files: { input: string; answer: string },
): Record<string, string> => ({
  FIXPOINT_ROLE: role,
  FIXPOINT_RUN: input.run,
  FIXPOINT_INPUT: files.input,
  FIXPOINT_ANSWER: files.answer,
  // The contract has no way to ask for a copy, and what others begin from as well stays as it is.
  ...(session !== undefined && session.fork !== true && { FIXPOINT_SESSION: session.id }),
});
